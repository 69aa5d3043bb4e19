import { useLoaded } from '../../hooks/loaded.js'
import { linkTo } from '../../hooks/route.js'
import { useSandbox } from '../../hooks/sandbox.js'
import { html } from '../../html.js'
import { Badge, StatusBadge } from '../../parts/badge.js'
import { CopyButton } from '../../parts/copy.js'
import { Failure } from '../../parts/failure.js'
import { DeliveryBadge } from './delivery-badge.js'
import { nameOf } from './webhook.js'

/** @typedef {import('../../client/session.js').Control} Control */
/** @typedef {{ event: Control['Event'], deliveries: string[], attempt: Control['Attempt'] | null, secret: string | null }} Happened */

/**
 * Where an event went that was triggered.
 *
 * @param {{ happened: Happened } & Pick<import('./webhooks-page.js').Shared, 'webhooks' | 'receiver' | 'turn'>} props
 */
export function Outcome({ happened, webhooks, receiver, turn }) {
  const { event, deliveries, attempt, secret } = happened
  return html`<div class="webhooks-outcome">
    <p><strong>${event.type}</strong> happened: <code>${event.id}</code></p>
    ${
      attempt !== null
        ? html`<${Sent} attempt=${attempt} secret=${secret} />`
        : deliveries.length === 0
          ? html`<p>It went nowhere: no enabled webhook wants this kind of event of this campaign. Send events to the built-in receiver, or give an address.</p>`
          : html`<${Ways} eventId=${event.id} webhooks=${webhooks} receiver=${receiver} turn=${turn} />`
    }
  </div>`
}

/** @param {{ attempt: Control['Attempt'], secret: string | null }} props */
function Sent({ attempt: { url, status, error, duration_ms }, secret }) {
  return html`<p>
      ${error === null ? html`<${Badge} tone="good">arrived</${Badge}>` : html`<${Badge} tone="bad">not arrived</${Badge}>`}
      ${' '}<code class="webhooks-url">${url}</code> ${status !== null && html`answered <${StatusBadge} status=${status} /> in ${Math.round(duration_ms)} ms.`}
    </p>
    ${error !== null && html`<p class="problem">${error}</p>`}
    ${
      secret !== null &&
      html`<p class="webhooks-signed">It was signed with <code class="webhooks-url">${secret}</code> <${CopyButton} text=${secret} label="Copy secret" /></p>`
    }`
}

/**
 * The deliveries of the event, as they come along.
 *
 * @param {{ eventId: string } & Pick<import('./webhooks-page.js').Shared, 'webhooks' | 'receiver' | 'turn'>} props
 */
function Ways({ eventId, webhooks, receiver, turn }) {
  const { control } = useSandbox()
  const { data, error, reload } = useLoaded(
    async (signal) =>
      /** @type {Control['Delivery'][]} */ (
        (await control('GET', 'deliveries', { query: { event_id: eventId }, signal })).data
      ),
    [control, eventId, turn],
  )
  if (error !== undefined) return html`<${Failure} error=${error} retry=${reload} />`
  return html`<ul class="webhooks-ways">
    ${data?.map(
      ({ id, webhook_id, status }) => html`<li key=${id}>
        <${DeliveryBadge} status=${status} />
        <a href=${linkTo('webhooks', id)}>to ${nameOf(webhook_id, webhooks, receiver)}</a>
      </li>`,
    )}
  </ul>`
}
