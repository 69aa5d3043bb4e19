import { type EventLogLimits, noRoomReason } from '../../store/events/event-log.ts'
import { DAY_MS, HOUR_MS } from '../../time/duration.ts'
import type { OpenLog } from './open-log.ts'

/** A full log drops several rows at once, so that it need not look for the oldest with every change. */
const TRIMMED_TO = 0.99
/** Steps in which a log becomes smaller, because a step may free less than it seems. */
const STEPS = 8

interface Room {
  limits: EventLogLimits
  /** Numbers of deliveries that stay. */
  claimed: readonly number[]
  keepsAll: boolean
}

/** Makes room after a change. Resolves with the number of pending deliveries that were given up. */
export async function makeRoom(log: OpenLog, room: Room): Promise<number> {
  const givenUp = await giveUpSurplus(log, room)
  await trim(log, room)
  if (!room.keepsAll) await dropOldEvents(log)
  return givenUp
}

/** The newest ones. */
async function giveUpSurplus({ sql, head }: OpenLog, { limits, claimed }: Room): Promise<number> {
  const { pending, bytes } = limits
  const surplus = Math.max(0, head.pending - pending)
  const surplusBytes = Math.max(0, Math.ceil(head.pending_bytes - bytes / 2))
  if (surplus + surplusBytes === 0) return 0
  const [given] = await sql.query<Removed>(
    `WITH ordered AS (
      SELECT number, row_number() OVER w AS n, sum(body_bytes) OVER w - body_bytes AS before
      FROM sandbox.delivery WHERE log = $1 AND status = 'pending' AND number <> ALL ($4::bigint[])
      WINDOW w AS (ORDER BY number DESC)),
    given AS (
      UPDATE sandbox.delivery SET status = 'failed', next_attempt_at = NULL, failure_reason = $5
      WHERE number IN (SELECT number FROM ordered WHERE n <= $2 OR before < $3) RETURNING body_bytes)
    SELECT count(*), coalesce(sum(body_bytes), 0) AS bytes FROM given`,
    [head.log, surplus, surplusBytes, claimed, noRoomReason(limits)],
  )
  const { count, bytes: freed } = given as Removed
  head.pending -= count
  head.pending_bytes -= freed
  return count
}

async function trim(log: OpenLog, { limits, claimed }: Room): Promise<void> {
  const { head } = log
  const finished = () => head.deliveries - head.pending
  const mostFinished = trimmedTo(finished(), limits.finished)
  const mostEvents = trimmedTo(head.events, limits.events)
  // If attempts of pending deliveries fill the log, there is nothing to remove until it grows.
  const mostBytes =
    head.bytes > head.full_at ? trimmedTo(head.bytes, limits.bytes) : Number.POSITIVE_INFINITY
  const excess = () => Math.max(0, Math.ceil(head.bytes - mostBytes))
  // Events that no delivery needs are removed first.
  const events = Math.max(0, Math.ceil(head.events - mostEvents))
  if (events + excess() > 0) await dropUnusedEvents(log, events, excess())
  for (let step = 0; step < STEPS; step += 1) {
    const rows = Math.max(0, Math.ceil(finished() - mostFinished))
    if (rows + excess() === 0) break
    if (!(await dropFinished(log, { rows, bytes: excess(), claimed }))) break
  }
  if (excess() > 0) head.full_at = Math.ceil(head.bytes + limits.bytes * (1 - TRIMMED_TO))
  else if (head.bytes <= limits.bytes) head.full_at = 0
}

/** The excess of `present` over `limit`. */
function trimmedTo(present: number, limit: number): number {
  return present > limit ? Math.floor(limit * TRIMMED_TO) : Number.POSITIVE_INFINITY
}

interface Removed {
  count: number
  bytes: number
}

/** As a value that is looked up for each event: as a join, it may be planned for far fewer rows than there are. */
const IS_UNUSED =
  '(SELECT d.number FROM sandbox.delivery d WHERE d.event = e.number LIMIT 1) IS NULL'

async function dropUnusedEvents(log: OpenLog, most: number, bytes: number): Promise<void> {
  const [gone] = await log.sql.query<Removed>(
    `WITH unused AS (
      SELECT number, row_number() OVER w AS n, sum(bytes) OVER w - bytes AS before
      FROM sandbox.event e WHERE log = $1 AND ${IS_UNUSED} WINDOW w AS (ORDER BY number)),
    gone AS (
      DELETE FROM sandbox.event WHERE number IN (SELECT number FROM unused WHERE n <= $2 OR before < $3)
      RETURNING bytes)
    SELECT count(*), coalesce(sum(bytes), 0) AS bytes FROM gone`,
    [log.head.log, most, bytes],
  )
  noteEventsGone(log, gone)
}

/** Drops the oldest finished deliveries, and their events if bytes are missing. Resolves with whether there were any. */
async function dropFinished(
  log: OpenLog,
  { rows, bytes, claimed }: { rows: number; bytes: number; claimed: readonly number[] },
): Promise<boolean> {
  const { sql, head } = log
  const [gone] = await sql.query<Removed & { events: string[] | null }>(
    `WITH finished AS (
      SELECT number, row_number() OVER w AS n, sum(bytes + body_bytes) OVER w - bytes - body_bytes AS before
      FROM sandbox.delivery WHERE log = $1 AND status <> 'pending' AND number <> ALL ($4::bigint[])
      WINDOW w AS (ORDER BY number)),
    gone AS (
      DELETE FROM sandbox.delivery WHERE number IN (SELECT number FROM finished WHERE n <= $2 OR before < $3)
      RETURNING number, event, bytes),
    attempts AS (DELETE FROM sandbox.attempt WHERE delivery IN (SELECT number FROM gone))
    SELECT count(*), coalesce(sum(bytes), 0) AS bytes, array_agg(event) AS events FROM gone`,
    [head.log, rows, bytes, claimed],
  )
  if (!gone?.events) return false
  head.deliveries -= gone.count
  head.bytes -= gone.bytes
  if (bytes > 0) {
    const [unused] = await sql.query<Removed>(
      `WITH gone AS (
        DELETE FROM sandbox.event e WHERE number = ANY ($1::bigint[]) AND ${IS_UNUSED} RETURNING bytes)
      SELECT count(*), coalesce(sum(bytes), 0) AS bytes FROM gone`,
      [gone.events],
    )
    noteEventsGone(log, unused)
  }
  return true
}

/** Drops events older than a day that no delivery needs, at most once per hour of the account's clock. */
async function dropOldEvents(log: OpenLog): Promise<void> {
  const { head, sql } = log
  if (head.tidied_at !== null && Math.abs(head.newest_at - head.tidied_at) < HOUR_MS) return
  head.tidied_at = head.newest_at
  const [gone] = await sql.query<Removed>(
    `WITH gone AS (
      DELETE FROM sandbox.event e
      WHERE log = $1 AND ${IS_UNUSED} AND number < (
        SELECT number FROM sandbox.event WHERE log = $1 AND at >= $2 ORDER BY number LIMIT 1)
      RETURNING bytes)
    SELECT count(*), coalesce(sum(bytes), 0) AS bytes FROM gone`,
    [head.log, head.newest_at - DAY_MS],
  )
  noteEventsGone(log, gone)
}

function noteEventsGone({ head }: OpenLog, gone: Removed | undefined): void {
  head.events -= gone?.count ?? 0
  head.bytes -= gone?.bytes ?? 0
}
