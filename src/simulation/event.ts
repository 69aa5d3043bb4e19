import type { Account } from '../accounts/account.ts'
import type { Delivery } from '../accounts/delivery.ts'
import { EVENT_KINDS, type EventKind, type ServiceEvent } from '../accounts/event.ts'
import { nextId } from '../accounts/identifier.ts'
import { type Webhook, webhookWants } from '../accounts/webhook.ts'
import { hashText, hex, mix } from '../intelligence/hash.ts'
import { isoTime } from '../time/clock.ts'

/** Numbers of events by kind. */
export type EventCounts = Record<EventKind, number>

export function noEvents(): EventCounts {
  return Object.fromEntries(EVENT_KINDS.map((kind) => [kind, 0])) as EventCounts
}

/** The JSON body that is sent and signed: type, timestamp and data, as Standard Webhooks advises. */
export function eventBody({ type, at, data }: ServiceEvent): string {
  return JSON.stringify({ type, timestamp: isoTime(at), data })
}

/**
 * An identifier derived from the event: repeating a run gives the same, unless the clock was set back in between
 * (`setBack` times).
 */
export function eventId(
  { seed, setBack = 0 }: { seed: number; setBack?: number | undefined },
  ...about: readonly (string | number)[]
): string {
  const text = JSON.stringify(setBack === 0 ? about : [...about, { setBack }])
  const hash = hashText(text, mix(seed, 21))
  return `evt_${hex(hash)}${hex(hashText(text, mix(hash, 22)))}`
}

/** Whether any webhook could receive events of the account. */
export function hasSubscribers({ webhooks }: Account): boolean {
  return Object.values(webhooks).some(({ status }) => status === 'active')
}

/** The deliveries of some events: one for each active webhook that wants the event, in order. */
export function deliveriesOf(account: Account, events: readonly ServiceEvent[]): Delivery[] {
  const active = Object.values(account.webhooks).filter(({ status }) => status === 'active')
  return events.flatMap((event) =>
    active
      .filter((webhook) => webhookWants(webhook, account.alerts, event))
      .map((webhook) => deliveryOf(account, webhook, event)),
  )
}

/** `account` is a draft, since it counts identifiers. */
function deliveryOf(account: Account, webhook: Webhook, event: ServiceEvent): Delivery {
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
