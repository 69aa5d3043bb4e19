import { useState } from 'preact/hooks'
import { ofBrowser } from './client/storage.js'
import { html } from './html.js'

const THEMES = [
  ['', 'System'],
  ['light', 'Light'],
  ['dark', 'Dark'],
]

export function ThemeSwitch() {
  const [theme, setTheme] = useState(() => document.documentElement.dataset.theme ?? '')
  const choose = (/** @type {string} */ next) => {
    if (next === '') delete document.documentElement.dataset.theme
    else document.documentElement.dataset.theme = next
    ofBrowser.set('svc-theme', next || undefined)
    setTheme(next)
    // Charts are drawn in the colours of the theme.
    dispatchEvent(new Event('themechange'))
  }
  return html`<label class="theme-switch">
    Theme
    <select value=${theme} onChange=${(/** @type {{ currentTarget: HTMLSelectElement }} */ event) => choose(event.currentTarget.value)}>
      ${THEMES.map(([value, name]) => html`<option value=${value}>${name}</option>`)}
    </select>
  </label>`
}
