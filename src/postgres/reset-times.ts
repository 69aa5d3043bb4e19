import { type DueReset, latestTime, type ResetTimes } from '../runtime/reset-times.ts'
import type { Sql } from './sql.ts'

/** Milliseconds after which a replica that was resetting must have been killed. */
const CLAIMED_MS = 600_000

interface Row {
  last_at: number
  claimed_until: number
}

/** The times of all replicas. */
export class PostgresResetTimes implements ResetTimes {
  readonly #sql: Sql

  constructor(sql: Sql) {
    this.#sql = sql
  }

  async claim(now: number, every: number): Promise<DueReset> {
    await this.#sql.query(
      'INSERT INTO sandbox.demo_reset (last_at) VALUES ($1) ON CONFLICT DO NOTHING',
      [now],
    )
    // A replica that waits for the row of another one sees its claim.
    const [claimed] = await this.#sql.query<Row>(
      `UPDATE sandbox.demo_reset SET claimed_until = $1::bigint + $3::bigint
       WHERE last_at + $2::bigint <= $1::bigint AND claimed_until <= $1::bigint RETURNING last_at, claimed_until`,
      [now, every, CLAIMED_MS],
    )
    if (claimed) return { finish: () => this.#finish(latestTime(claimed.last_at, every, now)) }
    const [row] = await this.#sql.query<Row>(
      'SELECT last_at, claimed_until FROM sandbox.demo_reset',
    )
    return { next: Math.max((row?.last_at ?? now) + every, row?.claimed_until ?? 0) }
  }

  async #finish(lastAt: number): Promise<void> {
    await this.#sql.query('UPDATE sandbox.demo_reset SET last_at = $1, claimed_until = 0', [lastAt])
  }
}
