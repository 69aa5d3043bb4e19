import type { Caller } from '../accounts/account.ts'
import { clientSubnet } from '../accounts/address.ts'
import type { ApiDocument } from '../openapi/api-document.ts'
import type { Limits } from '../openapi/provenance/sections.ts'
import { CredentialThrottle } from '../runtime/credential-throttle.ts'
import type { Quota } from '../runtime/quota.ts'
import { keyLimits, type Quotas, quotaHeaders } from '../runtime/quotas.ts'
import type { Clock } from '../time/clock.ts'
import { DatabaseError } from './database-error.ts'
import { type Charged, QuotaTable } from './quota-table.ts'
import { type Sql, sql } from './sql.ts'
import { storable } from './store/storable-text.ts'

/** The members of an account that its quotas need. */
type Head = Caller['account']

interface Parts {
  sql: Sql
  document: ApiDocument
  clock: Pick<Clock, 'of'>
  store: {
    readHead(accountId: string): Promise<Readonly<Head>>
    /** Grows when the clock of the account changes, and when the account is replaced, even after a removal. */
    clockRevisionOf(account: Readonly<Head>): number
  }
}

/** Charges of addresses between two removals of those whose windows are over. */
const TIDY_EVERY = 1000

/** Quotas that all replicas share: each request is charged exactly once. */
export class PostgresQuotas implements Quotas {
  readonly #parts: Parts
  readonly #table: QuotaTable
  readonly throttle: CredentialThrottle
  #untilTidy = TIDY_EVERY

  constructor(parts: Parts, enforced: boolean) {
    this.#parts = parts
    this.#table = new QuotaTable(parts.sql, enforced)
    this.throttle = new CredentialThrottle(
      (address, now) => enforced && this.#isUsedUp(address, now),
    )
  }

  /**
   * Rejects as `Store.readHead`. The clock of the caller's account may have been moved since it was read: then the
   * account is read again.
   */
  async chargeKey({ account, key }: Caller, now: number): Promise<Quota> {
    const { store, clock, document } = this.#parts
    const charged: Charged = { kind: 'key', accountId: account.id, caller: storable(key.id) }
    for (let [head, time] = [account, now]; ; ) {
      const revision = store.clockRevisionOf(head)
      const limits = keyLimits({ account: head, key }, document)
      const quota = await this.#table.charge(charged, { limits, now: time, revision })
      if (quota) return quota

      // At least as new as the head of the charge that was made meanwhile.
      head = await store.readHead(account.id)
      time = clock.of(head)
    }
  }

  async chargeAddress(address: string, now: number): Promise<Quota> {
    if (--this.#untilTidy === 0) {
      this.#untilTidy = TIDY_EVERY
      await this.#table.tidy('address', now)
    }
    const charge = { limits: this.#addressLimits, now, revision: 0 }
    // All revisions of addresses are 0, so none is old.
    return (await this.#table.charge(addressed(address), charge)) as Quota
  }

  peekAddress(address: string, now: number): Promise<Quota> {
    return this.#table.peek(addressed(address), this.#addressLimits, now)
  }

  async #isUsedUp(address: string, now: number): Promise<boolean> {
    try {
      return (await this.peekAddress(address, now)).remaining === 0
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error
      // During an outage, the tokens of the operator are still accepted, and guessed no faster.
      return true
    }
  }

  headersOf(quota: Quota, now: number): Record<string, number> {
    return quotaHeaders(quota, this.#parts.document.resetUnit, now)
  }

  async forget(accountId: string): Promise<void> {
    await this.#parts.sql.query(sql`
      DELETE FROM sandbox.quota WHERE kind = 'key' AND account_id = ${accountId}`)
  }

  async remembers(accountId: string): Promise<boolean> {
    const found = await this.#parts.sql.query(sql`
      SELECT FROM sandbox.quota WHERE kind = 'key' AND account_id = ${accountId} LIMIT 1`)
    return found.length > 0
  }

  async clear(): Promise<void> {
    await this.#parts.sql.query(`DELETE FROM sandbox.quota WHERE kind IN ('key', 'address')`)
  }

  get #addressLimits(): Limits {
    return this.#parts.document.limits('Anonymous')
  }
}

function addressed(address: string): Charged {
  return { kind: 'address', accountId: '', caller: clientSubnet(address) }
}
