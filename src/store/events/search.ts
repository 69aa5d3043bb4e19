import type { Delivery } from '../../accounts/delivery.ts'
import { yieldToEventLoop } from '../../time/steps.ts'
import type { AccountEvents } from './account-events.ts'
import type { EventIndex } from './event-index.ts'
import {
  type DeliveryFilter,
  type EventCursor,
  type EventFilter,
  type LogPosition,
  NO_LOG,
  type PageOf,
  type PlacedEvent,
  type StoredEvent,
} from './event-log.ts'
import type { EventEntry, Row } from './rows.ts'

interface Range {
  limit: number
  offset: number
}

/** A page of the matching deliveries, newest first. */
export async function deliveriesIn(
  log: AccountEvents,
  filter: DeliveryFilter,
  range: Range,
): Promise<PageOf<Delivery>> {
  const rows = await rowsMatching(log, filter)
  const items: Delivery[] = []
  for (const row of page(rows, range)) {
    if (log.index.has(row)) items.push(log.delivery(row))
    await yieldToEventLoop()
  }
  return { items, total: rows.length }
}

/** A page of the matching events, newest first. */
export async function eventsIn(
  log: AccountEvents,
  filter: EventFilter,
  range: Range,
): Promise<PageOf<StoredEvent>> {
  const found = [...log.index.events.values()].filter((event) => isAbout(event, filter))
  const events = filter.q ? await withText(found, log, filter.q) : found
  const items: StoredEvent[] = []
  for (const event of page(events, range)) {
    if (log.index.has(event)) items.push(log.event(event))
    await yieldToEventLoop()
  }
  return { items, total: events.length }
}

/** The position after an event; if it is gone, just before the first event at or after its time, or the end of the log. */
export function positionOf(
  { events, generation: log, isComplete }: EventIndex,
  { id, at }: EventCursor,
): LogPosition {
  if (!isComplete) return NO_LOG
  const known = events.get(id)
  if (known) return { log, number: known.order }
  let number = 0
  for (const event of events.values()) {
    if (event.at >= at) break
    number = event.order
  }
  return { log, number }
}

/** At most `limit` events after the position, oldest first. */
export async function eventsAfter(
  log: AccountEvents,
  position: LogPosition,
  limit: number,
): Promise<PlacedEvent[]> {
  const { events, generation, keptOrder, isComplete } = log.index
  if (!isComplete) return []
  const last = position.log === generation ? position.number : keptOrder
  const items: PlacedEvent[] = []
  for (const event of events.values()) {
    if (items.length === limit) break
    const { order: number } = event
    // Meanwhile the log may be replaced.
    if (number <= last || !log.index.has(event)) continue
    items.push({ ...log.event(event), log: generation, number })
    await yieldToEventLoop()
  }
  return items
}

/** The matching rows, oldest first. */
export async function rowsMatching(log: AccountEvents, filter: DeliveryFilter): Promise<Row[]> {
  const { webhook_id, status, q } = filter
  const found = [...log.index.rows.values()].filter(
    (row) =>
      (webhook_id === undefined || row.webhook_id === webhook_id) &&
      (status === undefined || row.status === status) &&
      isAbout(row.event, filter),
  )
  return q ? withText(found, log, q) : found
}

function isAbout(event: EventEntry, filter: EventFilter): boolean {
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

function page<T>(oldestFirst: readonly T[], { limit, offset }: Range): T[] {
  const end = Math.max(0, oldestFirst.length - offset)
  return oldestFirst.slice(Math.max(0, end - limit), end).reverse()
}

async function withText<T extends EventEntry | Row>(
  entries: readonly T[],
  log: AccountEvents,
  q: string,
): Promise<T[]> {
  const search = new TextSearch(log, q)
  const found: T[] = []
  for (const entry of entries) {
    // Meanwhile a full log may drop old rows.
    if (log.index.has(entry) && search.finds(entry)) found.push(entry)
    await yieldToEventLoop()
  }
  return found
}

/** Searches for text in what was sent and answered; ASCII letters match in both cases. */
class TextSearch {
  readonly #log: AccountEvents
  readonly #wanted: string
  /** As it is inside of JSON. */
  readonly #quoted: string
  readonly #events = new Map<EventEntry, boolean>()

  constructor(log: AccountEvents, q: string) {
    this.#log = log
    this.#wanted = folded(q)
    this.#quoted = folded(JSON.stringify(q).slice(1, -1))
  }

  finds(entry: EventEntry | Row): boolean {
    if (!('event' in entry)) return this.#isInBody(entry)
    return this.#isInBody(entry.event) || this.#isInAttempts(entry)
  }

  #isInBody(event: EventEntry): boolean {
    const known = this.#events.get(event)
    if (known !== undefined) return known
    const text = folded(this.#log.body(event))
    const isIn = text.includes(this.#wanted) || text.includes(this.#quoted)
    this.#events.set(event, isIn)
    return isIn
  }

  #isInAttempts(row: Row): boolean {
    if (folded(row.failure_reason ?? '').includes(this.#wanted)) return true
    return this.#log.attemptTexts(row).some((text) => {
      // Parsing takes most of the time, and most attempts do not have the text.
      if (!folded(text).includes(this.#quoted)) return false
      const { response_body, error } = JSON.parse(text)
      return folded(response_body + (error ?? '')).includes(this.#wanted)
    })
  }
}

function folded(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}
