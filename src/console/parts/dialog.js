import { useEffect, useRef } from 'preact/hooks'
import { html } from '../html.js'

/**
 * A modal dialog. The browser keeps the focus in it, which goes back to where it was; Escape closes it.
 *
 * @param {{ title: unknown, onClose: () => void, children?: unknown, wide?: boolean }} props
 */
export function Dialog({ title, onClose, children, wide = false }) {
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null))
  useEffect(() => {
    const before = document.activeElement
    dialog.current?.showModal()
    return () => giveBack(before)
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

/** @param {Element | null} before What had the focus; it may be gone by now, or disabled. */
function giveBack(before) {
  const quietly = { preventScroll: true }
  if (before instanceof HTMLElement) before.focus(quietly)
  if (document.activeElement === document.body) document.getElementById('main')?.focus(quietly)
}

/**
 * Asks before something that cannot be taken back; Enter alone takes nothing.
 *
 * @param {{ title: unknown, confirm: unknown, busy?: boolean, onConfirm: () => void, onClose: () => void, children?: unknown }} props
 */
export function Confirmation({ title, confirm, busy = false, onConfirm, onClose, children }) {
  return html`<${Dialog} title=${title} onClose=${onClose}>
    ${children}
    <div class="actions">
      <button type="button" class="danger" disabled=${busy} onClick=${onConfirm}>${confirm}</button>
      <button type="button" autofocus onClick=${onClose}>Cancel</button>
    </div>
  </${Dialog}>`
}
