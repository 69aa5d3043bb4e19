import { householdOf } from '../accounts/address.ts'
import type { Limits } from '../document/sections.ts'
import { ApiError } from '../errors.ts'
import { QuotaCounter } from '../http/quota.ts'
import { removeAccount } from '../seeding.ts'
import type { Services } from '../services.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Sign-ups from one address. */
export const LIMITS: Limits = { hour: 5, day: 20 }
const REMEMBERED_ADDRESSES = 10_000

type Parts = Pick<
  Services,
  | 'store'
  | 'snapshots'
  | 'quotas'
  | 'usage'
  | 'requests'
  | 'receivers'
  | 'simulation'
  | 'clock'
  | 'config'
  | 'closing'
  | 'log'
>

/** The accounts that visitors of a hosted demo make: how many there may be, and for how long. */
export class Visitors {
  readonly #parts: Parts
  readonly #addresses = new QuotaCounter({ capacity: REMEMBERED_ADDRESSES })
  #underWay = 0

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Lets `make` make an account for a caller at `address`, or throws the failure that says why not. */
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

  /** Removes the accounts of visitors that were not used for as long as the sandbox keeps them. */
  async removeIdle(): Promise<void> {
    const { clock, config, usage, store } = this.#parts
    await usage.flush()
    const latest = clock.now() - config.idleDays * DAY_MS
    for (const id of await store.accountIds()) {
      const { origin } = await store.read(id)
      if (origin?.made_by === 'signup' && origin.seen_at <= latest) {
        await removeAccount(id, this.#parts)
      }
    }
  }

  /** Removes idle accounts every hour, until the sandbox closes. */
  async keepTidy(): Promise<void> {
    const { clock, closing, log } = this.#parts
    for (;;) {
      await clock.pause(HOUR_MS, closing)
      if (closing.aborted) return
      await this.removeIdle().catch((error) => {
        if (!closing.aborted) log.failure('Idle accounts could not be removed', error)
      })
    }
  }

  #charge(address: string): void {
    const now = this.#parts.clock.now()
    const { allowed, limit, window, endsAt } = this.#addresses.charge(
      householdOf(address),
      LIMITS,
      now,
    )
    if (allowed) return
    const wait = Math.max(1, Math.ceil((endsAt - now) / 1000))
    throw new ApiError(
      'quota_exceeded',
      `From one address there can be ${limit} sign-ups ${window === 'hour' ? 'an hour' : 'a day'}. ` +
        `Use the key that you have, or wait ${wait} seconds.`,
      { headers: { 'Retry-After': String(wait) }, details: { limit, window, retry_after: wait } },
    )
  }

  /** Accounts of visitors, with those that are being made. */
  async #count(): Promise<number> {
    const { store } = this.#parts
    const accounts = await Promise.all((await store.accountIds()).map((id) => store.read(id)))
    return accounts.filter(({ origin }) => origin?.made_by === 'signup').length + this.#underWay
  }

  #full(): ApiError {
    const { maxAccounts, idleDays } = this.#parts.config
    return new ApiError(
      'unavailable',
      `This sandbox has the ${maxAccounts} accounts of visitors that it can have. Those that nobody uses ` +
        `for ${idleDays} days are removed: come back later, or ask whoever runs it.`,
      { headers: { 'Retry-After': '3600' } },
    )
  }
}
