import type { Account } from '../accounts/account.ts'
import type { Delivery } from '../accounts/delivery.ts'
import { nextId } from '../accounts/identifier.ts'
import { type Webhook, webhookWants } from '../accounts/webhook.ts'

import { eventBody, type ServiceEvent } from './event.ts'

/** Whether any event of the account would be sent to anybody. */
export function hasSubscribers({ webhooks }: Account): boolean {
  return Object.values(webhooks).some(({ status }) => status === 'active')
}

/** What has to be sent of some events: one delivery for each active webhook that wants it, in their order. */
export function deliveriesOf(account: Account, events: readonly ServiceEvent[]): Delivery[] {
  const active = Object.values(account.webhooks).filter(({ status }) => status === 'active')
  return events.flatMap((event) =>
    active
      .filter((webhook) => webhookWants(webhook, account.alerts, event))
      .map((webhook) => deliveryOf(account, webhook, event)),
  )
}

/** `account` is a draft: it hands out the identifier. */
export function deliveryOf(account: Account, webhook: Webhook, event: ServiceEvent): Delivery {
  return {
    id: nextId(account, 'dlv'),
    event_id: event.id,
    webhook_id: webhook.id,
    campaign_id: event.campaign_id,
    type: event.type,
    body: eventBody(event),
    created_at: event.at,
    status: 'pending',
    next_attempt_at: event.at,
    attempts: [],
  }
}
