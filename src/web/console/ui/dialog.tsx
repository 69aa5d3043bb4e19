import type { ComponentChildren, RefObject } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { useAttempt } from '../hooks/sandbox.ts'
import { useUndo } from '../hooks/undo.ts'
import { Failure } from './page.tsx'

/** A modal dialog: keeps the focus, and returns it when it closes. */
export function Dialog({
  title,
  onClose,
  children,
  wide = false,
}: {
  title: ComponentChildren
  onClose: () => void
  children?: ComponentChildren
  wide?: boolean
}) {
  const dialog = useModal()
  return (
    <dialog
      ref={dialog}
      class={wide ? 'dialog dialog-wide' : 'dialog'}
      aria-labelledby="dialog-title"
      onCancel={(event: Event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <header class="dialog-header">
        <h2 id="dialog-title">{title}</h2>
        <button type="button" class="quiet" aria-label="Close" onClick={onClose}>
          ✕
        </button>
      </header>
      <div class="dialog-body stack">{children}</div>
    </dialog>
  )
}

/** For a dialog element: it opens with its component, keeps the focus, and returns it when it closes. */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null)
  // Before it is painted: keys that are pressed at once belong to it.
  useLayoutEffect(() => {
    const before = document.activeElement
    dialog.current?.showModal()
    // Once it is gone, perhaps together with what opened it.
    return () => queueMicrotask(() => returnFocus(before))
  }, [])
  return dialog
}

/** @param before It may have been removed or disabled since. */
function returnFocus(before: Element | null) {
  const quietly = { preventScroll: true }
  if (before instanceof HTMLElement) before.focus(quietly)
  if (document.activeElement === document.body) document.getElementById('main')?.focus(quietly)
}

/**
 * Asks before something that loses data; Enter alone changes nothing. `act` resolves with a message to show, and closes the
 * dialog; the message offers to undo it if that is possible. When it fails, the dialog shows why below `failed`.
 */
export function Confirmation({
  title,
  confirm,
  failed,
  act,
  onClose,
  children,
}: {
  title: ComponentChildren
  confirm: ComponentChildren
  failed: string
  act: () => Promise<string>
  onClose: () => void
  children?: ComponentChildren
}) {
  const { did } = useUndo()
  const { attempt, busy, error } = useAttempt()
  const run = async () => {
    await did(act)
    onClose()
  }
  return (
    <Dialog title={title} onClose={onClose}>
      {children}
      {error !== undefined && <Failure error={error} title={failed} />}
      <div class="actions">
        <button type="button" class="danger" disabled={busy} onClick={() => attempt(run)}>
          {confirm}
        </button>
        <button type="button" autofocus onClick={onClose}>
          Cancel
        </button>
      </div>
    </Dialog>
  )
}
