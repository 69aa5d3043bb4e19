import { html } from '../../html.js'
import { Badge, StatusBadge } from '../../parts/badge.js'
import { Body, Headers } from '../../parts/message.js'
import { Time } from '../../parts/time.js'

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
  const { id, received_at, event_id, type, headers, body, truncated, signature, reason } = request
  return html`<li>
    <details>
      <summary>
        <span class="webhooks-received-head">
          <strong>${type ?? 'No event'}</strong>
          <${Badge} tone=${TONES[signature]}>signature ${signature}</${Badge}>
          <span class="faint"><${Time} at=${received_at} precision="second" /></span>
        </span>
      </summary>
      <div class="webhooks-received-body">
        <p>${reason}</p>
        <p class="webhooks-answered">
          ${event_id !== null && html`<code>${event_id}</code>`}
          <span>answered <${StatusBadge} status=${request.answered_status} /></span>
        </p>
        <${Body} message=${{ headers, body, truncated }} label=${`Body of ${id}`} />
        <${Headers} headers=${headers} />
      </div>
    </details>
  </li>`
}
