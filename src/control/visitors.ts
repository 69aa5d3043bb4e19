import { clientSubnet } from '../accounts/address.ts'
import type { Config } from '../config.ts'
import { ApiError } from '../errors.ts'
import type { Log } from '../log.ts'
import type { Limits } from '../openapi/provenance/sections.ts'
import { type AccountStateRegistry, inBackground } from '../state/account-state.ts'
import { QuotaCounter } from '../state/quota.ts'
import type { UsageCounter } from '../state/usage.ts'
import { eachAccount, type Store } from '../store/store.ts'
import type { Clock } from '../time/clock.ts'
import { DAY_MS, HOUR_MS } from '../time/duration.ts'

/** Most sign-ups from one address. */
export const LIMITS: Limits = { hour: 5, day: 20 }
const REMEMBERED_ADDRESSES = 10_000

export interface VisitorParts {
  store: Store
  clock: Clock
  config: Pick<Config, 'maxAccounts' | 'idleDays'>
  usage: UsageCounter
  accountStates: AccountStateRegistry
  log: Log
  closing: AbortSignal
}

/** The accounts of visitors of a hosted demo: limits their number and removes idle ones. */
export class Visitors {
  readonly #parts: VisitorParts
  readonly #addresses = new QuotaCounter({ capacity: REMEMBERED_ADDRESSES })
  #underWay = 0

  constructor(parts: VisitorParts) {
    this.#parts = parts
  }

  /** Runs `make` for a caller at `address`, or throws the failure that says why not. */
  async admit<T>(address: string, make: () => Promise<T>): Promise<T> {
    this.#charge(address)
    this.#underWay += 1
    try {
      if ((await this.#count()) > this.#parts.config.maxAccounts) {
        await this.removeIdle()
        if ((await this.#count()) > this.#parts.config.maxAccounts) throw this.#full()
      }
      return await make()
    } finally {
      this.#underWay -= 1
    }
  }

  /** Removes the accounts of visitors that have been idle for `idleDays`. */
  async removeIdle(): Promise<void> {
    const { clock, config, usage, store, accountStates } = this.#parts
    await usage.flush()
    const latest = clock.now() - config.idleDays * DAY_MS
    for await (const { id, origin } of eachAccount(store)) {
      if (origin?.made_by === 'signup' && origin.seen_at <= latest) {
        await accountStates.remove(id)
      }
    }
  }

  /** Removes idle accounts every hour, until the sandbox closes. */
  async keepTidy(): Promise<void> {
    const { clock, closing } = this.#parts
    for (;;) {
      await clock.pause(HOUR_MS, closing)
      if (closing.aborted) return
      await inBackground('Idle accounts could not be removed', () => this.removeIdle(), this.#parts)
    }
  }

  #charge(address: string): void {
    const now = this.#parts.clock.now()
    const { allowed, limit, window, endsAt } = this.#addresses.charge(
      clientSubnet(address),
      LIMITS,
      now,
    )
    if (allowed) return
    const wait = Math.max(1, Math.ceil((endsAt - now) / 1000))
    throw new ApiError(
      'quota_exceeded',
      `One address may make ${limit} sign-ups ${window === 'hour' ? 'an hour' : 'a day'}. ` +
        `Use the key that you have, or wait ${wait} seconds.`,
      { headers: { 'Retry-After': String(wait) }, details: { limit, window, retry_after: wait } },
    )
  }

  /** The number of visitors' accounts, with those being created. */
  async #count(): Promise<number> {
    let count = this.#underWay
    for await (const { origin } of eachAccount(this.#parts.store)) {
      if (origin?.made_by === 'signup') count += 1
    }
    return count
  }

  #full(): ApiError {
    const { maxAccounts, idleDays } = this.#parts.config
    return new ApiError(
      'unavailable',
      `This sandbox has ${maxAccounts} accounts of visitors, and may have no more. Accounts that are idle for ` +
        `${idleDays} days are removed: come back later, or ask its operator.`,
      { headers: { 'Retry-After': '3600' } },
    )
  }
}
