import { html } from '../../html.js'
import { shown } from '../../parts/numbers.js'

/** @typedef {import('../../client/session.js').Control['Key']} Key */

/** The permission that means all of them (§2). */
export const ALL = '*'

/** @param {{ permissions: string[], most?: number }} props Without `most` all of them are listed. */
export function Permissions({ permissions, most = permissions.length }) {
  if (permissions.includes(ALL)) return html`<span>all (<code>${ALL}</code>)</span>`
  const left = permissions.length - most
  return html`<span class="permissions">
    ${permissions.slice(0, most).map((permission) => html`<code>${permission}</code> `)}
    ${left > 0 && html`<span class="faint" title=${permissions.slice(most).join(', ')}>and ${shown(left)} more</span>`}
  </span>`
}

/** @param {{ addresses: string[] }} props */
export function Addresses({ addresses }) {
  if (addresses.length === 0) return html`<span class="faint">from anywhere</span>`
  return html`<span class="permissions">${addresses.map((address) => html`<code>${address}</code> `)}</span>`
}

/** @param {{ limit: number | null }} props Requests an hour. */
export function RateLimit({ limit }) {
  return limit === null
    ? html`<span class="faint">the plan’s limit</span>`
    : html`<span>${shown(limit)} an hour</span>`
}
