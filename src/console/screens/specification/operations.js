import { linkTo } from '../../hooks/route.js'
import { html } from '../../html.js'
import { Badge } from '../../parts/badge.js'
import { Empty } from '../../parts/empty.js'
import { SideBySide } from './entries.js'
import { concerns } from './sections.js'

/** @typedef {import('../../client/session.js').Control['OperationOrigin']} OperationOrigin */

/** @type {Record<OperationOrigin['origin'], string>} */
const TONES = { stated: 'good', assumed: 'warn', overlay: 'accent' }
/** @type {Record<OperationOrigin['origin'], string>} */
const ORIGINS = {
  stated: 'The provider states this operation.',
  assumed: 'The provider does not show this operation: it is assumed.',
  overlay: 'An overlay changes this operation.',
}

/** @param {{ origin: OperationOrigin['origin'] }} props */
const Origin = ({ origin }) => html`<${Badge} tone=${TONES[origin]}>${origin}</${Badge}>`

/** @param {{ specification: import('./sections.js').Specification }} props */
export function OperationTable({ specification }) {
  const { operations, assumptions, facts } = specification
  return html`<section class="panel" aria-label="Operations">
    <table class="table stacked">
      <thead>
        <tr>
          <th scope="col">Operation</th>
          <th scope="col">Path</th>
          <th scope="col">Origin</th>
          <th scope="col" class="number">Stated members</th>
          <th scope="col" class="number">Facts of its own</th>
          <th scope="col" class="number">Assumptions</th>
        </tr>
      </thead>
      <tbody>
        ${operations.map(
          ({ id, method, path, origin, stated_members }) => html`<tr key=${id}>
            <th scope="row"><a href=${linkTo('specification', id)}>${id}</a></th>
            <td data-label="Path" class="operation-path"><code>${method} ${path}</code></td>
            <td data-label="Origin"><${Origin} origin=${origin} /></td>
            <td data-label="Stated members" class="number">${stated_members.success.length}</td>
            <td data-label="Facts of its own" class="number">
              ${facts.filter((fact) => fact.operations !== 'all' && concerns(fact, id)).length}
            </td>
            <td data-label="Assumptions" class="number">
              ${assumptions.filter((each) => each.operations.includes(id)).length}
            </td>
          </tr>`,
        )}
      </tbody>
    </table>
  </section>`
}

/**
 * What is stated of one operation, and what is assumed.
 *
 * @param {{ specification: import('./sections.js').Specification, id: string }} props
 */
export function OperationView({ specification, id }) {
  const { operations, assumptions, facts } = specification
  const operation = operations.find((each) => each.id === id)
  if (operation === undefined) {
    return html`<${Empty} title=${`The API has no operation ${id}`}>
      <p><a href=${linkTo('specification', undefined, { view: 'operations' })}>See those that it has.</a></p>
    </${Empty}>`
  }
  const { method, path, summary, origin, stated_members, stated_headers } = operation
  const own = assumptions.filter((each) => each.operations.includes(id))
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
        All other members and headers are assumed, or come from an overlay; * stands for any entry of a list or a map.
      </p>
    </section>
    <section class="panel" aria-labelledby="own-title">
      <h2 id="own-title">Of this operation</h2>
      <${SideBySide}
        facts=${facts.filter((fact) => fact.operations !== 'all' && concerns(fact, id))}
        assumptions=${own.filter((each) => !isShared(each))}
        total=${operations.length}
      />
    </section>
    <section class="panel" aria-labelledby="shared-title">
      <details>
        <summary><h2 id="shared-title">Of every operation</h2></summary>
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
