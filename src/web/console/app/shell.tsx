import { useMemo, useState } from 'preact/hooks'
import { accountIn } from '../client/address.ts'
import {
  type ApiCall,
  type ControlCall,
  controlOf,
  observerOf,
  RequestFailed,
} from '../client/http.ts'
import { serviceOf } from '../client/service.ts'
import type { Health, Session } from '../client/session.ts'
import { FaultsProvider } from '../hooks/faults.tsx'
import { NARROW, useMedia } from '../hooks/media.ts'
import { SandboxContext } from '../hooks/sandbox.ts'
import { useReturn, useTurn } from '../hooks/timing.ts'
import { Toasts, useToasts } from '../ui/toasts.tsx'
import { AccountPicker, openAccount, UnknownAccount, useAccounts, useAddress } from './accounts.tsx'
import { ConnectionBanner, FaultBanner, OverlayBanner } from './banners.tsx'
import { useArrival, usePageTitle } from './navigation.ts'
import { SCREENS } from './screens.tsx'
import { CommandCenter, type OpenDialog, useShortcuts } from './shortcuts.tsx'
import { About, Sidebar } from './sidebar.tsx'
import { TopBar, useMenu } from './top-bar.tsx'

/** The frame around every screen. */
export function Shell({
  session,
  health,
  onLeave,
}: {
  session: Session
  health: Health
  onLeave: (reason?: unknown) => void
}) {
  const [revision, refresh] = useTurn()
  const accounts = useAccounts(session, revision)
  const { route, account, isUnknown } = useAddress(accounts)
  const { toasts, notify, close, dismiss } = useToasts()

  const clients = useMemo(() => {
    const caller = { token: session.token, account }
    const leaving = (error: unknown): never => {
      // The key of the sign-in was deleted or has expired.
      if (session.token && error instanceof RequestFailed && error.status === 401) onLeave(error)
      throw error
    }
    const ask = controlOf(caller)
    const observed = observerOf(caller)
    const control: ControlCall = (method, path, ...input) =>
      ask(method, path, ...input).catch(leaving)
    const observe: ApiCall = (...input) => observed(...input).catch(leaving)
    return { control, observe, api: serviceOf(observe) }
  }, [session, account, onLeave])
  const sandbox = {
    session: { ...session, accounts },
    health,
    account,
    revision,
    refresh,
    notify,
    dismiss,
    ...clients,
  }
  const screen = SCREENS.find(({ path }) => path === (route.screen || 'overview')) ?? SCREENS[0]
  usePageTitle(screen)
  useArrival(screen?.isSplit ? screen.path : `${screen?.path}/${route.id}`)
  useReturn(refresh)
  const View = screen?.view
  const menu = useMenu(location.hash)
  const [open, setOpen] = useState<OpenDialog>()
  const openCommands = () => setOpen('commands')
  useShortcuts({ commands: openCommands, help: () => setOpen('shortcuts') })
  const isNarrow = useMedia(NARROW)
  // Both have a place in the layout, where messages cover nothing: a phone has no room to keep free for them.
  const messages = <Toasts toasts={toasts} onClose={close} />
  const about = <About health={health} />

  return (
    <SandboxContext.Provider value={sandbox}>
      <FaultsProvider>
        {/* biome-ignore lint/a11y/useValidAnchor: it leads to a place, and works without the listener in other pages. */}
        <a class="skip" href="#main" onClick={skip}>
          Skip to the content
        </a>
        <div class={menu.isOpen ? 'shell has-menu' : 'shell'}>
          <Sidebar
            current={screen}
            session={session}
            health={health}
            onLeave={() => onLeave()}
            onCommands={isNarrow ? undefined : openCommands}
          >
            {isNarrow && about}
          </Sidebar>
          {menu.isOpen && (
            <button
              type="button"
              class="menu-backdrop"
              aria-label="Close the menu"
              onClick={menu.close}
            ></button>
          )}
          <div class="shell-main">
            <div class="top-bar">
              <TopBar
                isMenuOpen={menu.isOpen}
                onMenu={menu.toggle}
                onCommands={isNarrow ? openCommands : undefined}
                hasClock={!isUnknown}
              >
                <AccountPicker
                  accounts={accounts}
                  picked={account}
                  onPick={(id) => openAccount(id, route.screen)}
                />
              </TopBar>
              <div class="notices">
                <ConnectionBanner onLeave={onLeave} />
                <OverlayBanner />
                <FaultBanner />
                {isNarrow && messages}
              </div>
            </div>
            <main id="main" tabindex={-1}>
              {isUnknown ? (
                <UnknownAccount accounts={accounts} id={accountIn(route) ?? ''} />
              ) : (
                View && <View key={`${account} ${screen?.path}`} route={route} />
              )}
            </main>
            {!isNarrow && (
              <footer class="status-bar">
                {messages}
                {about}
              </footer>
            )}
          </div>
        </div>
        {!isUnknown && <CommandCenter open={open} onOpen={setOpen} />}
      </FaultsProvider>
    </SandboxContext.Provider>
  )
}

// The browser cannot follow this link, because the part of the address after # names the screen.
function skip(event: Event) {
  event.preventDefault()
  document.getElementById('main')?.focus()
}
