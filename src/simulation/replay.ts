import type { AccountHead } from '../accounts/account.ts'
import type { AlertMatter } from '../accounts/alert.ts'
import { type Webhook, webhookWants } from '../accounts/webhook.ts'
import type { EventFilter, EventLog, NewDelivery, StoredEvent } from '../store/events/event-log.ts'
import { deliveryOf } from './event.ts'

/** Deliveries that one replay makes at most. */
export const MOST_REPLAYED = 10_000
/** Events that are read at once. */
const PAGE = 1_000

export interface Missed {
  /** To the webhook, oldest first. */
  deliveries: NewDelivery[]
  /** How many more there are. */
  remaining: number
}

/** The deliveries of past events to a webhook that it would have got, had it existed and been active. */
export async function missedBy(
  webhook: Readonly<Webhook>,
  account: Readonly<AccountHead>,
  filter: Pick<EventFilter, 'since' | 'until'> & { types?: readonly string[] | undefined },
  events: Pick<EventLog, 'events' | 'matching'>,
): Promise<Missed> {
  const { types, ...times } = filter
  const missed: NewDelivery[] = []
  const keys = await events.matching(account.id, { ...times, webhook_id: webhook.id })
  const known = new Set(keys.map(({ id }) => id))
  for (let offset = 0; ; offset += PAGE) {
    const { items } = await events.events(account.id, times, { limit: PAGE, offset })
    for (const event of items) {
      if (types && !types.includes(event.type)) continue
      if (!webhookWants(webhook, account.alerts, matterOf(event))) continue
      const delivery = deliveryOf(event.id, webhook.id)
      if (!known.has(delivery.id)) missed.push(delivery)
    }
    if (items.length < PAGE) break
  }
  missed.reverse()
  const deliveries = missed.slice(0, MOST_REPLAYED)
  return { deliveries, remaining: missed.length - deliveries.length }
}

function matterOf({ type, at, campaign_id, body }: StoredEvent): AlertMatter & { at: number } {
  return { type, at, campaign_id, data: JSON.parse(body).data }
}
