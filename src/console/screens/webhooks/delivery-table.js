import { linkTo } from '../../hooks/route.js'
import { html } from '../../html.js'
import { shown } from '../../parts/numbers.js'
import { Time } from '../../parts/time.js'
import { DeliveryBadge } from './delivery-badge.js'
import { untilText } from './due.js'
import { nameOf } from './webhook.js'

/** @typedef {import('../../client/session.js').Control['Delivery']} Delivery */

/**
 * @param {object} props
 * @param {readonly Delivery[]} props.deliveries
 * @param {import('../../client/clock.js').Clock} props.clock
 * @param {import('./webhooks-page.js').Shared['webhooks']} props.webhooks
 * @param {import('./webhooks-page.js').Shared['receiver']} props.receiver
 * @param {import('./webhooks-page.js').Shared['campaigns']} props.campaigns
 */
export function DeliveryTable({ deliveries, clock, webhooks, receiver, campaigns = [] }) {
  return html`<table class="table stacked webhooks-table">
    <thead>
      <tr>
        <th scope="col">Event</th>
        <th scope="col">Time</th>
        <th scope="col">Webhook</th>
        <th scope="col">Status</th>
        <th scope="col" class="number">Attempts</th>
        <th scope="col">Next attempt</th>
      </tr>
    </thead>
    <tbody>
      ${deliveries.map(
        ({ id, type, campaign_id, created_at, webhook_id, status, attempts, next_attempt_at }) =>
          html`<tr key=${id}>
            <th scope="row">
              <a href=${linkTo('webhooks', id)}>${type}</a>
              <span class="webhooks-note"><bdi>${campaigns.find((each) => each.id === campaign_id)?.name ?? campaign_id}</bdi></span>
            </th>
            <td data-label="Time"><${Time} at=${created_at} /></td>
            <td data-label="Webhook"><span class="webhooks-url">${nameOf(webhook_id, webhooks, receiver)}</span></td>
            <td data-label="Status"><${DeliveryBadge} status=${status} /></td>
            <td data-label="Attempts" class="number">${shown(attempts.length)}</td>
            <td data-label="Next attempt">${
              next_attempt_at === null
                ? html`<span class="faint">none</span>`
                : html`<time datetime=${next_attempt_at} title=${`${next_attempt_at} (UTC)`}>${untilText(next_attempt_at, clock) ?? 'now'}</time>`
            }</td>
          </tr>`,
      )}
    </tbody>
  </table>`
}
