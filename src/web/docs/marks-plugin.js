import { markOf } from './marks.js'

/** Shows marks next to operations and to the types of members. */
export const marksPlugin = (/** @type {any} */ { React: { createElement }, getSystem }) => {
  const badge = (/** @type {any} */ node) => {
    const [tag, text] = markOf(node) ?? []
    return tag ? createElement(tag, null, text) : null
  }
  return {
    components: {
      // The original has a link within a button, which screen readers do not find.
      OperationSummaryPath: (/** @type {any} */ { operationProps, specPath }) => {
        const path = operationProps.get('path')
        // `operationProps` lacks the operation until it is opened.
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
