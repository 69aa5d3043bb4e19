import { html } from '../html.js'
import { Empty } from './empty.js'

/**
 * In place of what an address names and nobody has.
 *
 * @param {{ title: unknown, href: string, children?: unknown }} props `children`: where the link leads.
 */
export function Missing({ title, href, children }) {
  return html`<${Empty} title=${title}>
    <p><a href=${href}>${children}</a></p>
  </${Empty}>`
}
