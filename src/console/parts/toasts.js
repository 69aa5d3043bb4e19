import { html } from '../html.js'

/**
 * @typedef {{ id: number, text: string, kind: 'done' | 'failed' }} Toast
 * @param {{ toasts: Toast[], onClose: (id: number) => void }} props
 */
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
