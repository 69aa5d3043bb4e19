import type { Delivery } from '../../accounts/delivery.ts'
import type { NewDelivery, StoredEvent } from '../../store/events/event-log.ts'
import { storable } from '../store/storable-text.ts'
import { arrayLiteral, attemptColumns, ROW_BYTES } from './event-rows.ts'
import type { OpenLog } from './open-log.ts'

/** Rows that are written by one statement. */
const PAGE = 2_000

/** A delivery with the state that it had elsewhere. */
export type WholeDelivery = Delivery & { alerts?: readonly string[] }

interface Rows {
  events: readonly StoredEvent[]
  deliveries: readonly (NewDelivery & Partial<Delivery>)[]
}

/** Adds rows whose ids are new; the others are left alone, and so are deliveries of unknown events. */
export async function addRows(log: OpenLog, { events, deliveries }: Rows): Promise<void> {
  for (const page of pagesOf(events)) await addEvents(log, page)
  for (const page of pagesOf(deliveries)) await addDeliveries(log, page)
}

/** Adds deliveries with their states and attempts, and their events. Leaves out those that the log has. */
export async function addWhole(log: OpenLog, deliveries: readonly WholeDelivery[]): Promise<void> {
  for (const page of pagesOf(deliveries)) {
    const present = await presentOf(
      log,
      page.map(({ id }) => id),
    )
    const fresh = page.filter(({ id }) => !present.has(storable(id)))
    const events = fresh.map(
      ({ event_id: id, type, created_at: at, campaign_id, body, alerts = [] }): StoredEvent => {
        return { id, type, at, campaign_id, body, alerts }
      },
    )
    await addRows(log, { events, deliveries: fresh })
    await addAttempts(log, fresh)
  }
}

async function addEvents({ sql, head }: OpenLog, events: readonly StoredEvent[]): Promise<void> {
  const bodies = events.map(({ body }) => storable(body))
  const [added] = await sql.query<{ count: number; bytes: number; newest: number | null }>(
    ADD_EVENTS,
    [
      head.log,
      events.map(({ id }) => storable(id)),
      events.map(({ type }) => storable(type)),
      events.map(({ at }) => at),
      events.map(({ campaign_id }) => storable(campaign_id)),
      events.map(({ alerts }) => arrayLiteral(alerts)),
      bodies,
      bodies.map((body) => Buffer.byteLength(body) + ROW_BYTES),
    ],
  )
  if (!added || added.newest === null) return
  head.events += added.count
  head.bytes += added.bytes
  head.newest_at = added.newest
}

const ADD_EVENTS = `
  WITH added AS (
    INSERT INTO sandbox.event (log, id, type, at, campaign_id, alerts, body, bytes)
    SELECT $1, u.id, u.type, u.at, u.campaign_id, u.alerts::text[], u.body, u.bytes
    FROM unnest($2::text[], $3::text[], $4::bigint[], $5::text[], $6::text[], $7::text[], $8::int[])
      WITH ORDINALITY AS u (id, type, at, campaign_id, alerts, body, bytes, n)
    ORDER BY u.n
    ON CONFLICT (log, id) DO NOTHING RETURNING number, at, bytes)
  SELECT count(*), coalesce(sum(bytes), 0) AS bytes, (array_agg(at ORDER BY number DESC))[1] AS newest FROM added`

async function addDeliveries(log: OpenLog, deliveries: Rows['deliveries']): Promise<void> {
  const { sql, head } = log
  const [added] = await sql.query<{
    count: number
    bytes: number
    pending: number
    pending_bytes: number
  }>(ADD_DELIVERIES, [
    head.log,
    deliveries.map(({ id }) => storable(id)),
    deliveries.map(({ event_id }) => storable(event_id)),
    deliveries.map(({ webhook_id }) => storable(webhook_id)),
    deliveries.map(({ status = 'pending' }) => status),
    deliveries.map(({ next_attempt_at: next }) => next ?? null),
    deliveries.map(({ failure_reason: reason }) =>
      reason === undefined ? null : storable(reason),
    ),
    deliveries.map(({ attempts = [] }) => attempts.length),
    deliveries.map(({ attempts = [] }) => attempts.filter(({ manual }) => !manual).length),
    ROW_BYTES,
  ])
  if (!added || added.count === 0) return
  head.deliveries += added.count
  head.bytes += added.bytes
  head.pending += added.pending
  head.pending_bytes += added.pending_bytes
  log.hasNews ||= added.pending > 0
}

