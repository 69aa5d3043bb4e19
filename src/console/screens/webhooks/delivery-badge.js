import { html } from '../../html.js'
import { Badge } from '../../parts/badge.js'

const TONES = /** @type {const} */ ({ delivered: 'good', pending: 'warn', failed: 'bad' })

/** @param {{ status: keyof typeof TONES }} props */
export function DeliveryBadge({ status }) {
  return html`<${Badge} tone=${TONES[status] ?? 'plain'}>${status}</${Badge}>`
}
