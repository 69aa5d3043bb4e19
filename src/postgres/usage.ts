import { type DayUsage, type KeyUsage, MAX_USAGE_DAYS, noUsage } from '../accounts/usage.ts'
import type { Log } from '../log.ts'
import { inBackground } from '../runtime/account-state.ts'
import {
  type PendingGroup,
  UsageBuffer,
  type UsageCounter,
  type UsedAccount,
} from '../runtime/usage.ts'
import { type Clock, isoDay } from '../time/clock.ts'
import { DAY_MS } from '../time/duration.ts'
import { type Sql, sql } from './sql.ts'

interface Parts {
  sql: Sql
  clock: Clock
  log: Log
  closing: AbortSignal
}

/** The requests of a key on a day. */
interface DayRow extends DayUsage {
  account_id: string
  key_hash: string
  day: number
  /** Of the key, when the row was written last. */
  last_used_at: number
  /** Time of that write, on the server's clock. */
  seen_at: number
}

/**
 * Counts the requests to this process in memory, and adds them to rows every few seconds. The rows are not in the
 * account, whose revision would otherwise change with every write. Counts of other replicas are seen when they are
 * written, at most 5 seconds later.
 */
export class PostgresUsageCounter extends UsageBuffer implements UsageCounter {
  readonly #parts: Parts
  /** The accounts to read next, with all who wait for them. */
  #reading: { ids: Set<string>; read: Promise<DayRow[]> } | undefined

  constructor(parts: Parts) {
    super(parts)
    this.#parts = parts
  }

