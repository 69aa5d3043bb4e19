import { linkTo } from '../../hooks/route.js'
import { html } from '../../html.js'
import { Badge } from '../../parts/values.js'

const MOST_LINKS = 4

/** @type {Record<Fact['proof'], [tone: string, word: string, title: string]>} */
const PROOFS = {
  contract: ['good', 'contract', 'Proved over HTTP by svc-sandbox check'],
  sandbox: ['accent', 'sandbox', 'Proved only by tests of the sandbox'],
  none: ['plain', 'none', 'Cannot be proved'],
}

/** @param {{ fact: Fact }} props */
function FactEntry({ fact }) {
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
function AssumptionEntry({ assumption, total }) {
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
      <summary>Location</summary>
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

/** Two columns: stated and assumed. @param {{ facts: Fact[], assumptions: Assumption[], total: number }} props */
export function SideBySide({ facts, assumptions, total }) {
  return html`<div class="sides">
    <${Side} class="side-stated" title="The provider states">
      ${facts.map((fact) => html`<${FactEntry} key=${fact.id} fact=${fact} />`)}
    </${Side}>
    <${Side} class="side-assumed" title="We assume">
      ${assumptions.map((assumption) => html`<${AssumptionEntry} key=${assumption.number} assumption=${assumption} total=${total} />`)}
    </${Side}>
  </div>`
}

/** @param {{ class: string, title: string, children?: unknown }} props */
function Side({ class: style, title, children }) {
  const { length } = /** @type {unknown[]} */ (children)
  return html`<div class=${`side ${style}`}>
    <h3>${title} <span class="faint">${length}</span></h3>
    ${length === 0 && html`<p class="faint">No matches.</p>`}
    <ul class="entries">${children}</ul>
  </div>`
}

/** @typedef {import('../../client/session.js').Control['Specification']} Specification */
/** @typedef {import('../../client/session.js').Control['Fact']} Fact */
/** @typedef {import('../../client/session.js').Control['Assumption']} Assumption */

/** @typedef {{ number: string, facts: Fact[], assumptions: Assumption[] }} Section */

/** Headings of the interface specification, by the number that facts and assumptions name. @type {Record<string, string>} */
export const HEADINGS = {
  1: 'What the service does',
  2: 'Resources and their fields',
  3: 'States and transitions',
  4: 'Endpoints',
  5: 'Authentication',
  6: 'Events',
  7: 'Errors',
  8: 'Limits',
  9: 'Versioning',
}

/**
 * The sections with matching facts or assumptions. An assumption belongs to the first section that it names. Empty members of
 * `wanted` match everything.
 * @param {Specification} specification @param {{ text: string, operation: string, section: string }} wanted @returns {Section[]}
 */
export function sectionsOf({ facts, assumptions }, { text, operation, section }) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const has = (/** @type {string[]} */ ...texts) => {
    const all = texts.join('\n').toLowerCase()
    return words.every((word) => all.includes(word))
  }
  const fitting = {
    facts: facts.filter(
      (fact) =>
        (operation === '' || concerns(fact, operation)) &&
        has(fact.id, fact.section, fact.statement, fact.why ?? '', fact.note ?? ''),
    ),
    assumptions: assumptions.filter(
      (assumption) =>
        (operation === '' || assumption.operations.includes(operation)) &&
        has(`#${assumption.number}`, assumption.target, assumption.description),
    ),
  }
  return Object.keys(HEADINGS)
    .filter((number) => section === '' || section === number)
    .map((number) => ({
      number,
      facts: fitting.facts.filter((fact) => numberOf(fact.section) === number),
      assumptions: fitting.assumptions.filter(({ sections }) => numberOf(sections[0]) === number),
    }))
    .filter((each) => each.facts.length + each.assumptions.length > 0)
}

/** Whether a fact is about an operation, or about all. @param {Fact} fact @param {string} operation */
export function concerns({ operations }, operation) {
  return operations === 'all' || (operations?.includes(operation) ?? false)
}

/** `4` of `§4` and `§4.2` @param {string | undefined} section */
const numberOf = (section) => /^§(\d+)/.exec(section ?? '')?.[1]
