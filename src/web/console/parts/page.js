import { useEffect, useId } from 'preact/hooks'
import { titleOf } from '../client/fault-rules.js'
import { RequestFailed } from '../client/http.js'
import { messageOf } from '../client/problems.js'
import { useFaults } from '../hooks/faults.js'
import { linkTo } from '../hooks/route.js'
import { html } from '../html.js'
import { counted, shown } from './values.js'

/** @import { Loaded } from '../hooks/sandbox.js' */

/** `trail` links to the parent screens. @param {{ title: unknown, trail?: unknown, about?: string, children?: unknown }} props */
export function ScreenHeader({ title, trail, about, children }) {
  return html`<div class="screen-header">
    <div>
      ${trail && html`<p class="crumb">${trail}</p>`}
      <h1>${title}</h1>
      ${about && html`<p>${about}</p>`}
    </div>
    ${children}
  </div>`
}

/** A section with a heading. @param {{ title: unknown, actions?: unknown, class?: string, children?: unknown }} props */
export function Panel({ title, actions, class: style = '', children }) {
  const id = useId()
  const heading = html`<h2 id=${id}>${title}</h2>`
  return html`<section class=${`panel ${style}`} aria-labelledby=${id}>
    ${actions === undefined ? heading : html`<div class="panel-header">${heading}${actions}</div>`}
    ${children}
  </section>`
}

/** An error with what to do about it. @param {{ error: unknown, retry?: () => void, title?: string }} props */
export function Failure({ error, retry, title = 'This could not be loaded' }) {
  const fault = error instanceof RequestFailed ? error.fault : undefined
  const { reload } = useFaults()
  // The rule may be new, and the banner must show it.
  useEffect(() => {
    if (fault !== undefined) reload()
  }, [fault, reload])
  return html`<div class="failure" role="alert">
    <strong>${title}</strong>
    ${fault !== undefined && html`<${OnPurpose} fault=${fault} />`}
    <p>${messageOf(error)}</p>
    <div class="actions">
      ${fault !== undefined && html`<a class="button" href=${linkTo('faults')}>Show the faults</a>`}
      ${retry && html`<button type="button" onClick=${retry}>Try again</button>`}
    </div>
  </div>`
}

/** @param {{ fault: string }} props Ids of rules. */
function OnPurpose({ fault }) {
  const { data: faults = [] } = useFaults()
  const ids = fault.split(', ')
  const names = ids.map((id) =>
    titleOf(faults.find((rule) => rule.id === id) ?? { id, name: null }),
  )
  return html`<p>
    ${names.length === 1 ? 'A fault is on' : 'Faults are on'}: <strong>${names.map((name, index) => html`${index > 0 && ', '}<bdi>${name}</bdi>`)}</strong>. Faults also affect the
    requests of this page.
  </p>`
}

/** An empty state, with the next step. @param {{ title: unknown, children?: unknown }} props */
export function Empty({ title, children }) {
  return html`<div class="empty"><strong>${title}</strong>${children}</div>`
}

/** An unknown record, with a link to go on. @param {{ title: unknown, href: string, children?: unknown }} props */
export function Missing({ title, href, children }) {
  return html`<${Empty} title=${title}>
    <p><a href=${href}>${children}</a></p>
  </${Empty}>`
}

/** @param {{ children?: unknown }} props */
export function Loading({ children }) {
  return html`<div class="loading" role="status">${children}</div>`
}

/** The state of loading data; `title` is the title of a failure. @param {{ of: Loaded<unknown>, title?: string, children?: unknown }} props */
export function Pending({ of: { data, error, loading, reload }, title, children }) {
  return html`
    ${error !== undefined && html`<${Failure} error=${error} retry=${reload} title=${title} />`}
    ${data === undefined && loading && html`<${Loading}>${children}</${Loading}>`}
  `
}

/**
 * @template T
 * @typedef {[label: string, cell: (row: T, index: number) => unknown, style?: string]} Column `style` is a class. Only screen
 *   readers get the label of a column of actions.
 */

const isOfActions = (/** @type {string | undefined} */ style) => style?.endsWith('actions')

const idOf = (/** @type {any} */ { id }) => id

/**
 * A table whose first column names the row. On a phone, each row is a card with a label before each value.
 * @template T @param {{ columns: Column<T>[], rows: readonly T[], keyOf?: (row: T) => string, caption?: string, class?: string,
 *   rowClass?: (row: T) => string }} props
 */
export function Table({
  columns,
  rows,
  keyOf = idOf,
  caption,
  class: style = '',
  rowClass = () => '',
}) {
  return html`<table class=${`table stacked ${style}`}>
    ${caption && html`<caption class="hidden-text">${caption}</caption>`}
    <thead>
      <tr>
        ${columns.map(
          ([label, , style]) => html`<th scope="col" class=${style}>
            ${isOfActions(style) ? html`<span class="hidden-text">${label}</span>` : label}
          </th>`,
        )}
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        (row, index) => html`<tr key=${keyOf(row)} class=${rowClass(row)}>
          ${columns.map(([label, cell, style], place) =>
            place === 0
              ? html`<th scope="row">${cell(row, index)}</th>`
              : html`<td data-label=${isOfActions(style) ? undefined : label} class=${style}>${cell(row, index)}</td>`,
          )}
        </tr>`,
      )}
    </tbody>
  </table>`
}

/** @typedef {[term: string, value: unknown][]} FactList @param {{ facts: FactList, class: string }} props */
export function Facts({ facts, class: style }) {
  return html`<dl class=${style}>
    ${facts.map(([term, value]) => html`<div key=${term}><dt>${term}</dt><dd>${value}</dd></div>`)}
  </dl>`
}

/** @param {{ total: number, size: number, page: number, onPage: (page: number) => void }} props */
export function Pager({ total, size, page, onPage }) {
  if (total <= size) return null
  const last = Math.ceil(total / size) - 1
  return html`<nav class="pager" aria-label="Pages">
    <button type="button" disabled=${page === 0} onClick=${() => onPage(page - 1)}>Previous</button>
    <span class="faint">${shown(page * size + 1)}–${shown(Math.min(total, (page + 1) * size))} of ${counted(total, 'row')}</span>
    <button type="button" disabled=${page >= last} onClick=${() => onPage(page + 1)}>Next</button>
  </nav>`
}
