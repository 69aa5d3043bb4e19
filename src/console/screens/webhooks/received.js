import { html } from '../../html.js'
import { Badge } from '../../parts/badge.js'
import { Body, Headers } from '../../parts/message.js'
import { Time } from '../../parts/time.js'
import { Fold } from './fold.js'

const TONES = /** @type {const} */ ({
  valid: 'good',
  invalid: 'bad',
  missing: 'warn',
  unknown: 'plain',
})

/**
 * One request that came to the built-in receiver.
 *
 * @param {{ request: import('../../client/session.js').Control['ReceivedRequest'] }} props
 */
export function Received({ request }) {
  const { id, received_at, event_id, type, headers, body, truncated } = request
  const { signature, reason, answered_status } = request
  const head = html`<strong>${type ?? 'No event'}</strong>
    <${Badge} tone=${TONES[signature]}>signature ${signature}</${Badge}>
    <span class="faint">
      <${Time} at=${received_at} precision="moment" />${answered_status === null ? ', not answered' : `, answered ${answered_status}`}
    </span>`
  return html`<li>
    <${Fold} head=${head}>
      <p>${reason}</p>
      ${event_id !== null && html`<p>Event <code>${event_id}</code></p>`}
      <${Body} message=${{ headers, body, truncated }} label=${`Body of ${id}`} />
      <${Headers} headers=${headers} />
    </${Fold}>
  </li>`
}
