import { html } from '../../html.js'
import { shown } from '../../parts/numbers.js'

/** @typedef {import('../../client/session.js').Control['Key']} Key */

/** The permission that means all of them (§2). */
export const ALL = '*'

/** @param {{ permissions: string[], most?: number }} props Without `most` all of them are listed. */
export function Permissions({ permissions, most }) {
  if (permissions.includes(ALL)) return html`<span>all (<code>${ALL}</code>)</span>`
  return html`<${Values} values=${permissions} most=${most} />`
}

/** @param {{ addresses: string[], most?: number }} props */
export function Addresses({ addresses, most }) {
  if (addresses.length === 0) return html`<span class="faint">from anywhere</span>`
  return html`<${Values} values=${addresses} most=${most} />`
}

/** @param {{ values: string[], most?: number }} props */
function Values({ values, most = values.length }) {
  const left = values.slice(most)
  return html`<span class="values">
    ${values.slice(0, most).map((value) => html`<code>${value}</code> `)}
    ${left.length > 0 && html`<span class="faint" title=${left.join(', ')}>and ${shown(left.length)} more</span>`}
  </span>`
}

/** @param {{ limit: number | null }} props Requests an hour. */
export function RateLimit({ limit }) {
  return limit === null
    ? html`<span class="faint">the plan’s limit</span>`
    : html`<span>${shown(limit)} an hour</span>`
}
