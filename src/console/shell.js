import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { AccountPicker } from './account-picker.js'
import { apiOf } from './client/console-key.js'
import { call, RequestFailed } from './client/http.js'
import { ofBrowser } from './client/storage.js'
import { ClockBar } from './clock-bar.js'
import { ConnectionBanner } from './connection-banner.js'
import { FaultBanner } from './fault-banner.js'
import { useAccounts } from './hooks/accounts.js'
import { FaultsProvider } from './hooks/faults.js'
import { linkTo, useRoute } from './hooks/route.js'
import { SandboxContext } from './hooks/sandbox.js'
import { html } from './html.js'
import { Toasts } from './parts/toasts.js'
import { SCREENS } from './screens/screens.js'
import { ThemeSwitch } from './theme-switch.js'

const ACCOUNT = 'svc-account'
const TOAST_MS = 8000

/**
 * What is around every screen: where to go, whose account it is, and what its clock shows.
 *
 * @param {{ session: import('./client/session.js').Session, health: import('./client/session.js').Health, onLeave: (reason?: unknown) => void }} props
 */
export function Shell({ session, health, onLeave }) {
  const [picked, setPicked] = useState(() => ofBrowser.get(ACCOUNT))
  const [revision, setRevision] = useState(0)
  const accounts = useAccounts(session, revision)
  const account = accounts.find(({ id }) => id === picked)?.id ?? accounts[0]?.id ?? ''
  const { toasts, notify, close } = useToasts()
  const refresh = useCallback(() => setRevision((before) => before + 1), [])

  const clients = useMemo(() => {
    const token = session.token === undefined ? {} : { token: session.token }
    /** @type {import('./hooks/sandbox.js').Sandbox['control']} */
    const control = async (method, path, options = {}) => {
      try {
        return await call(method, `_sandbox/${path}`, {
          ...options,
          ...token,
          query: { account, ...options.query },
        })
      } catch (error) {
        // The key that was signed in with is deleted or has expired: nothing works any more but another one.
        if (session.token && error instanceof RequestFailed && error.status === 401) onLeave(error)
        throw error
      }
    }
    return { control, ...apiOf(control, account) }
  }, [session, account, onLeave])
  const sandbox = {
    session: { ...session, accounts },
    health,
    account,
    revision,
    refresh,
    notify,
    ...clients,
  }
  const pick = (/** @type {string} */ id) => {
    ofBrowser.set(ACCOUNT, id)
    setPicked(id)
  }

  const route = useRoute()
  const screen = SCREENS.find(({ path }) => path === (route.screen || 'overview')) ?? SCREENS[0]
  useEffect(() => {
    document.title = `${screen?.title} · svc-sandbox`
  }, [screen])
  useReturn(refresh)

  return html`<${SandboxContext.Provider} value=${sandbox}>
    <${FaultsProvider}>
      <a class="skip" href="#main" onClick=${skip}>Skip to the content</a>
      <div class="shell">
        <${Sidebar} current=${screen} session=${session} health=${health} onLeave=${() => onLeave()} />
        <div class="shell-main">
          <div class="top-bar">
            <header class="top">
              <${AccountPicker} accounts=${accounts} picked=${account} onPick=${pick} />
              <${ClockBar} />
            </header>
            <${ConnectionBanner} isKeyNeeded=${screen?.readsApi === true} onLeave=${onLeave} />
            <${FaultBanner} />
          </div>
          <main id="main" tabindex="-1">
            <${screen?.view} key=${`${account} ${screen?.path}`} route=${route} />
          </main>
        </div>
      </div>
      <${Toasts} toasts=${toasts} onClose=${close} />
    </${FaultsProvider}>
  </${SandboxContext.Provider}>`
}

// The part of the address after # is the screen's, so the browser cannot follow this link itself.
/** @param {Event} event */
function skip(event) {
  event.preventDefault()
  document.getElementById('main')?.focus()
}

/** @param {{ current: typeof SCREENS[number] | undefined, session: import('./client/session.js').Session, health: import('./client/session.js').Health, onLeave: () => void }} props */
function Sidebar({ current, session, health, onLeave }) {
  const here = useRef(/** @type {HTMLElement | null} */ (null))
  // On a phone the menu is a row that scrolls: what was chosen is to be seen in it.
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
    </nav>
    <footer>
      <${ThemeSwitch} />
      <p>
        API ${health.api_version},
        ${health.storage === 'disk' ? ' kept on disk' : ' nothing is kept'}${health.rate_limits ? '' : ', no rate limits'}
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

function useToasts() {
  const [toasts, setToasts] = useState(/** @type {import('./parts/toasts.js').Toast[]} */ ([]))
  const last = useRef(0)
  const close = useCallback((/** @type {number} */ id) => {
    setToasts((shown) => shown.filter((toast) => toast.id !== id))
  }, [])
  const notify = useCallback(
    (/** @type {string} */ text, /** @type {'done' | 'failed'} */ kind = 'done') => {
      last.current += 1
      const id = last.current
      setToasts((shown) => [...shown.slice(-2), { id, text, kind }])
      // What went wrong stays until it was read.
      if (kind === 'done') setTimeout(() => close(id), TOAST_MS)
    },
    [close],
  )
  return { toasts, notify, close }
}

/** Calls `refresh` when the tab is looked at again: much may have happened meanwhile. @param {() => void} refresh */
function useReturn(refresh) {
  useEffect(() => {
    const look = () => document.hidden || refresh()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [refresh])
}
