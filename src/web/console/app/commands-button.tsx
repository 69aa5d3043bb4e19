import { isMac } from './shortcuts.tsx'

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
