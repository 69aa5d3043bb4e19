import { useEffect, useRef, useState } from 'preact/hooks'
import { ofBrowser } from '../client/storage.js'
import { linkTo } from '../hooks/route.js'
import { html } from '../html.js'
import { optionsOf, valueTo } from '../parts/controls.js'
import { SCREENS } from '../screens/screens.js'

const THEMES = [
  ['', 'System'],
  ['light', 'Light'],
  ['dark', 'Dark'],
]

const STORAGE = {
  disk: ' stored on disk',
  ephemeral: ' in memory only',
  database: ' stored in a database',
}

/** @param {{ current: typeof SCREENS[number] | undefined, session: import('../client/session.js').Session, health: import('../client/session.js').Health, onLeave: () => void }} props */
export function Sidebar({ current, session, health, onLeave }) {
  const here = useRef(/** @type {HTMLElement | null} */ (null))
  // On a phone the menu is a row that scrolls, and the current screen must be visible.
  useEffect(() => here.current?.scrollIntoView({ block: 'nearest', inline: 'center' }), [current])
  return html`<div class="sidebar">
    <a class="brand" href="#/"><img src="console/icon.svg" alt="" width="24" height="24" /> svc-sandbox</a>
    <nav aria-label="Screens">
      ${menu().map(
        ({ group, screens }) => html`<div
          key=${group ?? ''}
          class="nav-group"
          role=${group && 'group'}
          aria-label=${group}
        >
          ${group && html`<span class="nav-title" aria-hidden="true">${group}</span>`}
          ${screens.map(
            (screen) => html`<a
              ref=${screen === current ? here : undefined}
              href=${linkTo(screen.path)}
              aria-current=${screen === current ? 'page' : undefined}
            >${screen.title}</a>`,
          )}
        </div>`,
      )}
      <a href="docs" class="outward">API docs</a>
      <a href=${`guide/${current?.help ?? ''}`} class="outward">Guide</a>
    </nav>
    <footer>
      <${ThemeSwitch} />
      <p>
        API ${health.api_version},
        ${STORAGE[health.storage]}${health.rate_limits ? '' : ', no rate limits'}
      </p>
      ${session.token !== undefined && html`<button type="button" onClick=${onLeave}>Sign out</button>`}
    </footer>
  </div>`
}

/** The screens by group, those without one first. */
function menu() {
  const groups = new Set([undefined, ...SCREENS.map(({ group }) => group)])
  return [...groups].map((group) => ({
    group,
    screens: SCREENS.filter((screen) => screen.group === group),
  }))
}

function ThemeSwitch() {
  const [theme, setTheme] = useState(() => document.documentElement.dataset.theme ?? '')
  const choose = (/** @type {string} */ next) => {
    if (next === '') delete document.documentElement.dataset.theme
    else document.documentElement.dataset.theme = next
    ofBrowser.set('svc-theme', next || undefined)
    setTheme(next)
    // Charts have the colours of the theme.
    dispatchEvent(new Event('themechange'))
  }
  return html`<label class="theme-switch">
    Theme
    <select value=${theme} onChange=${valueTo(choose)}>
      ${optionsOf(THEMES, theme)}
    </select>
  </label>`
}
