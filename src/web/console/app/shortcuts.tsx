import { useLayoutEffect, useRef } from 'preact/hooks'
import { useSandbox } from '../hooks/sandbox.ts'
import { Confirmation, Dialog } from '../ui/dialog.tsx'
import { Palette } from './palette.tsx'

/** The key that goes with K. */
const isMac = () => /mac/i.test(navigator.platform)

/** Keys for the whole page, which are listed by Shortcuts. Letters are those of a field while one has the focus. */
export function useShortcuts(on: { commands: () => void; help: () => void }): void {
  const latest = useRef(on)
  latest.current = on
  // Before the page is painted, as whoever sees it may type.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || document.querySelector('dialog[open]')) {
        return
      }
      if (event.key.toLowerCase() === 'k' && (isMac() ? event.metaKey : event.ctrlKey)) {
        latest.current.commands()
      } else if (event.ctrlKey || event.metaKey || event.altKey || isField(event.target)) return
      else if (event.key === '?') latest.current.help()
      else if (event.key !== '/' || !focusSearch()) return
      event.preventDefault()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}

const isField = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.matches('input, select, textarea, [contenteditable]')

/** Returns whether the screen has a search. */
function focusSearch(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement>('#main input[type="search"]')
  const field = [...fields].find((each) => each.checkVisibility())
  field?.focus()
  field?.select()
  return field !== undefined
}

const SHORTCUTS = () => [
  [isMac() ? '⌘ K' : 'Ctrl K', 'Go to a screen, or run an action'],
  ['/', 'Go to the search of the screen'],
  ['↑ ↓ Enter', 'Move in a list, and open a row'],
  ['j k x', 'In the request log: next, previous, select'],
  ['Esc', 'Close'],
  ['?', 'Show these shortcuts'],
]

function Shortcuts({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <dl class="facts">
        {SHORTCUTS().map(([key, effect]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{effect}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}

/** Opens the commands for those who do not know the key. */
export function CommandsButton({ onOpen }: { onOpen: () => void }) {
  return (
    <button
      type="button"
      class="commands-button"
      aria-label="Go to or run"
      aria-haspopup="dialog"
      aria-keyshortcuts={isMac() ? 'Meta+K' : 'Control+K'}
      data-keys={isMac() ? '⌘ K' : 'Ctrl K'}
      onClick={onOpen}
    >
      <span class="commands-text">Go to or run…</span>
    </button>
  )
}

/** The dialog that is open, if any. */
export type OpenDialog = 'commands' | 'shortcuts' | 'reset' | undefined

/** The dialogs of commands, of which one is open at a time. */
export function CommandCenter({
  open,
  onOpen,
}: {
  open: OpenDialog
  onOpen: (dialog: OpenDialog) => void
}) {
  const { control, account, session, refresh } = useSandbox()
  const close = () => onOpen(undefined)
  const reset = async () => {
    await control('POST', '/reset', { body: { account } })
    refresh()
    return 'The account is as it was at the start.'
  }
  if (open === 'commands') return <Palette onClose={close} onReset={() => onOpen('reset')} />
  if (open === 'shortcuts') return <Shortcuts onClose={close} />
  if (open !== 'reset') return null
  const name = session.accounts.find(({ id }) => id === account)?.name ?? account
  return (
    <Confirmation
      title="Reset this account?"
      confirm="Reset the account"
      failed="The account was not reset"
      act={reset}
      onClose={close}
    >
      <p>
        <bdi>{name}</bdi> gets the data that the sandbox started with. Campaigns, webhooks, keys,
        faults and logged requests since then are deleted.
      </p>
    </Confirmation>
  )
}
