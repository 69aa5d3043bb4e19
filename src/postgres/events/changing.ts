import type { DeliveryChange, DeliveryRow } from '../../store/events/event-log.ts'
import { storable } from '../store/storable-text.ts'
import {
  attemptColumns,
  DELIVERY_COLUMNS,
  type DeliveryColumns,
  type NumberedKey,
  rowOf,
} from './event-rows.ts'
import type { OpenLog } from './open-log.ts'

/** Beyond this number the oldest manual attempts are dropped. */
const ATTEMPTS_KEPT = 20

type Decide = (row: DeliveryRow, index: number) => DeliveryChange | undefined
type Attempt = ReturnType<typeof attemptColumns> & { delivery: number; n: number }

interface Changing {
  accountId: string
  keys: readonly NumberedKey[]
  decide: Decide
  /** Whether the change of a row is refused; `fence` of the present holder of the account. */
  isRefused(key: NumberedKey, fence: number | null): boolean
}

interface Changed {
  /** Rows that are now failed and were not. */
  failed: number
  /** Rows that were claimed for the change that was made, or for none. */
  done: NumberedKey[]
}

/** Changes deliveries as `decide` says. Rows that are gone or refused are left out. */
export async function changeRows(
  log: OpenLog,
  { accountId, keys, decide, isRefused }: Changing,
): Promise<Changed> {
  const rows = await lockedRows(log, accountId, keys)
  const changed = new Map<number, DeliveryColumns & { bytes: number }>()
  const attempts: Attempt[] = []
  const done: NumberedKey[] = []
  let failed = 0
  for (const [index, key] of keys.entries()) {
    const row = rows.get(key.id)
    if (!row || key.generation !== log.head.log || isRefused(key, row.fence)) continue
    const after = changed.get(row.number) ?? { ...row, bytes: 0 }
    const change = decide(rowOf(after), index)
    // A manual attempt is none of the claim.
    if (!change?.attempt?.manual) done.push(key)
    if (!change) continue
    if (after.status !== 'failed' && change.status === 'failed') failed += 1
    changed.set(row.number, after)
    apply(after, change)
    if (!change.attempt) continue
    after.made += 1
    after.kept += 1
    if (!change.attempt.manual) after.scheduled += 1
    const attempt = attemptColumns(change.attempt)
    after.bytes += attempt.bytes
    attempts.push({ ...attempt, delivery: row.number, n: after.made })
  }
  if (changed.size > 0) await write(log, rows, [...changed.values()], attempts)
  return { failed, done }
}

type LockedRow = DeliveryColumns & { fence: number | null }

/** By id. The fence is locked, too: a new holder waits for the change, and then sees it. */
async function lockedRows(
  { sql, head }: OpenLog,
  accountId: string,
  keys: readonly NumberedKey[],
): Promise<Map<string, LockedRow>> {
  const present = keys.filter(({ generation }) => generation === head.log)
  const rows = await sql.query<LockedRow>(
    `SELECT ${DELIVERY_COLUMNS},
      (SELECT fence FROM sandbox.account_hold WHERE account_id = $4 FOR SHARE) AS fence
    FROM (
      SELECT unnest($2::bigint[]) AS number
      UNION SELECT k.number FROM unnest($3::text[]) AS u (id)
        CROSS JOIN LATERAL (SELECT number FROM sandbox.delivery WHERE log = $1 AND id = u.id LIMIT 1) k) n
    JOIN sandbox.delivery d USING (number) WHERE d.log = $1`,
    [
      head.log,
      present.flatMap(({ number }) => number ?? []),
      present.filter(({ number }) => number === undefined).map(({ id }) => storable(id)),
      storable(accountId),
    ],
  )
  return new Map(rows.map((row) => [rowOf(row).id, row]))
}

function apply(row: DeliveryColumns, { status, next_attempt_at, failure_reason }: DeliveryChange) {
  row.status = status
  row.next_attempt_at = status === 'pending' ? (next_attempt_at ?? 0) : next_attempt_at
  row.failure_reason = failure_reason === undefined ? null : storable(failure_reason)
}

async function write(
  log: OpenLog,
  before: ReadonlyMap<string, DeliveryColumns>,
  rows: readonly (DeliveryColumns & { bytes: number })[],
  attempts: readonly Attempt[],
): Promise<void> {
  const { sql, head } = log
  const wasPending = new Set(
    [...before.values()].filter(({ status }) => status === 'pending').map(({ number }) => number),
  )
  await sql.query(WRITE, [
    rows.map(({ number }) => number),
    rows.map(({ status }) => status),
    rows.map(({ next_attempt_at: next }) => next),
    rows.map(({ failure_reason: reason }) => reason),
    rows.map(({ made }) => made),
    rows.map(({ scheduled }) => scheduled),
    rows.map(({ kept }) => kept),
    rows.map(({ bytes }) => bytes),
    attempts.map(({ delivery }) => delivery),
    attempts.map(({ n }) => n),
    attempts.map(({ manual }) => manual),
    attempts.map(({ value }) => value),
    attempts.map(({ response }) => response),
    attempts.map(({ error }) => error),
    attempts.map(({ bytes }) => bytes),
  ])
  for (const { number, status, body_bytes, bytes } of rows) {
    head.bytes += bytes
    const by = Number(status === 'pending') - Number(wasPending.has(number))
    head.pending += by
    head.pending_bytes += by * body_bytes
  }
  const full = rows.filter(({ kept }) => kept > ATTEMPTS_KEPT).map(({ number }) => number)
  if (full.length > 0) await dropManualAttempts(log, full)
}

const WRITE = `
  WITH attempts AS (
    INSERT INTO sandbox.attempt (delivery, attempt, is_manual, value, response_body, error, bytes)
    SELECT * FROM unnest($9::bigint[], $10::int[], $11::boolean[], $12::text[], $13::text[], $14::text[], $15::int[]))
  UPDATE sandbox.delivery d
  SET status = c.status, next_attempt_at = c.next, failure_reason = c.reason, made = c.made,
    scheduled = c.scheduled, kept = c.kept, bytes = d.bytes + c.bytes
  FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::text[], $5::int[], $6::int[], $7::int[], $8::int[])
    AS c (number, status, next, reason, made, scheduled, kept, bytes)
  WHERE d.number = c.number`

/** Scheduled attempts are all kept, since they are counted. */
async function dropManualAttempts({ sql, head }: OpenLog, numbers: number[]): Promise<void> {
  const [dropped] = await sql.query<{ bytes: number }>(
    `WITH oldest AS (
      SELECT d.number, a.attempt FROM unnest($1::bigint[]) AS d (number)
      CROSS JOIN LATERAL (
        SELECT attempt, row_number() OVER (ORDER BY attempt) AS n FROM sandbox.attempt
        WHERE delivery = d.number AND is_manual) a
      WHERE a.n <= (SELECT kept - $2 FROM sandbox.delivery WHERE number = d.number)),
    gone AS (
      DELETE FROM sandbox.attempt a USING oldest
      WHERE a.delivery = oldest.number AND a.attempt = oldest.attempt RETURNING a.delivery, a.bytes),
    sums AS (SELECT delivery, count(*) AS count, sum(bytes) AS bytes FROM gone GROUP BY delivery),
    counted AS (
      UPDATE sandbox.delivery d SET kept = kept - sums.count, bytes = d.bytes - sums.bytes
      FROM sums WHERE d.number = sums.delivery)
    SELECT coalesce(sum(bytes), 0) AS bytes FROM sums`,
    [numbers, ATTEMPTS_KEPT],
  )
  head.bytes -= dropped?.bytes ?? 0
}
