import type { Account } from '../accounts/account.ts'
import type { Services } from '../services.ts'

/** Reads and moves the clocks of accounts, together with how far their campaigns have run. */
export class AccountTime {
  readonly #store: Services['store']
  readonly #clock: Services['clock']

  constructor({ store, clock }: Pick<Services, 'store' | 'clock'>) {
    this.#store = store
    this.#clock = clock
  }

  /**
   * An account that was never simulated begins now, and so does one whose clock shows an earlier time than
   * before, as after a start with another `--now`: what lies before is history.
   */
  async begin(accountId: string): Promise<void> {
    await this.#store.update(accountId, (account) => {
      account.simulated_until = this.#clock.of(account)
    })
  }

  /** `now` in epoch milliseconds. Campaigns that would have run in between do not. */
  async set(accountId: string, { now, frozen }: { now?: number; frozen?: boolean }): Promise<void> {
    await this.#store.update(accountId, (account) => {
      const time = now ?? this.#clock.of(account)
      if (frozen ?? account.clock.frozenAt !== null) account.clock.frozenAt = time
      else this.#letRun(account, time)
      if (now !== undefined) account.simulated_until = time
    })
  }

  /** Stops the clock while it is advanced, and says so, in case the process ends before it is released. */
  async hold(accountId: string): Promise<void> {
    await this.#store.update(accountId, (account) => {
      const now = this.#clock.of(account)
      account.simulated_until ??= now
      account.clock.advancing ??= { wasFrozen: account.clock.frozenAt !== null }
      account.clock.frozenAt = now
    })
  }

  /** Lets the clock run on from where it stands, unless it stood before it was held. */
  async release(accountId: string): Promise<void> {
    await this.#store.update(accountId, (account) => {
      const { frozenAt, advancing } = account.clock
      delete account.clock.advancing
      if (frozenAt !== null && advancing && !advancing.wasFrozen) this.#letRun(account, frozenAt)
    })
  }

  /** As `release`, of an account that was held when the process ended. */
  async recover(accountId: string): Promise<void> {
    if ((await this.#store.read(accountId)).clock.advancing) await this.release(accountId)
  }

  /** Everything up to and with `time` has happened; a clock that is being advanced shows it. */
  async reach(accountId: string, time: number): Promise<void> {
    await this.#store.update(accountId, (account) => this.markReached(account, time))
  }

  /** As `reach`, in a change that is being made; `until` tells where it is not all that is due at `time`. */
  markReached(account: Account, time: number, until = time): void {
    if (account.clock.advancing) account.clock.frozenAt = time
    account.simulated_until = Math.max(account.simulated_until ?? until, until)
  }

  #letRun(account: Account, time: number): void {
    account.clock.offsetMs = time - this.#clock.now()
    account.clock.frozenAt = null
  }
}
