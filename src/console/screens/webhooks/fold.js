import { useState } from 'preact/hooks'
import { html } from '../../html.js'

/**
 * A row that opens. What is in it is made only then: there may be a hundred, each with a body.
 *
 * @param {{ head: unknown, isOpen?: boolean, children?: unknown }} props `isOpen`: at first.
 */
export function Fold({ head, isOpen = false, children }) {
  const [open, setOpen] = useState(isOpen)
  return html`<details
    open=${open}
    onToggle=${(/** @type {{ currentTarget: HTMLDetailsElement }} */ event) => setOpen(event.currentTarget.open)}
  >
    <summary><span class="webhooks-fold-head">${head}</span></summary>
    ${open && html`<div class="webhooks-fold-body">${children}</div>`}
  </details>`
}
