import { useEffect, useMemo, useState } from 'preact/hooks'
import { apiOf } from '../client/console-key.js'
import { controlOf, RequestFailed } from '../client/http.js'
import { listAccounts } from '../client/session.js'
import { ofBrowser } from '../client/storage.js'
import { FaultsProvider } from '../hooks/faults.js'
import { useRoute } from '../hooks/route.js'
import { SandboxContext } from '../hooks/sandbox.js'
import { useTurn } from '../hooks/timing.js'
import { html } from '../html.js'
import { optionsOf, valueTo } from '../parts/controls.js'
import { Toasts, useToasts } from '../parts/toasts.js'
import { isolated } from '../parts/values.js'
import { SCREENS } from '../screens/screens.js'
import { ClockBar } from './clock-bar.js'
import { ConnectionBanner } from './connection.js'
import { FaultBanner } from './fault-banner.js'
import { Sidebar } from './sidebar.js'

/** @import { ControlCall } from '../client/http.js' */
/** @import { Health, Session } from '../client/session.js' */

const ACCOUNT = 'svc-account'

/** The frame around every screen. @param {{ session: Session, health: Health, onLeave: (reason?: unknown) => void }} props */
export function Shell({ session, health, onLeave }) {
  const [picked, setPicked] = useState(() => ofBrowser.get(ACCOUNT))
  const [revision, refresh] = useTurn()
  const accounts = useAccounts(session, revision)
  const account = accounts.find(({ id }) => id === picked)?.id ?? accounts[0]?.id ?? ''
  const { toasts, notify, close } = useToasts()

  const clients = useMemo(() => {
    const ask = controlOf({ token: session.token, account })
    /** @type {ControlCall} */
    const control = async (method, path, ...input) => {
      try {
        return await ask(method, path, ...input)
      } catch (error) {
        // The key of the sign-in was deleted or has expired.
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

// The browser cannot follow this link, because the part of the address after # names the screen.
/** @param {Event} event */
function skip(event) {
  event.preventDefault()
  document.getElementById('main')?.focus()
}

/** Calls `refresh` when the user returns to the tab. @param {() => void} refresh */
function useReturn(refresh) {
  useEffect(() => {
    const look = () => document.hidden || refresh()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [refresh])
}

/** @param {{ accounts: Session['accounts'], picked: string, onPick: (id: string) => void }} props */
function AccountPicker({ accounts, picked, onPick }) {
  if (accounts.length < 2) {
    const [only] = accounts
    return html`<p class="account">${only ? html`Account <bdi>${only.name}</bdi>` : 'This sandbox has no accounts'}</p>`
  }
  return html`<label class="account">
    Account
    <select value=${picked} onChange=${valueTo(onPick)}>
      ${optionsOf(
        accounts.map(({ id, name, plan }) => [id, `${isolated(name)} (${plan ?? id})`]),
        picked,
      )}
    </select>
  </label>`
}

/** The accounts to choose from, kept up to date. @param {Session} session @param {number} revision */
function useAccounts(session, revision) {
  const [accounts, setAccounts] = useState(session.accounts)
  useEffect(() => {
    // An owner has only one account, and the accounts of a new session are up to date.
    if (session.role === 'owner' || revision === 0) return
    const stop = new AbortController()
    listAccounts(session.token, stop.signal).then(
      (found) => stop.signal.aborted || setAccounts(found),
      // The connection banner reports that the sandbox is away.
      () => {},
    )
    return () => stop.abort()
  }, [session, revision])
  return accounts
}
