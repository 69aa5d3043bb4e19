import type { StoredEvent } from '../../store/events/event-log.ts'
import {
  type DeliveryLine,
  type HeldRows,
  type MadeChange,
  type RowsChange,
  type TouchedRows,
  wholeLine,
} from '../../store/events/held-rows.ts'
import { yieldToEventLoop } from '../../time/pauses.ts'
import { type Sql, sql } from '../sql.ts'
import { storable } from '../store/storable-text.ts'

/** Longer changes are not worth keeping: replicas load the rows again. */
const LONGEST_KEPT = 256 * 1024
/** Changes that are kept for replicas that hold earlier rows. */
const CHANGES_KEPT = 200

/** The state of a log, and the way to it from a known one. */
export interface LogState {
  log: number
  revision: number
  /** The fence of the account's present holder. */
  fence: number | null
  /** JSON of the changes since the known revision; null if there are none. */
  changes: string | null
}

/** Undefined if the account has no log. */
export async function readState(
  db: Sql,
  accountId: string,
  known: Pick<LogState, 'log' | 'revision'> = { log: 0, revision: 0 },
): Promise<LogState | undefined> {
  const [state] = await db.query<LogState>(sql`
    SELECT l.log, l.revision, h.fence, (
      SELECT '[' || string_agg(c.change, ',' ORDER BY c.revision) || ']'
      FROM sandbox.event_change c
      WHERE c.log = l.log AND l.log = ${known.log} AND c.revision > ${known.revision}) AS changes
    FROM sandbox.event_log l LEFT JOIN sandbox.account_hold h USING (account_id)
    WHERE l.account_id = ${storable(accountId)}`)
  return state
}

/** Locks the log of an account until the end of the transaction: one change follows another. */
export async function lockLog(db: Sql, accountId: string) {
  const [log] = await db.query<Pick<LogState, 'log' | 'revision'> & { xid: string }>(sql`
    SELECT log, revision, pg_current_xact_id()::text AS xid FROM sandbox.event_log
    WHERE account_id = ${storable(accountId)} FOR NO KEY UPDATE`)
  return log
}

export async function createLog(db: Sql, accountId: string): Promise<void> {
  await db.query(sql`
    INSERT INTO sandbox.event_log (account_id) VALUES (${storable(accountId)})
    ON CONFLICT (account_id) DO NOTHING`)
}

/** The fence of the account's holder. A new holder waits for the end of the transaction, and then sees what it changes. */
export async function lockFence(db: Sql, accountId: string): Promise<number | null> {
  const [hold] = await db.query<{ fence: number }>(sql`
    SELECT fence FROM sandbox.account_hold WHERE account_id = ${storable(accountId)} FOR SHARE`)
  return hold?.fence ?? null
}

interface StoredRow {
  revision: number
  newest: number
  restored: number
  /** Null for a delivery. */
  event_order: number | null
  /** Null for a log without rows. */
  value: string | null
}

/** Fills `rows` with those of a log. Resolves with its revision; undefined if it is gone. */
export async function loadRows(db: Sql, log: number, rows: HeldRows): Promise<number | undefined> {
  const stored = await db.query<StoredRow>(sql`
    SELECT l.revision, l.newest, l.restored, r.event_order, r.value
    FROM sandbox.event_log l LEFT JOIN LATERAL (
      SELECT e.number AS event_order, e.number, e.value FROM sandbox.event e WHERE e.log = l.log
      UNION ALL SELECT NULL, d.number, d.value FROM sandbox.delivery d WHERE d.log = l.log
    ) r ON true
    WHERE l.log = ${log} ORDER BY r.number`)
  const [first] = stored
  if (!first) return undefined
  const events: StoredEvent[] = []
  const deliveries: DeliveryLine[] = []
  for (const { event_order: order, value } of stored) {
    if (value === null) continue
    if (order === null) deliveries.push(JSON.parse(value))
    else events.push({ ...JSON.parse(value), order })
    await yieldToEventLoop()
  }
  rows.generation = log
  rows.apply({ events, deliveries, gone: { events: [], deliveries: [] } })
  rows.lastOrder = first.newest
  rows.keptOrder = first.restored
  return first.revision
}

