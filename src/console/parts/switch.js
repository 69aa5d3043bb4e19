import { html } from '../html.js'

/**
 * Something that is on or off, and takes effect at once.
 *
 * @param {{ on: boolean, label: string, describedby?: string, disabled?: boolean, onChange: (on: boolean) => void }} props
 */
export function Switch({ on, label, describedby, disabled = false, onChange }) {
  return html`<button
    type="button"
    role="switch"
    class="switch"
    aria-checked=${String(on)}
    aria-label=${label}
    aria-describedby=${describedby}
    disabled=${disabled}
    onClick=${() => onChange(!on)}
  ><span class="switch-knob" aria-hidden="true"></span><span aria-hidden="true">${on ? 'On' : 'Off'}</span></button>`
}
