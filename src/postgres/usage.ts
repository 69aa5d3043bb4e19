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
import type { Sql } from './sql.ts'

interface Parts {
  sql: Sql
  clock: Clock
  log: Log
  closing: AbortSignal
}

interface UseRow {
  account_id: string
  key_hash: string
  last_used_at: number
}

interface DayRow extends DayUsage {
  account_id: string
  key_hash: string
  day: number
}

interface StoredUsage {
  uses: UseRow[]
  days: DayRow[]
  seenAt: number
}

const noStoredUsage = (): StoredUsage => ({ uses: [], days: [], seenAt: 0 })

/**
 * Counts the requests to this process in memory, and adds them to rows every few seconds. The rows are not in the
 * account, whose revision would otherwise change with every write. Counts of other replicas are seen when they are
 * written, at most 5 seconds later.
 */
export class PostgresUsageCounter extends UsageBuffer implements UsageCounter {
  readonly #parts: Parts
  /** The accounts to read next, with all who wait for them. */
  #reading: { ids: Set<string>; read: Promise<Map<string, StoredUsage>> } | undefined

  constructor(parts: Parts) {
    super(parts)
    this.#parts = parts
  }

  protected override write(group: PendingGroup): Promise<unknown> {
    const write = () => this.#add(group)
    return inBackground('The usage of keys could not be written', write, this.#parts)
  }

  async usageOf({ id, keys }: UsedAccount): Promise<Readonly<Record<string, KeyUsage>>> {
    const { uses, days } = await this.#stored(id)
    const used = Object.values(keys).flatMap(({ id: keyId, hash }) => {
      const use = uses.find((row) => row.key_hash === hash)
      if (use === undefined) return []
      const own = days.filter((row) => row.key_hash === hash)
      return [[keyId, { last_used_at: use.last_used_at, days: daysIn(own) }]]
    })
    return Object.fromEntries(used)
  }

  async seenAt({ id, origin }: UsedAccount): Promise<number> {
    if (origin === null) return 0
    return Math.max(origin.seen_at, (await this.#stored(id)).seenAt)
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
    await this.#parts.sql.query(
      `WITH uses AS (DELETE FROM sandbox.key_use WHERE account_id = $1),
            seen AS (DELETE FROM sandbox.account_seen WHERE account_id = $1)
       DELETE FROM sandbox.key_day WHERE account_id = $1`,
      [accountId],
    )
  }

  override async remembers(accountId: string): Promise<boolean> {
    if (await super.remembers(accountId)) return true
    const found = await this.#parts.sql.query(
      'SELECT 1 FROM sandbox.key_use WHERE account_id = $1 LIMIT 1',
      [accountId],
    )
    return found.length > 0
  }

  /** One query for all accounts that are read in the same turn, because lists show many. */
  async #stored(accountId: string): Promise<StoredUsage> {
    this.#reading ??= this.#readSoon()
    this.#reading.ids.add(accountId)
    const { read } = this.#reading
    return (await read).get(accountId) ?? noStoredUsage()
  }

