import { clientSubnet } from '../accounts/address.ts'
import {
  CHECK_EVERY_MS,
  type CredentialThrottle,
  SeenCredentials,
} from '../runtime/credential-throttle.ts'
import { DatabaseError } from './database-error.ts'
import { type Sql, sql } from './sql.ts'

/**
 * The checks of new credentials from a throttled address are counted for all replicas together. The credentials that
 * are known from there are those that this process has seen, so an address is checked once more by each replica. While the
 * database is away, each replica checks one new credential a second.
 */
export class PostgresCredentialThrottle implements CredentialThrottle {
  readonly #sql: Sql
  readonly #isUsedUp: (address: string, now: number) => Promise<boolean>
  readonly #seen = new SeenCredentials()

  /** `isUsedUp`: whether an address has no quota for wrong credentials left at `now` (epoch ms). */
  constructor(sql: Sql, isUsedUp: (address: string, now: number) => Promise<boolean>) {
    this.#sql = sql
    this.#isUsedUp = isUsedUp
  }

  allows(credential: string, address: string, now: number): true | Promise<boolean> {
    if (this.#seen.has(credential, address)) return true
    return this.#allowsNew(address, now)
  }

  noteSuccess(credential: string, address: string): void {
    this.#seen.note(credential, address)
  }

  async #allowsNew(address: string, now: number): Promise<boolean> {
    try {
      if (!(await this.#isUsedUp(address, now))) return true
      return await this.#takeTurn(address, now)
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error
      // During an outage, the tokens of the operator are still accepted, and guessed no faster.
      return this.#seen.takeTurn(address, now)
    }
  }

  /** An address whose quota is used up has a row. If the time was set back, the wait begins again. */
  async #takeTurn(address: string, now: number): Promise<boolean> {
    const caller = clientSubnet(address)
    const next = now + CHECK_EVERY_MS
    const [row] = await this.#sql.query<{ is_taken: boolean }>(sql`
      WITH before AS (
        SELECT next_check FROM sandbox.quota
        WHERE kind = 'address' AND account_id = '' AND caller = ${caller} FOR UPDATE)
      UPDATE sandbox.quota SET next_check = ${next} FROM before
      WHERE kind = 'address' AND account_id = '' AND caller = ${caller}
        AND (before.next_check IS NULL OR before.next_check <= ${now} OR before.next_check > ${next})
      RETURNING before.next_check IS NULL OR before.next_check <= ${now} AS is_taken`)
    return row?.is_taken ?? false
  }
}
