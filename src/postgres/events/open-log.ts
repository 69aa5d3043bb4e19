import type { Database } from '../database.ts'
import type { Sql } from '../sql.ts'
import { storable } from '../store/storable-text.ts'

/** The row of an account's log. Its counters are written at the end of a transaction. */
export interface LogHead {
  readonly log: number
  /** The transaction. */
  readonly xid: string
  events: number
  deliveries: number
  pending: number
  bytes: number
  pending_bytes: number
  newest_at: number
  restored: number
  tidied_at: number | null
  full_at: number
}

/** The log of an account in a transaction that has locked it. */
export interface OpenLog {
  sql: Sql
  head: LogHead
  /** Whether deliveries were added that may be due. */
  hasNews: boolean
}

interface Options {
  /** Whether a log is made for an account without one. */
  creates?: boolean
  /** Whether the present log is taken away from the account first. Its rows are not visible any more. */
  replaces?: boolean
  /** Whether whoever moves accounts on is to look at the account after deliveries were added. */
  wakes: boolean
}

/**
 * Changes the log of an account in one transaction. Others wait, so that rows become visible in the order of their
 * numbers. Resolves with undefined if the account has no log.
 */
export async function changeLog<T>(
  database: Database,
  accountId: string,
  { creates = false, replaces = false, wakes }: Options,
  work: (log: OpenLog) => Promise<T>,
): Promise<T | undefined> {
  let hasNews = false
  const result = await database.transaction(async (sql) => {
    if (replaces) await detachLog(sql, accountId)
    const head = creates ? await lockOrCreate(sql, accountId) : await lock(sql, accountId)
    if (!head) return undefined
    const log: OpenLog = { sql, head: { ...head }, hasNews: false }
    const done = await work(log)
    hasNews = log.hasNews
    if (COUNTERS.some((name) => log.head[name] !== head[name])) await writeHead(log)
    if (log.hasNews && wakes) await wake(sql, accountId)
    return done
  })
  if (hasNews && wakes) database.notices.publish('work', accountId)
  return result
}

/** Deletes the rows of all logs that belong to no account, also those that a killed process left. */
export async function deleteDetached(database: Database): Promise<void> {
  const logs = await database.query<{ log: number }>(
    'SELECT log FROM sandbox.event_log WHERE account_id IS NULL',
  )
  for (const { log } of logs) {
    for (const statement of DELETE_PART) {
      let part: { count: number } | undefined
      do {
        ;[part] = await database.query<{ count: number }>(statement, [log, PART])
      } while (part?.count === PART)
    }
    await database.query(DELETE_HEAD, [log])
  }
}

/** Rows so far were restored: readers of an earlier log do not get them. */
export async function markRestored({ sql, head }: OpenLog): Promise<void> {
  const [event] = await sql.query<{ newest: number | null }>(
    'SELECT max(number) AS newest FROM sandbox.event WHERE log = $1',
    [head.log],
  )
  head.restored = event?.newest ?? 0
}

async function detachLog(sql: Sql, accountId: string): Promise<void> {
  await sql.query('UPDATE sandbox.event_log SET account_id = NULL WHERE account_id = $1', [
    storable(accountId),
  ])
}

const COUNTERS = [
  ...(['events', 'deliveries', 'pending', 'bytes', 'pending_bytes'] as const),
  ...(['newest_at', 'restored', 'tidied_at', 'full_at'] as const),
] as const

const COLUMNS = `log, pg_current_xact_id()::text AS xid, ${COUNTERS.join(', ')}`

async function lock(sql: Sql, accountId: string): Promise<LogHead | undefined> {
  const [head] = await sql.query<LogHead>(
    `SELECT ${COLUMNS} FROM sandbox.event_log WHERE account_id = $1 FOR NO KEY UPDATE`,
    [storable(accountId)],
  )
  return head
}

async function lockOrCreate(sql: Sql, accountId: string): Promise<LogHead> {
  // Again if the log is taken away in between.
  for (;;) {
    const head = await lock(sql, accountId)
    if (head) return head
    await sql.query(
      'INSERT INTO sandbox.event_log (account_id) VALUES ($1) ON CONFLICT (account_id) DO NOTHING',
      [storable(accountId)],
    )
  }
}

async function writeHead({ sql, head }: OpenLog): Promise<void> {
  const values = COUNTERS.map((name) => head[name])
  const columns = COUNTERS.map((name, index) => `${name} = $${index + 2}`).join(', ')
  await sql.query(`UPDATE sandbox.event_log SET ${columns} WHERE log = $1`, [head.log, ...values])
}

async function wake(sql: Sql, accountId: string): Promise<void> {
  await sql.query('SELECT sandbox.wake($1, 0)', [storable(accountId)])
}

/** Rows that are deleted by one statement. */
const PART = 10_000

/** Rows that another process is deleting are left to it. */
function partOf(table: string, key: string): string {
  return `SELECT ${key} FROM sandbox.${table} WHERE log = $1 ORDER BY ${key} LIMIT $2 FOR UPDATE SKIP LOCKED`
}

const DELETE_PART = [
  `WITH gone AS (
    DELETE FROM sandbox.delivery WHERE number IN (${partOf('delivery', 'number')}) RETURNING number),
  attempts AS (DELETE FROM sandbox.attempt WHERE delivery IN (SELECT number FROM gone))
  SELECT count(*) FROM gone`,
  `WITH gone AS (
    DELETE FROM sandbox.event WHERE number IN (${partOf('event', 'number')}) RETURNING number)
  SELECT count(*) FROM gone`,
  `WITH gone AS (
    DELETE FROM sandbox.staged WHERE batch IN (${partOf('staged', 'batch')}) RETURNING batch)
  SELECT count(*) FROM gone`,
]

const DELETE_HEAD = `
  DELETE FROM sandbox.event_log WHERE log = $1
  AND NOT EXISTS (SELECT FROM sandbox.event WHERE log = $1)
  AND NOT EXISTS (SELECT FROM sandbox.delivery WHERE log = $1)
  AND NOT EXISTS (SELECT FROM sandbox.staged WHERE log = $1)`
