import type { DeliveryKey } from '../../store/events/event-log.ts'
import { DatabaseError } from '../database-error.ts'
import { type Sql, sql } from '../sql.ts'

/** What this process has claimed of an account. */
interface Claimed {
  log: number
  /** Ids of deliveries, as `HeldRows.claimed`. */
  ids: Set<string>
  /** The ids whose outcome could not be written, with the transaction that tried it, if it got so far. */
  unwritten: Map<string, string | undefined>
}

/**
 * The deliveries that this process has claimed. A process that is killed claims nothing any more; of those that live,
 * one holds the account, and its fence is the largest.
 */
export class Claims {
  readonly #accounts = new Map<string, Claimed>()
  readonly #fences = new Map<string, number>()

  hold(accountId: string, fence: number): void {
    this.#fences.set(accountId, fence)
  }

  /** Deliveries whose outcome is not written yet stay claimed; otherwise they would be sent twice. */
  letGo(accountId: string): void {
    this.#fences.delete(accountId)
    const { ids, unwritten } = this.#accounts.get(accountId) ?? NOTHING
    for (const id of ids) if (!unwritten.has(id)) ids.delete(id)
    this.#forgetIfEmpty(accountId)
  }

  /** Ids of claimed deliveries of a log. Those of an earlier log of the account are void. */
  ids(accountId: string, log: number): Set<string> {
    const known = this.#accounts.get(accountId)
    return known?.log === log ? known.ids : new Set()
  }

  /** Adds claims of a log, which are among `ids` then. */
  add(accountId: string, log: number, ids: Set<string>): void {
    if (ids.size === 0 || this.#accounts.get(accountId)?.ids === ids) return
    this.#accounts.set(accountId, { log, ids, unwritten: new Map() })
  }

  /** Another process holds the account, whose fence is `stored`: claims of this one are void. */
  isFenced(accountId: string, stored: number | null): boolean {
    const held = this.#fences.get(accountId)
    return held !== undefined && stored !== null && stored > held
  }

  release(accountId: string, keys: readonly DeliveryKey[]): void {
    const { log, ids, unwritten } = this.#accounts.get(accountId) ?? NOTHING
    for (const { id, generation } of keys) {
      if (generation !== log) continue
      ids.delete(id)
      unwritten.delete(id)
    }
    this.#forgetIfEmpty(accountId)
  }

  /** Their outcomes could not be written, or nobody knows. */
  noteUnwritten(accountId: string, keys: readonly DeliveryKey[], xid: string | undefined): void {
    const { log, ids, unwritten } = this.#accounts.get(accountId) ?? NOTHING
    for (const { id, generation } of keys) {
      if (generation === log && ids.has(id)) unwritten.set(id, xid)
    }
  }

  /**
   * The claimed deliveries whose outcome was written by a transaction that lost its answer. Rejects with a DatabaseError
   * while that is not known.
   */
  async writtenBefore(
    db: Sql,
    accountId: string,
    keys: readonly DeliveryKey[],
  ): Promise<Set<DeliveryKey>> {
    const { log, unwritten } = this.#accounts.get(accountId) ?? NOTHING
    const xidOf = (key: DeliveryKey) => (key.generation === log ? unwritten.get(key.id) : undefined)
    const committed = new Set<string>()
    for (const xid of new Set(keys.map(xidOf))) {
      if (xid !== undefined && (await isCommitted(db, xid))) committed.add(xid)
    }
    return new Set(keys.filter((key) => committed.has(xidOf(key) ?? '')))
  }

  forget(accountId: string): void {
    this.#accounts.delete(accountId)
  }

  #forgetIfEmpty(accountId: string): void {
    if (this.#accounts.get(accountId)?.ids.size === 0) this.#accounts.delete(accountId)
  }
}

/** Of an account without claims. */
const NOTHING: Claimed = { log: 0, ids: new Set(), unwritten: new Map() }

async function isCommitted(db: Sql, xid: string): Promise<boolean> {
  // After a failover the database may not have come so far.
  const [row] = await db.query<{ status: string | null }>(sql`
    SELECT CASE WHEN ${xid}::xid8 < pg_snapshot_xmax(pg_current_snapshot())
      THEN pg_xact_status(${xid}::xid8) END AS status`)
  if (row?.status === 'in progress') {
    throw new DatabaseError('unknown outcome', 'A change of deliveries has not ended yet.')
  }
  return row?.status === 'committed'
}
