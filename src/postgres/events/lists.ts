import type { Delivery } from '../../accounts/delivery.ts'
import type { Page } from '../../schema/page.ts'
import {
  type DeliveryFilter,
  type DeliveryKey,
  type EventCursor,
  type EventFilter,
  type Listed,
  type LogPosition,
  NO_LOG,
  type PlacedEvent,
  type StoredEvent,
} from '../../store/events/event-log.ts'
import type { Sql } from '../sql.ts'
import { restored, storable } from '../store/storable-text.ts'
import {
  deliveryOf,
  EVENT_COLUMNS,
  type EventColumns,
  eventOf,
  type NumberedKey,
  WHOLE_COLUMNS,
  WHOLE_JOIN,
  type WholeColumns,
} from './event-rows.ts'

/** The log of the account in the first value. */
const LOG = '(SELECT log FROM sandbox.event_log WHERE account_id = $1)'

export async function findDelivery(
  sql: Sql,
  accountId: string,
  id: string,
): Promise<Delivery | undefined> {
  const [row] = await sql.query<WholeColumns>(
    `SELECT ${WHOLE_COLUMNS} FROM sandbox.delivery d ${WHOLE_JOIN} WHERE d.log = ${LOG} AND d.id = $2`,
    [storable(accountId), storable(id)],
  )
  return row && deliveryOf(row)
}

export async function findBody(
  sql: Sql,
  accountId: string,
  { id, generation }: DeliveryKey,
): Promise<string | undefined> {
  const [row] = await sql.query<{ body: string }>(
    `SELECT e.body FROM sandbox.delivery d JOIN sandbox.event e ON e.number = d.event
    WHERE d.log = ${LOG} AND d.log = $2 AND d.id = $3`,
    [storable(accountId), generation, storable(id)],
  )
  return row && restored(row.body)
}

/** A page of the matching deliveries, newest first. */
export async function listDeliveries(
  sql: Sql,
  accountId: string,
  filter: DeliveryFilter,
  page: Page,
): Promise<Listed<Delivery>> {
  const search = new Search(accountId, filter, 'delivery')
  const rows = `SELECT ${WHOLE_COLUMNS} FROM page JOIN sandbox.delivery d USING (number) ${WHOLE_JOIN}`
  const { items, total } = await search.page<WholeColumns>(sql, rows, page)
  return { items: items.map(deliveryOf), total }
}

/** A page of the matching events, newest first. */
export async function listEvents(
  sql: Sql,
  accountId: string,
  filter: EventFilter,
  page: Page,
): Promise<Listed<StoredEvent>> {
  const search = new Search(accountId, filter, 'event')
  const rows = `SELECT number, ${EVENT_COLUMNS} FROM page JOIN sandbox.event e USING (number)`
  const { items, total } = await search.page<EventColumns>(sql, rows, page)
  return { items: items.map(eventOf), total }
}

/** Keys of the matching deliveries, oldest first. */
export async function matchingKeys(
  sql: Sql,
  accountId: string,
  filter: DeliveryFilter,
): Promise<NumberedKey[]> {
  const { conditions, values } = new Search(accountId, filter, 'delivery')
  return await sql.query<{ id: string; generation: number; number: number }>(
    `SELECT id, log AS generation, number FROM sandbox.delivery d WHERE ${conditions.join(' AND ')} ORDER BY number`,
    values,
  )
}

/** The position after an event; if it is gone, just before the first event at or after its time, or the end of the log. */
export async function findPosition(
  sql: Sql,
  accountId: string,
  { id, at }: EventCursor,
): Promise<LogPosition> {
  const [position] = await sql.query<LogPosition>(
    `SELECT log, coalesce(
      (SELECT number FROM sandbox.event e WHERE e.log = l.log AND id = $2),
      (SELECT min(number) - 1 FROM sandbox.event e WHERE e.log = l.log AND at >= $3),
      (SELECT max(number) FROM sandbox.event e WHERE e.log = l.log), 0) AS number
    FROM sandbox.event_log l WHERE account_id = $1`,
    [storable(accountId), storable(id), Math.ceil(at)],
  )
  return position ?? NO_LOG
}

/** At most `limit` events after the position, oldest first. */
export async function listEventsAfter(
  sql: Sql,
  accountId: string,
  { log, number }: LogPosition,
  limit: number,
): Promise<PlacedEvent[]> {
  const rows = await sql.query<EventColumns & LogPosition>(
    `SELECT log, number, ${EVENT_COLUMNS} FROM sandbox.event e
    WHERE log = ${LOG} AND number > (
      SELECT CASE WHEN log = $2 THEN $3 ELSE restored END FROM sandbox.event_log WHERE account_id = $1)
    ORDER BY number LIMIT $4`,
    [storable(accountId), log, number, limit],
  )
  return rows.map((row) => ({ ...eventOf(row), log: row.log, number: row.number }))
}

