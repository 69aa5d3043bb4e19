import type { BuiltRows } from '../../store/events/event-log.ts'
import type { Sql } from '../sql.ts'
import { storable } from '../store/storable-text.ts'
import type { OpenLog } from './open-log.ts'

type Rows = Pick<BuiltRows, 'events' | 'deliveries'>

/** Writes rows that are not visible yet, and returns their place. */
export async function stageRows(
  { sql, head }: OpenLog,
  { events, deliveries }: Rows,
): Promise<{ log: number; batch: number }> {
  const [row] = await sql.query<{ batch: number }>(
    'INSERT INTO sandbox.staged (log, rows) VALUES ($1, $2) RETURNING batch',
    [head.log, JSON.stringify({ events, deliveries })],
  )
  return { log: head.log, batch: (row as { batch: number }).batch }
}

export async function dropStaged({ sql, head }: OpenLog, batch: number): Promise<void> {
  await sql.query('DELETE FROM sandbox.staged WHERE log = $1 AND batch = $2', [head.log, batch])
}

/** The batches of an account, oldest first. */
export async function listStaged(sql: Sql, accountId: string): Promise<number[]> {
  const rows = await sql.query<{ batch: number }>(
    `SELECT batch FROM sandbox.staged
    WHERE log = (SELECT log FROM sandbox.event_log WHERE account_id = $1) ORDER BY batch`,
    [storable(accountId)],
  )
  return rows.map(({ batch }) => batch)
}

/** Takes a batch away; undefined if it is gone already. */
export async function takeStaged({ sql, head }: OpenLog, batch: number): Promise<Rows | undefined> {
  const [row] = await sql.query<{ rows: string }>(
    'DELETE FROM sandbox.staged WHERE log = $1 AND batch = $2 RETURNING rows',
    [head.log, batch],
  )
  return row && JSON.parse(row.rows)
}
