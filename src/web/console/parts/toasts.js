import { useCallback, useRef, useState } from 'preact/hooks'
import { html } from '../html.js'

/** @typedef {{ id: number, text: string, kind: 'done' | 'failed' }} Toast */

const TOAST_MS = 8000

export function useToasts() {
  const [toasts, setToasts] = useState(/** @type {Toast[]} */ ([]))
  const last = useRef(0)
  const close = useCallback((/** @type {number} */ id) => {
    setToasts((shown) => shown.filter((toast) => toast.id !== id))
  }, [])
  const notify = useCallback(
    (/** @type {string} */ text, /** @type {Toast['kind']} */ kind = 'done') => {
      last.current += 1
      const id = last.current
      setToasts((shown) => [...shown.slice(-2), { id, text, kind }])
      // A failure stays until the user closes it.
      if (kind === 'done') setTimeout(() => close(id), TOAST_MS)
    },
    [close],
  )
  return { toasts, notify, close }
}

/** @param {{ toasts: Toast[], onClose: (id: number) => void }} props */
export function Toasts({ toasts, onClose }) {
  return html`<div class="toasts" role="status" aria-live="polite">
    ${toasts.map(
      ({ id, text, kind }) => html`<div key=${id} class=${`toast toast-${kind}`}>
        <span>${text}</span>
        <button type="button" class="quiet" aria-label="Close this message" onClick=${() => onClose(id)}>✕</button>
      </div>`,
    )}
  </div>`
}