/** The conditions of a filter, for a delivery `d` or an event `e`. */
class Search {
  readonly values: unknown[] = []
  readonly conditions: string[]
  readonly #table: 'delivery' | 'event'

  constructor(accountId: string, filter: DeliveryFilter, table: 'delivery' | 'event') {
    const { campaign_id, event_id, alert_id, type, since, until, q, webhook_id, status } = filter
    const row = table === 'delivery' ? 'd' : 'e'
    this.values.push(storable(accountId))
    this.#table = table
    this.conditions = [`${row}.log = ${LOG}`]
    const equal = { campaign_id, type, ...(table === 'delivery' && { webhook_id, status }) }
    for (const [name, value] of Object.entries(equal)) {
      if (value !== undefined) this.#require(`${row}.${name} = ${this.#text(value)}`)
    }
    if (event_id !== undefined) {
      this.#require(`${row}.${table === 'delivery' ? 'event_id' : 'id'} = ${this.#text(event_id)}`)
    }
    if (since !== undefined) this.#require(`${row}.at >= ${this.#value(Math.ceil(since))}`)
    if (until !== undefined) this.#require(`${row}.at <= ${this.#value(Math.floor(until))}`)
    if (alert_id !== undefined) {
      this.#requireOfEvent(`${this.#text(alert_id)} = ANY (e.alerts)`)
    }
    if (q) this.#requireText(q)
  }

  /** Rows of `rows`, which selects from the numbers in `page`, and the number of all matching ones. */
  async page<Row>(sql: Sql, rows: string, { limit, offset }: Page): Promise<Listed<Row>> {
    const row = this.#table === 'delivery' ? 'd' : 'e'
    const counter = this.#table === 'delivery' ? 'deliveries' : 'events'
    const matching = `SELECT number FROM sandbox.${this.#table} ${row} WHERE ${this.conditions.join(' AND ')}`
    const isWhole = this.conditions.length === 1
    const total = isWhole
      ? `SELECT coalesce((SELECT ${counter} FROM sandbox.event_log WHERE account_id = $1), 0) AS total`
      : 'SELECT count(*) AS total FROM matching'
    const found = await sql.query<Row & { total: number; number: number | null }>(
      `WITH matching AS ${isWhole ? 'NOT' : ''} MATERIALIZED (${matching}),
      page AS MATERIALIZED (SELECT number FROM matching ORDER BY number DESC LIMIT $${this.values.length + 1} OFFSET $${this.values.length + 2})
      SELECT * FROM (${total}) t LEFT JOIN (${rows}) r ON true ORDER BY number DESC`,
      [...this.values, limit, offset],
    )
    const items = found.filter(({ number }) => number !== null)
    return { items, total: found[0]?.total ?? 0 }
  }

  /** Text in what was sent and answered; ASCII letters match in both cases, as `lower` in collation C makes them. */
  #requireText(q: string): void {
    const wanted = this.#text(folded(q))
    const quoted = this.#text(folded(JSON.stringify(q).slice(1, -1)))
    const inBody = `strpos(lower(e.body), ${wanted}) > 0 OR strpos(lower(e.body), ${quoted}) > 0`
    if (this.#table === 'event') {
      this.#require(`(${inBody})`)
      return
    }
    this.#require(`(
      EXISTS (SELECT FROM sandbox.event e WHERE e.number = d.event AND (${inBody}))
      OR strpos(lower(d.failure_reason), ${wanted}) > 0
      OR EXISTS (SELECT FROM sandbox.attempt a WHERE a.delivery = d.number
        AND (strpos(lower(a.response_body), ${wanted}) > 0 OR strpos(lower(a.error), ${wanted}) > 0)))`)
  }

  #requireOfEvent(condition: string): void {
    this.#require(
      this.#table === 'event'
        ? condition
        : `EXISTS (SELECT FROM sandbox.event e WHERE e.number = d.event AND ${condition})`,
    )
  }

  #require(condition: string): void {
    this.conditions.push(condition)
  }

  #text(text: string): string {
    return this.#value(storable(text))
  }

  #value(value: unknown): string {
    this.values.push(value)
    return `$${this.values.length}`
  }
}

function folded(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}
