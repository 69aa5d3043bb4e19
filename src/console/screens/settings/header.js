import { html } from '../../html.js'

/**
 * The head of a screen of the settings, with the way that the specification gives to it (§5.2, §5.5).
 *
 * @param {{ trail: unknown, title: unknown, children?: unknown }} props
 */
export function SettingsHeader({ trail, title, children }) {
  return html`<div class="screen-header">
    <div>
      <p class="crumb">${trail} →</p>
      <h1>${title}</h1>
    </div>
    ${children}
  </div>`
}
