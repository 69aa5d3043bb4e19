import { html } from '../../html.js'
import { Badge } from '../../parts/badge.js'
import { counted } from '../../parts/numbers.js'

const PARTS = { body: 'Body', query: 'Query', path: 'Path', header: 'Header', cookie: 'Cookie' }

/**
 * Whether the request keeps to the document.
 *
 * @param {{ validation: import('../../client/request-rows.js').LoggedRequest['validation'] }} props
 */
export function Verdict({ validation }) {
  return html`<section class="request-verdict" aria-labelledby="verdict-title">
    <h3 id="verdict-title">Validation</h3>
    ${verdictOf(validation)}
  </section>`
}

/** @param {Parameters<typeof Verdict>[0]['validation']} validation */
function verdictOf(validation) {
  if (validation === null) {
    return html`<p><${Badge}>not looked at</${Badge}> The request was refused before: its key, its quota or its address.</p>`
  }
  const { valid, issues } = validation
  if (valid)
    return html`<p><${Badge} tone="good">valid</${Badge}> The request keeps to the document.</p>`
  return html`<p>
      <${Badge} tone="warn">invalid</${Badge}>
      ${issues.length === 0 ? ' The request does not keep to the document.' : ` ${counted(issues.length, 'issue')}:`}
    </p>
    <ul class="request-issues">
      ${issues.map(
        (issue) => html`<li>
          <span><strong>${PARTS[issue.in] ?? issue.in}</strong> <code>${issue.path || '/'}</code></span>
          <span>${issue.message}</span>
          ${'value' in issue && html`<span class="faint">Found: <code>${JSON.stringify(issue.value)}</code></span>`}
        </li>`,
      )}
    </ul>`
}
