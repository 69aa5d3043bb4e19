import { linkTo } from '../../hooks/route.js'
import { html } from '../../html.js'
import { Empty, Panel, Table } from '../../parts/page.js'
import { Badge } from '../../parts/values.js'
import { concerns, SideBySide } from './entries.js'

/** @import { Fact, Specification } from './entries.js' */

/** @typedef {import('../../client/session.js').Control['OperationOrigin']} OperationOrigin */

/** @type {Record<OperationOrigin['origin'], string>} */
const TONES = { stated: 'good', assumed: 'warn', overlay: 'accent' }
/** @type {Record<OperationOrigin['origin'], string>} */
const ORIGINS = {
  stated: 'The provider states this operation.',
  assumed: 'The provider does not show this operation, so it is assumed.',
  overlay: 'An overlay changes this operation.',
}

/** @param {{ origin: OperationOrigin['origin'] }} props */
const Origin = ({ origin }) => html`<${Badge} tone=${TONES[origin]}>${origin}</${Badge}>`

/** @param {{ specification: Specification }} props */
export function OperationTable({ specification }) {
  const { operations, assumptions, facts } = specification
  /** @type {import('../../parts/page.js').Column<OperationOrigin>[]} */
  const columns = [
    ['Operation', ({ id }) => html`<a href=${linkTo('specification', id)}>${id}</a>`],
    ['Path', ({ method, path }) => html`<code>${method} ${path}</code>`, 'operation-path'],
    ['Origin', ({ origin }) => html`<${Origin} origin=${origin} />`],
    ['Stated members', ({ stated_members }) => stated_members.success.length, 'number'],
    ['Own facts', ({ id }) => ownFacts(facts, id).length, 'number'],
    ['Assumptions', ({ id }) => ownAssumptions(assumptions, id).length, 'number'],
  ]
  return html`<section class="panel" aria-label="Operations">
    <${Table} columns=${columns} rows=${operations} />
  </section>`
}

/** The facts about this operation, but not about all. @param {Fact[]} facts @param {string} id */
const ownFacts = (facts, id) =>
  facts.filter((fact) => fact.operations !== 'all' && concerns(fact, id))

/** @param {Specification['assumptions']} assumptions @param {string} id */
const ownAssumptions = (assumptions, id) =>
  assumptions.filter(({ operations }) => operations.includes(id))

/** The statements and assumptions about one operation. @param {{ specification: Specification, id: string }} props */
export function OperationView({ specification, id }) {
  const { operations, assumptions, facts } = specification
  const operation = operations.find((each) => each.id === id)
  if (operation === undefined) {
    return html`<${Empty} title=${`The API has no operation ${id}`}>
      <p><a href=${linkTo('specification', undefined, { view: 'operations' })}>Show all operations.</a></p>
    </${Empty}>`
  }
  const { method, path, summary, origin, stated_members, stated_headers } = operation
  const own = ownAssumptions(assumptions, id)
  const isShared = (/** @type {{ operations: string[] }} */ each) =>
    each.operations.length === operations.length
  return html`<section class="panel" aria-labelledby="operation-title">
      <p class="crumb"><a href=${linkTo('specification', undefined, { view: 'operations' })}>All operations</a></p>
      <h2 id="operation-title"><code>${method} ${path}</code> <${Origin} origin=${origin} /></h2>
      <p>${summary ?? id}. ${ORIGINS[origin]}</p>
      <div class="members">
        <${Members} title="Stated members of a success" names=${stated_members.success.map(dotted)} />
        <${Members} title="Stated members of a failure" names=${stated_members.failure.map(dotted)} />
        <${Members} title="Stated headers" names=${stated_headers} />
      </div>
      <p class="faint">
        All other members and headers are assumed or come from an overlay; * is any entry of a list or a map.
      </p>
    </section>
    <${Panel} title="This operation">
      <${SideBySide}
        facts=${ownFacts(facts, id)}
        assumptions=${own.filter((each) => !isShared(each))}
        total=${operations.length}
      />
    </${Panel}>
    <section class="panel" aria-labelledby="shared-title">
      <details>
        <summary><h2 id="shared-title">Every operation</h2></summary>
        <${SideBySide}
          facts=${facts.filter((fact) => fact.operations === 'all')}
          assumptions=${own.filter(isShared)}
          total=${operations.length}
        />
      </details>
    </section>`
}

/** @param {{ title: string, names: string[] }} props */
function Members({ title, names }) {
  return html`<div>
    <h3>${title}</h3>
    ${
      names.length === 0
        ? html`<p class="faint">None.</p>`
        : html`<ul class="pointers">${names.map((name) => html`<li><code>${name}</code></li>`)}</ul>`
    }
  </div>`
}

/** `data.*.id` of a JSON Pointer. @param {string} pointer */
const dotted = (pointer) => pointer.slice(1).replaceAll('/', '.')
