/** Labels fields that Swagger UI leaves unlabelled, and makes scrollable parts reachable by keyboard. */
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
        // One label cannot name the several fields of a list or an object.
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