/** Writes what a change has touched of `rows`, which have it already. `wakes`: whoever moves the account on is to look at it. */
export async function writeRows(
  db: Sql,
  rows: HeldRows,
  { revision, change, touched, wakes }: Written,
): Promise<void> {
  const { generation: log, lastOrder, keptOrder, pending, oldestAt } = rows
  const [events, eventsGone] = divided(touched.events, rows.events)
  const [deliveries, deliveriesGone] = divided(touched.deliveries, rows.deliveries)
  // Other replicas have no part of the claims of this one, by which it chose what to drop.
  const gone = { events: eventsGone, deliveries: deliveriesGone }
  const made: MadeChange = { ...change, gone }
  const text = JSON.stringify(made)
  const changes = text.length > LONGEST_KEPT ? [] : [text]
  await db.query(sql`
    WITH events_added AS (
      INSERT INTO sandbox.event (log, id, number, value)
      SELECT ${log}, * FROM unnest(${events.map(({ event }) => storable(event.id))}::text[],
        ${events.map(({ order }) => order)}::bigint[],
        ${events.map(({ event }) => JSON.stringify(event))}::text[])
    ), events_gone AS (
      DELETE FROM sandbox.event WHERE log = ${log} AND id = ANY (${eventsGone.map(storable)}::text[])
    ), deliveries_written AS (
      INSERT INTO sandbox.delivery (log, id, value)
      SELECT ${log}, u.id, u.value FROM unnest(${deliveries.map(({ id }) => storable(id))}::text[],
        ${deliveries.map((delivery) => JSON.stringify(wholeLine(delivery)))}::text[])
        WITH ORDINALITY AS u (id, value, n) ORDER BY u.n
      ON CONFLICT (log, id) DO UPDATE SET value = excluded.value
    ), deliveries_gone AS (
      DELETE FROM sandbox.delivery WHERE log = ${log} AND id = ANY (${deliveriesGone.map(storable)}::text[])
    ), noted AS (
      INSERT INTO sandbox.event_change (log, revision, change)
      SELECT ${log}, ${revision}, unnest(${changes}::text[])
    ), trimmed AS (
      DELETE FROM sandbox.event_change WHERE log = ${log} AND revision <= ${revision - CHANGES_KEPT}
    )
    UPDATE sandbox.event_log SET revision = ${revision}, newest = ${lastOrder}, restored = ${keptOrder},
      pending = ${pending.size}, oldest_at = ${oldestAt ?? null}
    WHERE log = ${log}
    RETURNING CASE WHEN ${wakes}::boolean THEN sandbox.wake(account_id, 0) END`)
}

interface Written {
  /** Of the log, with the change. */
  revision: number
  change: RowsChange
  touched: TouchedRows
  wakes: boolean
}

/** The records of ids, and the ids without one. */
function divided<T>(ids: Iterable<string>, records: ReadonlyMap<string, T>): [T[], string[]] {
  const present: T[] = []
  const gone: string[] = []
  for (const id of ids) {
    const record = records.get(id)
    if (record) present.push(record)
    else gone.push(id)
  }
  return [present, gone]
}

/** Takes the log away from its account: its rows are not visible any more. */
export async function detachLog(db: Sql, accountId: string): Promise<void> {
  await db.query(sql`
    UPDATE sandbox.event_log SET account_id = NULL, pending = 0
    WHERE account_id = ${storable(accountId)}`)
}

/**
 * Deletes the rows of all logs that belong to no account, also those that a killed process left. A statement deletes one log, so
 * that it ends in time.
 */
export async function deleteDetached(db: Sql): Promise<void> {
  while ((await deleteOne(db)).length > 0);
}

function deleteOne(db: Sql): Promise<{ log: number }[]> {
  return db.query(sql`
    WITH gone AS (
      SELECT log FROM sandbox.event_log WHERE account_id IS NULL LIMIT 1 FOR UPDATE SKIP LOCKED
    ), events AS (DELETE FROM sandbox.event WHERE log IN (SELECT log FROM gone)
    ), deliveries AS (DELETE FROM sandbox.delivery WHERE log IN (SELECT log FROM gone)
    ), changes AS (DELETE FROM sandbox.event_change WHERE log IN (SELECT log FROM gone))
    DELETE FROM sandbox.event_log WHERE log IN (SELECT log FROM gone) RETURNING log`)
}
