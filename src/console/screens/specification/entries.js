import { linkTo } from '../../hooks/route.js'
import { html } from '../../html.js'
import { Badge } from '../../parts/badge.js'

/** @typedef {import('./sections.js').Fact} Fact */
/** @typedef {import('./sections.js').Assumption} Assumption */

const MOST_LINKS = 4

/** @type {Record<Fact['proof'], [tone: string, word: string, title: string]>} */
const PROOFS = {
  contract: ['good', 'contract', 'Proved by a check over HTTP: svc-sandbox check'],
  sandbox: ['accent', 'sandbox', 'Proved by a test of the sandbox only'],
  none: ['plain', 'none', 'Nothing can prove it'],
}

/** @param {{ fact: Fact }} props */
export function FactEntry({ fact }) {
  const { id, section, statement, proof, why, note, operations } = fact
  const [tone, word, title] = PROOFS[proof]
  return html`<li class="entry">
    <p class="entry-head">
      <span class="entry-id">${id}</span>
      ${section.includes('.') && html`<span class="faint">${section}</span>`}
      <${Badge} tone=${tone} title=${title}>proof: ${word}</${Badge}>
    </p>
    <p>${statement}</p>
    ${why && html`<p class="faint"><span class="entry-label">Why:</span> ${why}</p>`}
    ${note && html`<p class="faint"><span class="entry-label">Note:</span> ${note}</p>`}
    ${operations === 'all' ? html`<p class="faint">All operations</p>` : html`<${OperationLinks} ids=${operations ?? []} />`}
  </li>`
}

/** @param {{ assumption: Assumption, total: number }} props `total`: of operations. */
export function AssumptionEntry({ assumption, total }) {
  const { number, target, description, sections, operations, pointers, changed_by } = assumption
  return html`<li class="entry">
    <p class="entry-head">
      <span class="entry-id">#${number}</span>
      <span class="faint">${sections.join(', ')}</span>
      ${changed_by.map((file) => html`<${Badge} tone="warn">changed by ${file}</${Badge}>`)}
    </p>
    <p>${description}</p>
    ${operations.length === total ? html`<p class="faint">All operations</p>` : html`<${OperationLinks} ids=${operations} />`}
    <details>
      <summary>Where it stands</summary>
      <p><span class="entry-label">Target:</span> <code>${target}</code></p>
      ${pointers.length > 0 && html`<ul class="pointers">${pointers.map((pointer) => html`<li><code>${pointer}</code></li>`)}</ul>`}
    </details>
  </li>`
}

/** @param {{ ids: string[] }} props */
function OperationLinks({ ids }) {
  if (ids.length === 0) return null
  return html`<p class="faint">
    ${ids
      .slice(0, MOST_LINKS)
      .map(
        (id, index) =>
          html`${index > 0 ? ', ' : ''}<a href=${linkTo('specification', id)}>${id}</a>`,
      )}
    ${ids.length > MOST_LINKS ? ` and ${ids.length - MOST_LINKS} more` : ''}
  </p>`
}

/**
 * The two columns: what is stated, what is assumed.
 *
 * @param {{ facts: Fact[], assumptions: Assumption[], total: number }} props
 */
export function SideBySide({ facts, assumptions, total }) {
  return html`<div class="sides">
    <div class="side side-stated">
      <h3>The provider states <span class="faint">${facts.length}</span></h3>
      ${facts.length === 0 && html`<p class="faint">Nothing that fits.</p>`}
      <ul class="entries">${facts.map((fact) => html`<${FactEntry} key=${fact.id} fact=${fact} />`)}</ul>
    </div>
    <div class="side side-assumed">
      <h3>We assume <span class="faint">${assumptions.length}</span></h3>
      ${assumptions.length === 0 && html`<p class="faint">Nothing that fits.</p>`}
      <ul class="entries">
        ${assumptions.map((assumption) => html`<${AssumptionEntry} key=${assumption.number} assumption=${assumption} total=${total} />`)}
      </ul>
    </div>
  </div>`
}
