/** Names for fields that Swagger UI leaves without one, and keys for what it lets only a mouse scroll. */
export const accessPlugin = (
  /** @type {any} */ { React: { createElement, useEffect, useRef } },
) => {
  const scrollable = (/** @type {any} */ Original) => (/** @type {any} */ props) => {
    const around = useRef(null)
    useEffect(() => {
      for (const pre of around.current.querySelectorAll('pre')) pre.tabIndex = 0
    })
    return createElement('div', { ref: around }, createElement(Original, props))
  }
  return {
    wrapComponents: {
      HighlightCode: scrollable,
      curl: scrollable,
      TextArea: (/** @type {any} */ Original) => (/** @type {any} */ props) =>
        createElement(Original, { 'aria-label': 'Request body', ...props }),
      JsonSchemaForm: (/** @type {any} */ Original) => (/** @type {any} */ props) => {
        const type = props.schema?.get?.('type')
        const form = createElement(Original, props)
        // A list or an object is several fields, which one label cannot name.
        if (type === 'array' || type === 'object') return form
        return createElement(
          'label',
          { className: 'named' },
          createElement('span', { className: 'unseen' }, props.description),
          form,
        )
      },
    },
  }
}
