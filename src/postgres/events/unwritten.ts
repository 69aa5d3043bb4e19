import type { DeliveryKey } from '../../store/events/event-log.ts'
import { DatabaseError } from '../database-error.ts'
import type { Sql } from '../sql.ts'
import type { Claims } from './claims.ts'

/**
 * The claimed deliveries whose outcome was written by a transaction that lost its answer. Rejects
 * with a DatabaseError while that is not known.
 */
export async function writtenBefore(
  sql: Sql,
  { claims, accountId, keys }: { claims: Claims; accountId: string; keys: readonly DeliveryKey[] },
): Promise<Set<DeliveryKey>> {
  const written = new Set<DeliveryKey>()
  const known = new Map<string, boolean>()
  for (const key of keys) {
    const xid = claims.of(accountId, key)?.unwritten?.xid
    if (xid === undefined) continue
    const isWritten = known.get(xid) ?? (await isCommitted(sql, xid))
    known.set(xid, isWritten)
    if (isWritten) written.add(key)
  }
  return written
}

async function isCommitted(sql: Sql, xid: string): Promise<boolean> {
  // After a failover the database may not have come so far.
  const [row] = await sql.query<{ status: string | null }>(
    `SELECT CASE WHEN $1::xid8 < pg_snapshot_xmax(pg_current_snapshot()) THEN pg_xact_status($1::xid8) END AS status`,
    [xid],
  )
  if (row?.status === 'in progress') {
    throw new DatabaseError('unknown outcome', 'A change of deliveries has not ended yet.')
  }
  return row?.status === 'committed'
}
