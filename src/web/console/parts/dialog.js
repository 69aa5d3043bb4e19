import { useEffect, useRef } from 'preact/hooks'
import { useAttempt, useSandbox } from '../hooks/sandbox.js'
import { html } from '../html.js'
import { Failure } from './page.js'

/** A modal dialog: keeps the focus, and returns it when it closes. @param {{ title: unknown, onClose: () => void, children?: unknown, wide?: boolean }} props */
export function Dialog({ title, onClose, children, wide = false }) {
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null))
  useEffect(() => {
    const before = document.activeElement
    dialog.current?.showModal()
    return () => returnFocus(before)
  }, [])
  return html`<dialog
    ref=${dialog}
    class=${wide ? 'dialog dialog-wide' : 'dialog'}
    aria-labelledby="dialog-title"
    onCancel=${(/** @type {Event} */ event) => {
      event.preventDefault()
      onClose()
    }}
  >
    <header class="dialog-header">
      <h2 id="dialog-title">${title}</h2>
      <button type="button" class="quiet" aria-label="Close" onClick=${onClose}>✕</button>
    </header>
    <div class="dialog-body">${children}</div>
  </dialog>`
}

/** @param {Element | null} before It may have been removed or disabled since. */
function returnFocus(before) {
  const quietly = { preventScroll: true }
  if (before instanceof HTMLElement) before.focus(quietly)
  if (document.activeElement === document.body) document.getElementById('main')?.focus(quietly)
}

/**
 * Asks before something that cannot be undone; Enter alone changes nothing. `act` resolves with a message to show, and closes the
 * dialog. When it fails, the dialog shows why below `failed`.
 * @param {{ title: unknown, confirm: unknown, failed: string, act: () => Promise<string>, onClose: () => void,
 *   children?: unknown }} props
 */
export function Confirmation({ title, confirm, failed, act, onClose, children }) {
  const { notify } = useSandbox()
  const { attempt, busy, error } = useAttempt()
  const run = async () => {
    notify(await act())
    onClose()
  }
  return html`<${Dialog} title=${title} onClose=${onClose}>
    ${children}
    ${error !== undefined && html`<${Failure} error=${error} title=${failed} />`}
    <div class="actions">
      <button type="button" class="danger" disabled=${busy} onClick=${() => attempt(run)}>${confirm}</button>
      <button type="button" autofocus onClick=${onClose}>Cancel</button>
    </div>
  </${Dialog}>`
}
