/** Shows only operations, webhooks and schemas, because the page has its own title, server and key. */
export const layoutPlugin = (/** @type {any} */ { React: { createElement, useState } }) => ({
  components: {
    DocsLayout: (/** @type {any} */ { getComponent }) =>
      createElement(
        'div',
        { className: 'swagger-ui' },
        ['operations', 'Webhooks', 'Models'].map((name) =>
          createElement(getComponent(name, true), { key: name }),
        ),
      ),
    // The key has a field at the top of the page.
    authorizeOperationBtn: () => null,
  },
  wrapComponents: {
    // An operation has ten failures with the same body, which would hide its success.
    response: (/** @type {any} */ Original) => (/** @type {any} */ props) => {
      const { code, response, getComponent } = props
      const [isOpen, open] = useState(String(code).startsWith('2'))
      if (isOpen) return createElement(Original, props)
      const Markdown = getComponent('Markdown', true)
      return createElement(
        'tr',
        { className: 'response', 'data-code': code },
        createElement('td', { className: 'response-col_status' }, code),
        createElement(
          'td',
          { className: 'response-col_description' },
          createElement(Markdown, { source: response.get('description') }),
          createElement(
            'button',
            { type: 'button', className: 'more', onClick: () => open(true) },
            `Body and headers of ${code}`,
          ),
        ),
        createElement('td', { className: 'response-col_links' }),
      )
    },
  },
})
