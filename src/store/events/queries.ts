import type { Delivery } from '../../accounts/delivery.ts'
import type { Page } from '../../schema/page.ts'
import { yieldToEventLoop } from '../../time/pauses.ts'
import {
  type DeliveryFilter,
  type EventCursor,
  type EventFilter,
  type Listed,
  type LogPosition,
  NO_LOG,
  type PlacedEvent,
  type StoredEvent,
} from './event-log.ts'
import type { HeldDelivery, HeldRows } from './held-rows.ts'

/** A delivery as it is shown, with the body of its event. */
export function shown(rows: HeldRows, held: HeldDelivery): Delivery {
  const { id, event_id, webhook_id, campaign_id, type, created_at, failure_reason: reason } = held
  const { status, next_attempt_at, attempts } = held
  return {
    ...{ id, event_id, webhook_id, campaign_id, type, body: bodyOf(rows, held), created_at },
    ...{ status, next_attempt_at, ...(reason !== undefined && { failure_reason: reason }) },
    attempts: [...attempts],
  }
}

export function bodyOf({ events }: HeldRows, { event_id }: HeldDelivery): string {
  return events.get(event_id)?.event.body ?? ''
}

/** A page of the matching deliveries, newest first. */
export async function deliveriesIn(
  rows: HeldRows,
  filter: DeliveryFilter,
  page: Page,
): Promise<Listed<Delivery>> {
  const found = await deliveriesMatching(rows, filter)
  const items = rowsOn(found, page)
    // Meanwhile a full log may have dropped it.
    .filter(({ event_id }) => rows.events.has(event_id))
    .map((held) => shown(rows, held))
  return { items, total: found.length }
}

/** A page of the matching events, newest first. */
export async function eventsIn(
  rows: HeldRows,
  filter: EventFilter,
  page: Page,
): Promise<Listed<StoredEvent>> {
  const events = [...rows.events.values()].map(({ event }) => event)
  const found = await withText(
    events.filter((event) => isAbout(event, filter)),
    filter.q,
    (search, { body }) => search.isInJson(body),
  )
  return { items: rowsOn(found, page), total: found.length }
}

/** The matching deliveries, oldest first. */
export function deliveriesMatching(
  rows: HeldRows,
  filter: DeliveryFilter,
): Promise<readonly HeldDelivery[]> {
  const { webhook_id, status, q } = filter
  const found = [...rows.deliveries.values()].filter((held) => {
    const event = rows.events.get(held.event_id)?.event
    return (
      (webhook_id === undefined || held.webhook_id === webhook_id) &&
      (status === undefined || held.status === status) &&
      event !== undefined &&
      isAbout(event, filter)
    )
  })
  return withText(
    found,
    q,
    (search, held) =>
      search.isInJson(bodyOf(rows, held)) ||
      search.isIn(held.failure_reason ?? '') ||
      held.attempts.some(({ response_body, error }) => search.isIn(response_body + (error ?? ''))),
  )
}

/** The position after an event; if it is gone, just before the first event at or after its time, or the end of the log. */
export function positionOf(
  { events, generation: log }: HeldRows,
  { id, at }: EventCursor,
): LogPosition {
  if (events.size === 0) return NO_LOG
  const known = events.get(id)
  if (known) return { log, number: known.order }
  let number = 0
  for (const { event, order } of events.values()) {
    if (event.at >= at) break
    number = order
  }
  return { log, number }
}

/** At most `limit` events after the position, oldest first. */
export function eventsAfter(
  { events, generation: log, keptOrder }: HeldRows,
  position: LogPosition,
  limit: number,
): PlacedEvent[] {
  const last = position.log === log ? position.number : keptOrder
  const after = [...events.values()].filter(({ order }) => order > last)
  return after.slice(0, limit).map(({ event, order: number }) => ({ ...event, log, number }))
}

function isAbout(event: StoredEvent, filter: EventFilter): boolean {
  const { campaign_id, event_id, alert_id, type, since, until } = filter
  return (
    (campaign_id === undefined || event.campaign_id === campaign_id) &&
    (event_id === undefined || event.id === event_id) &&
    (alert_id === undefined || event.alerts.includes(alert_id)) &&
    (type === undefined || event.type === type) &&
    (since === undefined || event.at >= since) &&
    (until === undefined || event.at <= until)
  )
}

function rowsOn<T>(oldestFirst: readonly T[], { limit, offset }: Page): T[] {
  const end = Math.max(0, oldestFirst.length - offset)
  return oldestFirst.slice(Math.max(0, end - limit), end).reverse()
}

/** The entries that have a text, all of them without one. With pauses: thousands of bodies take a while. */
async function withText<T>(
  entries: readonly T[],
  q: string | undefined,
  finds: (search: TextSearch, entry: T) => boolean,
): Promise<readonly T[]> {
  if (!q) return entries
  const search = new TextSearch(q)
  const found: T[] = []
  for (const entry of entries) {
    if (finds(search, entry)) found.push(entry)
    await yieldToEventLoop()
  }
  return found
}

/** Searches for text; ASCII letters match in both cases. */
class TextSearch {
  readonly #wanted: string
  /** As it is inside of JSON. */
  readonly #quoted: string

  constructor(q: string) {
    this.#wanted = folded(q)
    this.#quoted = folded(JSON.stringify(q).slice(1, -1))
  }

  isIn(text: string): boolean {
    return folded(text).includes(this.#wanted)
  }

  isInJson(text: string): boolean {
    const searched = folded(text)
    return searched.includes(this.#wanted) || searched.includes(this.#quoted)
  }
}

function folded(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}
