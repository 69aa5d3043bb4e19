import type { Config } from '../config.ts'
import { ApiError } from '../errors.ts'
import type { FixtureLibrary } from '../fixtures/fixture-library.ts'
import type { Log } from '../log.ts'
import { type AccountStateRegistry, inBackground } from '../runtime/account-state.ts'
import type { SignUps } from '../runtime/sign-ups.ts'
import type { UsageCounter } from '../runtime/usage.ts'
import { UnknownAccountError } from '../store/store-error.ts'
import type { Clock } from '../time/clock.ts'
import { DAY_MS, HOUR_MS } from '../time/duration.ts'

export interface VisitorParts {
  clock: Clock
  config: Pick<Config, 'maxAccounts' | 'idleDays' | 'signupFixture' | 'seed'>
  fixtures: FixtureLibrary
  usage: Pick<UsageCounter, 'flush'>
  signUps: SignUps
  accountStates: AccountStateRegistry
  log: Log
  closing: AbortSignal
}

/** The accounts of visitors of a hosted demo: limits their number and removes idle ones. */
export class Visitors {
  readonly #parts: VisitorParts

  constructor(parts: VisitorParts) {
    this.#parts = parts
  }

  /** Reads what accounts of visitors start with, so that a mistake ends the start. Rejects with a FixtureError. */
  async requireFixture(): Promise<void> {
    const { clock, config, fixtures } = this.#parts
    const { signupFixture, seed } = config
    if (signupFixture !== undefined)
      await fixtures.described(signupFixture, { now: clock.now(), seed })
  }

  /** Runs `make` for a caller at `address`, or throws the failure that says why not. */
  async admit<T>(address: string, make: () => Promise<T>): Promise<T> {
    await this.#charge(address)
    const release = (await this.#reserve()) ?? (await this.removeIdle().then(() => this.#reserve()))
    if (!release) throw this.#full()
    try {
      return await make()
    } finally {
      await release()
    }
  }

  /** Removes the accounts of visitors that have been idle for `idleDays`. */
  async removeIdle(): Promise<void> {
    const { clock, config, usage, signUps, accountStates } = this.#parts
    await usage.flush()
    const latest = clock.now() - config.idleDays * DAY_MS
    for await (const id of signUps.idleSince(latest)) {
      await accountStates.remove(id).catch((error) => {
        // Removed meanwhile, perhaps by another replica.
        if (!(error instanceof UnknownAccountError)) throw error
      })
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

  async #charge(address: string): Promise<void> {
    const { clock, signUps } = this.#parts
    const now = clock.now()
    const { allowed, limit, window, endsAt } = await signUps.charge(address, now)
    if (allowed) return
    const wait = Math.max(1, Math.ceil((endsAt - now) / 1000))
    throw new ApiError(
      'quota_exceeded',
      `One address may make ${limit} sign-ups ${window === 'hour' ? 'an hour' : 'a day'}. ` +
        `Use the key that you have, or wait ${wait} seconds.`,
      { headers: { 'Retry-After': String(wait) }, details: { limit, window, retry_after: wait } },
    )
  }

  #reserve() {
    return this.#parts.signUps.reserve(this.#parts.config.maxAccounts)
  }

  #full(): ApiError {
    const { maxAccounts, idleDays } = this.#parts.config
    return new ApiError(
      'unavailable',
      `This sandbox has ${maxAccounts} visitor accounts, the maximum. Accounts that are idle for ` +
        `${idleDays} days are removed: come back later, or ask its operator.`,
      { headers: { 'Retry-After': '3600' } },
    )
  }
}
