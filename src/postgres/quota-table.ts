import type { Limits } from '../openapi/provenance/sections.ts'
import { currentWindows, LENGTH_MS, type Quota, quotaOf, type Usage } from '../runtime/quota.ts'
import type { Sql } from './sql.ts'

/** The owner of the counted requests. */
export interface Charged {
  kind: 'key' | 'address' | 'sign-up'
  /** Empty for addresses. */
  accountId: string
  /** Id of a key, or a subnet. */
  caller: string
}

interface Charge {
  limits: Limits
  /** Epoch ms of the clock that the windows are measured with. */
  now: number
  /** Revision of that clock: a charge with an older one than the last charge changes nothing. */
  revision: number
}

interface QuotaRow {
  hour_from: number
  hour_used: number
  day_from: number
  day_used: number
  allowed: boolean
}

/**
 * The windows of all callers, with the rules of QuotaCounter. A charge is one statement, which locks the row of its
 * caller, so that charges of any number of replicas follow each other.
 */
export class QuotaTable {
  readonly #sql: Sql
  readonly #enforced: boolean

  /** `enforced`: whether a used-up window refuses requests (`--no-rate-limits` only counts). */
  constructor(sql: Sql, enforced: boolean) {
    this.#sql = sql
    this.#enforced = enforced
  }

  /** Charges one request to both windows, or to none if one is used up. Resolves with undefined if `revision` is old. */
  async charge(
    { kind, accountId, caller }: Charged,
    { limits, now, revision }: Charge,
  ): Promise<Quota | undefined> {
    const [row] = await this.#sql.query<QuotaRow>(CHARGE, [
      kind,
      accountId,
      caller,
      revision,
      now,
      limits.hour,
      limits.day,
      this.#enforced,
    ])
    return row && quotaOf(usageIn(row), limits, row.allowed)
  }

  /** The quota at `now`, without a charge. */
  async peek(charged: Charged, limits: Limits, now: number): Promise<Quota> {
    const [row] = await this.#sql.query<QuotaRow>(
      `SELECT hour_from, hour_used, day_from, day_used, allowed FROM sandbox.quota ${WHERE}`,
      valuesOf(charged),
    )
    return quotaOf(currentWindows(row && usageIn(row), now), limits, true)
  }

  /** Forgets callers of one kind whose windows are over. `now`: the server's time, so not for keys. */
  async tidy(kind: 'address' | 'sign-up', now: number): Promise<void> {
    await this.#sql.query('DELETE FROM sandbox.quota WHERE kind = $1 AND day_from <= $2', [
      kind,
      now - LENGTH_MS.day,
    ])
  }
}

const WHERE = 'WHERE kind = $1 AND account_id = $2 AND caller = $3'

function valuesOf({ kind, accountId, caller }: Charged): string[] {
  return [kind, accountId, caller]
}

function usageIn({ hour_from, hour_used, day_from, day_used }: QuotaRow): Usage {
  return {
    hour: { startedAt: hour_from, used: hour_used },
    day: { startedAt: day_from, used: day_used },
  }
}

/** Whether a window that began at `from` counts on at `$5`: see `currentWindows`. */
const isOpen = (from: string, length: number) =>
  `$5::bigint - ${from} < ${length} AND ($5::bigint >= ${from} OR kept.clock_revision = $4::bigint)`

/**
 * $1 kind, $2 account, $3 caller, $4 revision, $5 now, $6 limit of the hour, $7 of the day, $8 enforced.
 * Its transaction does not wait for the disk: a crash of the database may forget the charges of its last moments.
 */
const CHARGE = `
WITH setting AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true))
INSERT INTO sandbox.quota AS kept
  (kind, account_id, caller, clock_revision, hour_from, hour_used, day_from, day_used, allowed)
SELECT $1, $2, $3, $4::bigint, $5::bigint, allowed::integer, $5::bigint, allowed::integer, allowed
FROM setting, (SELECT NOT $8::boolean OR ($6::bigint > 0 AND $7::bigint > 0) AS allowed) AS first
ON CONFLICT (kind, account_id, caller) DO UPDATE
SET (clock_revision, hour_from, hour_used, day_from, day_used, allowed) = (
  SELECT $4::bigint, hour_from, hour_used + allowed::integer, day_from, day_used + allowed::integer, allowed
  FROM (
    SELECT *, NOT $8::boolean OR (hour_used < $6::bigint AND day_used < $7::bigint) AS allowed
    FROM (
      SELECT
        CASE WHEN ${isOpen('kept.hour_from', LENGTH_MS.hour)} THEN least(kept.hour_from, $5::bigint) ELSE $5::bigint END AS hour_from,
        CASE WHEN ${isOpen('kept.hour_from', LENGTH_MS.hour)} THEN kept.hour_used ELSE 0 END AS hour_used,
        CASE WHEN ${isOpen('kept.day_from', LENGTH_MS.day)} THEN least(kept.day_from, $5::bigint) ELSE $5::bigint END AS day_from,
        CASE WHEN ${isOpen('kept.day_from', LENGTH_MS.day)} THEN kept.day_used ELSE 0 END AS day_used
    ) AS opened
  ) AS charged
)
WHERE kept.clock_revision <= $4::bigint
RETURNING hour_from, hour_used, day_from, day_used, allowed`