/** Each event is looked up by its id, whatever the planner believes about the number of rows. */
const ADD_DELIVERIES = `
  WITH added AS (
    INSERT INTO sandbox.delivery (log, id, event, event_id, campaign_id, type, at, body_bytes, webhook_id,
      status, next_attempt_at, failure_reason, made, scheduled, kept, bytes)
    SELECT $1, u.id, e.number, u.event_id, e.campaign_id, e.type, e.at, e.bytes, u.webhook_id,
      u.status, CASE WHEN u.status = 'pending' THEN coalesce(u.next, e.at) ELSE u.next END, u.reason, u.made,
      u.scheduled, u.made, $10
    FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::text[], $8::int[], $9::int[])
      WITH ORDINALITY AS u (id, event_id, webhook_id, status, next, reason, made, scheduled, n)
    CROSS JOIN LATERAL (
      SELECT number, campaign_id, type, at, bytes FROM sandbox.event
      WHERE log = $1 AND id = u.event_id LIMIT 1) e
    ORDER BY u.n
    ON CONFLICT (log, id) DO NOTHING RETURNING status, body_bytes, bytes)
  SELECT count(*), coalesce(sum(bytes), 0) AS bytes, count(*) FILTER (WHERE status = 'pending') AS pending,
    coalesce(sum(body_bytes) FILTER (WHERE status = 'pending'), 0) AS pending_bytes
  FROM added`

async function addAttempts({ sql, head }: OpenLog, deliveries: readonly Delivery[]): Promise<void> {
  const rows = [...new Map(deliveries.map((delivery) => [delivery.id, delivery])).values()].flatMap(
    ({ id, attempts }) =>
      attempts.map((attempt, index) => ({ id, n: index + 1, ...attemptColumns(attempt) })),
  )
  for (const page of pagesOf(rows)) {
    const [added] = await sql.query<{ bytes: number }>(ADD_ATTEMPTS, [
      head.log,
      page.map(({ id }) => storable(id)),
      page.map(({ n }) => n),
      page.map(({ manual }) => manual),
      page.map(({ value }) => value),
      page.map(({ response }) => response),
      page.map(({ error }) => error),
      page.map(({ bytes }) => bytes),
    ])
    head.bytes += added?.bytes ?? 0
  }
}

const ADD_ATTEMPTS = `
  WITH added AS (
    INSERT INTO sandbox.attempt (delivery, attempt, is_manual, value, response_body, error, bytes)
    SELECT d.number, u.n, u.manual, u.value, u.response, u.error, u.bytes
    FROM unnest($2::text[], $3::int[], $4::boolean[], $5::text[], $6::text[], $7::text[], $8::int[])
      AS u (id, n, manual, value, response, error, bytes)
    CROSS JOIN LATERAL (SELECT number FROM sandbox.delivery WHERE log = $1 AND id = u.id LIMIT 1) d
    RETURNING delivery, bytes),
  sums AS (SELECT delivery, sum(bytes) AS bytes FROM added GROUP BY delivery),
  counted AS (
    UPDATE sandbox.delivery d SET bytes = d.bytes + sums.bytes FROM sums WHERE d.number = sums.delivery)
  SELECT coalesce(sum(bytes), 0) AS bytes FROM sums`

async function presentOf({ sql, head }: OpenLog, ids: readonly string[]): Promise<Set<string>> {
  const rows = await sql.query<{ id: string }>(
    'SELECT id FROM sandbox.delivery WHERE log = $1 AND id = ANY ($2::text[])',
    [head.log, ids.map(storable)],
  )
  return new Set(rows.map(({ id }) => id))
}

function* pagesOf<T>(rows: readonly T[]): Generator<T[], undefined> {
  for (let from = 0; from < rows.length; from += PAGE) yield rows.slice(from, from + PAGE)
}
