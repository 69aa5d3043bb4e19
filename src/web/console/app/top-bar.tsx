import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { ClockBar } from './clock-bar.tsx'
import { CommandsButton } from './shortcuts.tsx'

/** The id of the element with the menu. */
export const MENU = 'menu'

/** The account and the clock, on a phone with the commands (`onCommands`) in one row. `children` picks the account. */
export function TopBar({
  isMenuOpen,
  onMenu,
  onCommands,
  hasClock,
  children,
}: {
  isMenuOpen: boolean
  onMenu: () => void
  onCommands: (() => void) | undefined
  hasClock: boolean
  children: ComponentChildren
}) {
  return (
    <header class="top">
      <div class="top-row">
        <button
          type="button"
          class="menu-button"
          aria-label="Menu"
          aria-expanded={isMenuOpen}
          aria-controls={MENU}
          onClick={onMenu}
        >
          <span aria-hidden="true">☰</span>
        </button>
        {children}
        {/* On a phone it is a button in the row. */}
        {onCommands && hasClock && <ClockBar />}
        {onCommands && <CommandsButton onOpen={onCommands} />}
      </div>
      {!onCommands && hasClock && <ClockBar />}
    </header>
  )
}

/** The menu of a narrow page: open until the user presses Escape, presses outside, or navigates. */
export function useMenu(place: string) {
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<Element | null>(null)
  useEffect(() => setOpen(false), [place])
  useEffect(() => {
    if (!isOpen) return
    opener.current = document.activeElement
    document.querySelector<HTMLElement>(`#${MENU} nav a`)?.focus()
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setOpen(false)
      if (opener.current instanceof HTMLElement) opener.current.focus()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [isOpen])
  return { isOpen, toggle: () => setOpen((before) => !before), close: () => setOpen(false) }
}
