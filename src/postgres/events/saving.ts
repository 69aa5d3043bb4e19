import { FINISHED_SAVED, type SavedDelivery } from '../../store/events/saved-rows.ts'
import type { Database } from '../database.ts'
import { restored, storable } from '../store/storable-text.ts'
import { deliveryOf, WHOLE_COLUMNS, WHOLE_JOIN, type WholeColumns } from './event-rows.ts'

/** Rows that are read by one statement. */
const PAGE = 500

/** The pending deliveries of an account and the last finished ones with their events, one a line. */
export async function saveRows(database: Database, accountId: string): Promise<string> {
  return await database.transaction(async (sql) => {
    await sql.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY')
    const [kept] = await sql.query<{ log: number; from: number }>(
      `SELECT log, coalesce((
        SELECT number FROM sandbox.delivery d WHERE d.log = l.log AND status <> 'pending'
        ORDER BY number DESC LIMIT 1 OFFSET $2), 0) AS from
      FROM sandbox.event_log l WHERE account_id = $1`,
      [storable(accountId), FINISHED_SAVED - 1],
    )
    if (!kept) return ''
    const lines: string[] = []
    for (let last = 0; ; ) {
      const page = await sql.query<WholeColumns>(
        `SELECT ${WHOLE_COLUMNS} FROM sandbox.delivery d ${WHOLE_JOIN}
        WHERE d.log = $1 AND d.number > $2 AND (d.status = 'pending' OR d.number >= $3)
        ORDER BY d.number LIMIT $4`,
        [kept.log, last, kept.from, PAGE],
      )
      for (const row of page) {
        const saved: SavedDelivery = { ...deliveryOf(row), alerts: row.alerts.map(restored) }
        lines.push(JSON.stringify(saved))
      }
      if (page.length < PAGE) break
      last = page.at(-1)?.number ?? 0
    }
    return lines.join('\n')
  })
}