  protected override write(group: PendingGroup): Promise<unknown> {
    const write = () => this.#add(group)
    return inBackground('The usage of keys could not be written', write, this.#parts)
  }

  async usageOf({ id, keys }: UsedAccount): Promise<Readonly<Record<string, KeyUsage>>> {
    const rows = await this.#stored(id)
    const used = Object.values(keys).flatMap(({ id: keyId, hash }) => {
      const own = rows.filter((row) => row.key_hash === hash)
      const last = own.toSorted((one, other) => one.seen_at - other.seen_at).at(-1)
      return last ? [[keyId, { last_used_at: last.last_used_at, days: daysIn(own) }]] : []
    })
    return Object.fromEntries(used)
  }

  async seenAt({ id, origin }: UsedAccount): Promise<number> {
    if (origin === null) return 0
    const times = (await this.#stored(id)).map(({ seen_at }) => seen_at)
    return Math.max(origin.seen_at, ...times)
  }

  async adopt({ id, keys, usage, origin }: UsedAccount): Promise<void> {
    const used = Object.entries(usage).flatMap(([keyId, { last_used_at: lastUsedAt, days }]) => {
      const hash = keys[keyId]?.hash
      const numbered = Object.entries(days).map(
        ([day, counts]) => [Date.parse(day) / DAY_MS, counts] as const,
      )
      if (hash === undefined || lastUsedAt === null) return []
      return [[keyId, { hash, lastUsedAt, days: new Map(numbered) }] as const]
    })
    await this.#add(new Map([[id, new Map(used)]]), origin?.seen_at ?? 0)
  }

  override async forget(accountId: string): Promise<void> {
    await super.forget(accountId)
    await this.#parts.sql.query(sql`DELETE FROM sandbox.key_day WHERE account_id = ${accountId}`)
  }

  override async remembers(accountId: string): Promise<boolean> {
    if (await super.remembers(accountId)) return true
    const found = await this.#parts.sql.query(
      sql`SELECT FROM sandbox.key_day WHERE account_id = ${accountId} LIMIT 1`,
    )
    return found.length > 0
  }

  /** One query for all accounts that are read in the same turn, because lists show many. */
  async #stored(accountId: string): Promise<DayRow[]> {
    this.#reading ??= this.#readSoon()
    this.#reading.ids.add(accountId)
    return (await this.#reading.read).filter((row) => row.account_id === accountId)
  }

  #readSoon() {
    const ids = new Set<string>()
    const read = Promise.resolve().then(() => {
      this.#reading = undefined
      return this.#parts.sql.query<DayRow>(sql`
        SELECT * FROM sandbox.key_day WHERE account_id = ANY (${[...ids]}) ORDER BY key_hash, day`)
    })
    return { ids, read }
  }

  /** Accounts that were removed meanwhile are left out. */
  async #add(group: PendingGroup, seenAt = this.#parts.clock.now()): Promise<void> {
    const rows = rowsOf(group)
    const column = <Name extends keyof UsedDay>(name: Name) => rows.map((row) => row[name])
    const written = await this.#parts.sql.query<{ key_hash: string; is_new: boolean }>(sql`
      INSERT INTO sandbox.key_day AS kept
        (account_id, key_hash, day, last_used_at, seen_at, requests, rate_limited, client_errors, server_errors)
      SELECT u.account_id, u.key_hash, u.day, u.last_used_at, ${seenAt}::bigint, u.requests, u.rate_limited, u.client_errors,
        u.server_errors
      FROM unnest(${column('account_id')}::text[], ${column('key_hash')}::text[], ${column('day')}::int[],
        ${column('last_used_at')}::bigint[], ${column('requests')}::bigint[], ${column('rate_limited')}::bigint[],
        ${column('client_errors')}::bigint[], ${column('server_errors')}::bigint[])
        AS u (account_id, key_hash, day, last_used_at, requests, rate_limited, client_errors, server_errors)
      WHERE account_id IN (SELECT id FROM sandbox.account WHERE id = ANY (${column('account_id')}))
      ON CONFLICT (account_id, key_hash, day) DO UPDATE SET
        last_used_at = excluded.last_used_at,
        seen_at = greatest(kept.seen_at, excluded.seen_at),
        requests = kept.requests + excluded.requests,
        rate_limited = kept.rate_limited + excluded.rate_limited,
        client_errors = kept.client_errors + excluded.client_errors,
        server_errors = kept.server_errors + excluded.server_errors
      RETURNING key_hash, xmax = 0 AS is_new`)
    const begun = written.filter(({ is_new }) => is_new).map(({ key_hash }) => key_hash)
    if (begun.length > 0) await this.#trim(column('account_id'), begun)
  }

  /** Removes all but the newest days of keys. */
  async #trim(accountIds: readonly string[], hashes: readonly string[]): Promise<void> {
    await this.#parts.sql.query(sql`
      DELETE FROM sandbox.key_day AS old
      WHERE account_id = ANY (${accountIds}) AND key_hash = ANY (${hashes}) AND day <= (
        SELECT day FROM sandbox.key_day AS newer
        WHERE newer.account_id = old.account_id AND newer.key_hash = old.key_hash
        ORDER BY day DESC OFFSET ${MAX_USAGE_DAYS} LIMIT 1)`)
  }
}

type UsedDay = Omit<DayRow, 'seen_at'>

/** In the same order by all replicas, which lock the rows. A use that is no request has a row without any. */
function rowsOf(group: PendingGroup): UsedDay[] {
  const rows = [...group].flatMap(([account_id, keys]) =>
    [...keys.values()].flatMap(({ hash: key_hash, lastUsedAt: last_used_at, days }) => {
      const used =
        days.size > 0 ? [...days] : [[Math.floor(last_used_at / DAY_MS), noUsage()] as const]
      return used.map(([day, counts]) => ({ account_id, key_hash, last_used_at, day, ...counts }))
    }),
  )
  const orderOf = ({ account_id, key_hash, day }: UsedDay) => `${account_id} ${key_hash} ${day}`
  return rows.sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1))
}

/** Of the newest days with a request. `rows` are in the order of their days. */
function daysIn(rows: readonly DayRow[]): Record<string, DayUsage> {
  const used = rows.filter(({ requests }) => requests > 0).slice(-MAX_USAGE_DAYS)
  return Object.fromEntries(
    used.map((row) => {
      const counts = noUsage()
      for (const name of Object.keys(counts) as (keyof DayUsage)[]) counts[name] = row[name]
      return [isoDay(row.day * DAY_MS), counts]
    }),
  )
}
