import type { Account } from '../accounts/account.ts'
import { ApiError } from '../errors.ts'
import type { SimulationMemory } from '../state/simulation-memory.ts'
import type { Store } from '../store/store.ts'
import { UnknownAccountError } from '../store/store-error.ts'
import type { Clock } from '../time/clock.ts'
import { DAY_MS } from '../time/duration.ts'
import { LONGEST_WAIT_MS } from '../webhooks/retry-schedule.ts'
import { rewindLastRuns, settleLastRuns } from './last-run.ts'

/** A sandbox that was off catches up on the last day only, not on a month of events. */
const CATCH_UP_MS = DAY_MS

/** The settings of a clock: a time in epoch milliseconds, and whether it is frozen. */
export interface ClockSetting {
  now?: number | undefined
  frozen?: boolean | undefined
}

/** Reads and moves the clocks of accounts, and tracks how far their campaigns have run. */
export class AccountTime {
  readonly #store: Store
  readonly #clock: Clock
  readonly #memory: SimulationMemory

  constructor(parts: { store: Store; clock: Clock; memory: SimulationMemory }) {
    this.#store = parts.store
    this.#clock = parts.clock
    this.#memory = parts.memory
  }

  /**
   * The time up to which everything has happened, epoch milliseconds. For an account that was never simulated it is
   * now, and also for one whose clock shows an earlier time than before, as after a start with another `--now`.
   */
  #reached(account: Readonly<Account>): number {
    const now = this.#clock.of(account)
    const until = account.simulated_until
    if (until === null || until > now) return now
    const idle = this.#memory.idleUntil(account.id) ?? until
    // An idle time later than now is from before the clock was set back.
    return Math.max(until, idle <= now ? idle : until, now - CATCH_UP_MS)
  }

  /** Makes a draft of an account continue from there. */
  resume(account: Account): void {
    const { clock, simulated_until: until } = account
    const [now, reached] = [this.#clock.of(account), this.#reached(account)]
    const isLeftOut = until !== null && (until > now || until < now - CATCH_UP_MS)
    if (isLeftOut) {
      settleLastRuns(account)
      clock.unbrokenSince = reached
      if (until > now) goBack(account, now)
    }
    account.simulated_until = reached
  }

  /** Campaigns that start or change their times afterwards have no earlier runs. */
  sawNothingDue(account: Readonly<Account>): void {
    this.#memory.setIdleUntil(account.id, this.#clock.of(account))
  }

  /** Skips campaign runs in between. */
  async set(accountId: string, { now, frozen }: ClockSetting): Promise<void> {
    await this.#store.update(accountId, (account) => {
      const before = this.#clock.of(account)
      const time = now ?? before
      if (frozen ?? account.clock.frozenAt !== null) account.clock.frozenAt = time
      else this.#letRun(account, time)
      if (now === undefined) return
      settleLastRuns(account)
      account.simulated_until = time
      account.clock.unbrokenSince = time
      if (time >= before) return
      goBack(account, time)
      bringForward(account, before - time)
    })
    if (now !== undefined) this.#memory.setIdleUntil(accountId, undefined)
  }

  /** Freezes the clock for an advance, and records that, in case the process ends before it is released. */
  async hold(accountId: string): Promise<void> {
    await this.#store.update(accountId, (account) => {
      this.resume(account)
      account.clock.advancing ??= { wasFrozen: account.clock.frozenAt !== null }
      account.clock.frozenAt = this.#clock.of(account)
    })
  }

  /** Lets a held clock continue, unless its owner had frozen it, or the account was replaced. */
  async release(accountId: string): Promise<void> {
    try {
      await this.#store.update(accountId, (account) => {
        const { frozenAt, advancing } = account.clock
        delete account.clock.advancing
        if (frozenAt !== null && advancing && !advancing.wasFrozen) this.#letRun(account, frozenAt)
      })
    } catch (error) {
      if (!(error instanceof UnknownAccountError)) throw error
    }
  }

  /** Repairs at the start what a previous process left: an unfinished advance, or retries of a later clock. */
  async recover(accountId: string): Promise<void> {
    const account = await this.#store.read(accountId)
    if (account.clock.advancing) await this.release(accountId)
    const latest = this.#clock.of(account) + LONGEST_WAIT_MS
    if ([...account.deliveries.values()].some((each) => (each.next_attempt_at ?? 0) > latest)) {
      await this.#store.update(accountId, ({ deliveries }) => {
        for (const delivery of deliveries.values()) {
          if ((delivery.next_attempt_at ?? 0) > latest) delivery.next_attempt_at = latest
        }
      })
    }
  }

  /** Marks everything up to and including `time` as happened; an advanced clock then shows it. */
  async reach(accountId: string, time: number, { held }: { held: boolean }): Promise<void> {
    await this.#store.update(accountId, (account) => this.markReached(account, time, { held }))
  }

  /** As `reach`, in a draft. Throws an ApiError if the clock should be held and is not. */
  markReached(account: Account, time: number, { held }: { held: boolean }): void {
    if (held) {
      requireHeld(account)
      // Overdue events happen now.
      account.clock.frozenAt = Math.max(account.clock.frozenAt ?? time, time)
    }
    account.simulated_until = Math.max(account.simulated_until ?? time, time)
  }

  #letRun(account: Account, time: number): void {
    account.clock.offsetMs = time - this.#clock.now()
    account.clock.frozenAt = null
  }
}

/** A reset replaces the account whose clock was held. */
export function requireHeld({ id, clock }: Readonly<Account>): void {
  if (clock.advancing) return
  throw new ApiError(
    'invalid_input',
    `Account ${id} was reset while its clock was being advanced, which ended the advance. Advance it again.`,
  )
}

/** What happened after that time has not happened yet. */
function goBack(account: Account, time: number): void {
  account.clock.setBack = (account.clock.setBack ?? 0) + 1
  rewindLastRuns(account, time)
}

/** On a clock that was set back, retries wait as long as before. */
function bringForward({ deliveries }: Account, ms: number): void {
  for (const delivery of deliveries.values()) {
    if (delivery.next_attempt_at !== null) delivery.next_attempt_at -= ms
  }
}
