import { html } from '../html.js'

/**
 * Where there is nothing yet: says so, and what comes next.
 *
 * @param {{ title: unknown, children?: unknown }} props
 */
export function Empty({ title, children }) {
  return html`<div class="empty"><strong>${title}</strong>${children}</div>`
}