  #readSoon() {
    const ids = new Set<string>()
    const read = Promise.resolve().then(() => {
      this.#reading = undefined
      return this.#read([...ids])
    })
    return { ids, read }
  }

  async #read(ids: readonly string[]): Promise<Map<string, StoredUsage>> {
    const { sql } = this.#parts
    const [uses, days, seen] = await Promise.all([
      sql.query<UseRow>('SELECT * FROM sandbox.key_use WHERE account_id = ANY($1)', [ids]),
      sql.query<DayRow>(
        'SELECT * FROM sandbox.key_day WHERE account_id = ANY($1) ORDER BY key_hash, day',
        [ids],
      ),
      sql.query<{ account_id: string; seen_at: number }>(
        'SELECT * FROM sandbox.account_seen WHERE account_id = ANY($1)',
        [ids],
      ),
    ])
    const found = new Map(ids.map((id) => [id, noStoredUsage()]))
    for (const row of uses) found.get(row.account_id)?.uses.push(row)
    for (const row of days) found.get(row.account_id)?.days.push(row)
    for (const row of seen) (found.get(row.account_id) as StoredUsage).seenAt = row.seen_at
    return found
  }

  async #add(group: PendingGroup, seenAt = this.#parts.clock.now()): Promise<void> {
    const { sql } = this.#parts
    // All replicas lock the rows in the same order.
    const uses = [...group]
      .flatMap(([accountId, keys]) =>
        [...keys.values()].map((pending) => ({ accountId, ...pending })),
      )
      .sort((a, b) => (`${a.accountId} ${a.hash}` < `${b.accountId} ${b.hash}` ? -1 : 1))
    const days = uses.flatMap(({ accountId, hash, days }) =>
      [...days].map(([day, counts]) => ({ accountId, hash, day, ...counts })),
    )
    const isNewDay = await sql.query<{ account_id: string; key_hash: string }>(WRITE, [
      uses.map(({ accountId }) => accountId),
      uses.map(({ hash }) => hash),
      uses.map(({ lastUsedAt }) => lastUsedAt),
      days.map(({ accountId }) => accountId),
      days.map(({ hash }) => hash),
      days.map(({ day }) => day),
      days.map(({ requests }) => requests),
      days.map(({ rate_limited }) => rate_limited),
      days.map(({ client_errors }) => client_errors),
      days.map(({ server_errors }) => server_errors),
      seenAt,
    ])
    if (isNewDay.length === 0) return
    await sql.query(TRIM, [
      isNewDay.map((row) => row.account_id),
      isNewDay.map((row) => row.key_hash),
      MAX_USAGE_DAYS,
    ])
  }
}

function daysIn(rows: readonly DayRow[]): Record<string, DayUsage> {
  return Object.fromEntries(
    rows.slice(-MAX_USAGE_DAYS).map((row) => {
      const counts = noUsage()
      for (const name of Object.keys(counts) as (keyof DayUsage)[]) counts[name] = row[name]
      return [isoDay(row.day * DAY_MS), counts]
    }),
  )
}

/** Accounts that were removed meanwhile are left out. Returns the keys with a first request in a day. */
const WRITE = `
WITH uses AS (
  INSERT INTO sandbox.key_use AS kept (account_id, key_hash, last_used_at)
  SELECT account_id, key_hash, at
  FROM unnest($1::text[], $2::text[], $3::bigint[]) AS used (account_id, key_hash, at)
  WHERE account_id IN (SELECT id FROM sandbox.account WHERE id = ANY($1))
  ON CONFLICT (account_id, key_hash) DO UPDATE SET last_used_at = excluded.last_used_at
), seen AS (
  INSERT INTO sandbox.account_seen AS kept (account_id, seen_at)
  SELECT id, $11::bigint FROM (SELECT id FROM sandbox.account WHERE id = ANY($1) ORDER BY id) AS present
  ON CONFLICT (account_id) DO UPDATE SET seen_at = greatest(kept.seen_at, excluded.seen_at)
), counted AS (
  INSERT INTO sandbox.key_day AS kept
    (account_id, key_hash, day, requests, rate_limited, client_errors, server_errors)
  SELECT *
  FROM unnest($4::text[], $5::text[], $6::integer[], $7::bigint[], $8::bigint[], $9::bigint[], $10::bigint[])
    AS counted (account_id, key_hash, day, requests, rate_limited, client_errors, server_errors)
  WHERE account_id IN (SELECT id FROM sandbox.account WHERE id = ANY($1))
  ON CONFLICT (account_id, key_hash, day) DO UPDATE SET
    requests = kept.requests + excluded.requests,
    rate_limited = kept.rate_limited + excluded.rate_limited,
    client_errors = kept.client_errors + excluded.client_errors,
    server_errors = kept.server_errors + excluded.server_errors
  RETURNING account_id, key_hash, xmax = 0 AS is_new
)
SELECT DISTINCT account_id, key_hash FROM counted WHERE is_new`

/** Removes all but the newest days ($3) of keys. */
const TRIM = `
DELETE FROM sandbox.key_day AS old
USING unnest($1::text[], $2::text[]) AS touched (account_id, key_hash)
WHERE old.account_id = touched.account_id AND old.key_hash = touched.key_hash AND old.day <= (
  SELECT day FROM sandbox.key_day AS newer
  WHERE newer.account_id = touched.account_id AND newer.key_hash = touched.key_hash
  ORDER BY day DESC OFFSET $3 LIMIT 1
)`
