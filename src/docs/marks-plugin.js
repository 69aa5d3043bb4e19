import { markOf } from './marks.js'

/** Has Swagger UI show marks beside operations and beside the types of members. */
export const marksPlugin = (/** @type {any} */ { React: { createElement }, getSystem }) => {
  const badge = (/** @type {any} */ node) => {
    const [tag, text] = markOf(node) ?? []
    return tag ? createElement(tag, null, text) : null
  }
  return {
    components: {
      // Its own has a link within the button that opens the operation, which screen readers do not find.
      OperationSummaryPath: (/** @type {any} */ { operationProps, specPath }) => {
        const path = operationProps.get('path')
        // What it is given of the operation is empty until that is opened.
        const document = getSystem().specSelectors.specJson()
        const origin = document.getIn(specPath.push('x-origin'))
        return createElement(
          'span',
          { className: 'opblock-summary-path', 'data-path': path },
          path,
          badge({ 'x-origin': origin }),
        )
      },
    },
    wrapComponents: {
      JSONSchema202012KeywordType: (/** @type {any} */ Original) => (/** @type {any} */ props) =>
        createElement(
          'span',
          null,
          createElement(Original, props),
          typeof props.schema === 'object' ? badge(props.schema) : null,
        ),
    },
  }
}
