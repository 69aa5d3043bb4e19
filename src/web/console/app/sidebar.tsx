import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { Health, Session } from '../client/session.ts'
import { linkTo } from '../hooks/route.ts'
import { ThemeSwitch } from '../ui/theme-switch.tsx'
import { menuFor, type Screen } from './screens.tsx'
import { CommandsButton } from './shortcuts.tsx'
import { MENU } from './top-bar.tsx'

export function Sidebar({
  current,
  session,
  health,
  onLeave,
  onCommands,
  children,
}: {
  current: Screen | undefined
  session: Session
  health: Health
  onLeave: () => void
  onCommands: (() => void) | undefined
  children?: ComponentChildren
}) {
  const here = useRef<HTMLAnchorElement>(null)
  // In a low window the menu scrolls, and the current screen must be visible.
  useEffect(() => here.current?.scrollIntoView({ block: 'nearest' }), [current])
  return (
    <div class="sidebar" id={MENU}>
      <a class="brand" href={linkTo('')}>
        <img src="console/icon.svg" alt="" width="24" height="24" /> svc-sandbox
      </a>
      {onCommands && <CommandsButton onOpen={onCommands} />}
      <nav aria-label="Screens">
        {menuFor(session, health).map(({ title, screens }) => (
          <div key={title} class="nav-group" role="group" aria-label={title}>
            <span class="nav-title" aria-hidden="true">
              {title}
            </span>
            {screens.map((screen) => (
              <a
                ref={screen === current ? here : null}
                href={linkTo(screen.path)}
                aria-current={screen === current ? 'page' : undefined}
              >
                {screen.title}
              </a>
            ))}
          </div>
        ))}
        <a href="docs" class="outward">
          API docs
        </a>
        <a href={`guide/${current?.help ?? ''}`} class="outward">
          Guide
        </a>
      </nav>
      <footer>
        <ThemeSwitch />
        {children}
        {session.token !== undefined && (
          <button type="button" onClick={onLeave}>
            Sign out
          </button>
        )}
      </footer>
    </div>
  )
}

const STORAGE = {
  disk: ' stored on disk',
  ephemeral: ' in memory only',
  database: ' stored in a database',
}

/** The version of the API, and what this sandbox does with its data. */
export function About({ health }: { health: Health }) {
  return (
    <p class="about-sandbox">
      API {health.api_version},{STORAGE[health.storage]}
      {health.rate_limits ? '' : ', no rate limits'}
    </p>
  )
}
