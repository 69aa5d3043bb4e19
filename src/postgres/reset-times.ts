import { type DueReset, latestTime, type ResetTimes } from '../runtime/reset-times.ts'
import { type Sql, sql } from './sql.ts'

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
    await this.#sql.query(sql`
      INSERT INTO sandbox.demo_reset (last_at) VALUES (${now}) ON CONFLICT DO NOTHING`)
    // A replica that waits for the row of another one sees its claim.
    const [claimed] = await this.#sql.query<Row>(sql`
      UPDATE sandbox.demo_reset SET claimed_until = ${now + CLAIMED_MS}
      WHERE last_at <= ${now - every} AND claimed_until <= ${now} RETURNING last_at, claimed_until`)
    if (claimed) return { finish: () => this.#finish(latestTime(claimed.last_at, every, now)) }
    const [row] = await this.#sql.query<Row>(
      'SELECT last_at, claimed_until FROM sandbox.demo_reset',
    )
    return { next: Math.max((row?.last_at ?? now) + every, row?.claimed_until ?? 0) }
  }

  async #finish(lastAt: number): Promise<void> {
    await this.#sql.query(sql`UPDATE sandbox.demo_reset SET last_at = ${lastAt}, claimed_until = 0`)
  }
}
