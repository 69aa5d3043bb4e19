import type { Limits } from '../openapi/provenance/sections.ts'
import { currentWindows, LENGTH_MS, type Quota, quotaOf, type Usage } from '../runtime/quota.ts'
import { type Sql, sql } from './sql.ts'

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
    const enforced = this.#enforced
    const time = sql`${now}::bigint`
    const clock = sql`${revision}::bigint`
    const { hour, day } = LENGTH_MS
    // Its transaction does not wait for the disk: a crash of the database may forget the charges of its last moments.
    // Whether a window counts on: see `currentWindows`.
    const [row] = await this.#sql.query<QuotaRow>(sql`
      WITH setting AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true))
      INSERT INTO sandbox.quota AS kept
        (kind, account_id, caller, clock_revision, hour_from, hour_used, day_from, day_used, allowed)
      SELECT ${kind}, ${accountId}, ${caller}, ${clock}, ${time}, allowed::int, ${time}, allowed::int, allowed
      FROM setting, (
        SELECT NOT ${enforced}::boolean OR (${limits.hour}::bigint > 0 AND ${limits.day}::bigint > 0) AS allowed) first
      ON CONFLICT (kind, account_id, caller) DO UPDATE
      SET (clock_revision, hour_from, hour_used, day_from, day_used, allowed) = (
        SELECT ${clock}, hour_from, hour_used + allowed::int, day_from, day_used + allowed::int, allowed
        FROM (SELECT ${time} >= kept.hour_from OR kept.clock_revision = ${clock} AS hour_fits,
          ${time} >= kept.day_from OR kept.clock_revision = ${clock} AS day_fits) fits
        CROSS JOIN LATERAL (SELECT hour_fits AND ${time} - kept.hour_from < ${hour} AS in_hour,
          day_fits AND ${time} - kept.day_from < ${day} AS in_day) windows
        CROSS JOIN LATERAL (SELECT
          CASE WHEN in_hour THEN least(kept.hour_from, ${time}) ELSE ${time} END AS hour_from,
          CASE WHEN in_hour THEN kept.hour_used ELSE 0 END AS hour_used,
          CASE WHEN in_day THEN least(kept.day_from, ${time}) ELSE ${time} END AS day_from,
          CASE WHEN in_day THEN kept.day_used ELSE 0 END AS day_used) present
        CROSS JOIN LATERAL (SELECT NOT ${enforced}::boolean OR
          (hour_used < ${limits.hour}::bigint AND day_used < ${limits.day}::bigint) AS allowed) charged)
      WHERE kept.clock_revision <= ${clock}
      RETURNING hour_from, hour_used, day_from, day_used, allowed`)
    return row && quotaOf(usageIn(row), limits, row.allowed)
  }

  /** The quota at `now`, without a charge. */
  async peek({ kind, accountId, caller }: Charged, limits: Limits, now: number): Promise<Quota> {
    const [row] = await this.#sql.query<QuotaRow>(sql`
      SELECT hour_from, hour_used, day_from, day_used, allowed FROM sandbox.quota
      WHERE kind = ${kind} AND account_id = ${accountId} AND caller = ${caller}`)
    return quotaOf(currentWindows(row && usageIn(row), now), limits, true)
  }

  /** Forgets callers of one kind whose windows are over. `now`: the server's time, so not for keys. */
  async tidy(kind: 'address' | 'sign-up', now: number): Promise<void> {
    await this.#sql.query(sql`
      DELETE FROM sandbox.quota WHERE kind = ${kind} AND day_from <= ${now - LENGTH_MS.day}`)
  }
}

function usageIn({ hour_from, hour_used, day_from, day_used }: QuotaRow): Usage {
  return {
    hour: { startedAt: hour_from, used: hour_used },
    day: { startedAt: day_from, used: day_used },
  }
}
