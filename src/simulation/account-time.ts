import { current } from 'immer'
import type { Account, AccountHead, AdvanceState, EndedAdvance } from '../accounts/account.ts'
import { rewindPast } from '../accounts/campaign-history.ts'
import { addMark, type Cause } from '../accounts/mark.ts'
import { ApiError } from '../errors.ts'
import type { EventLog } from '../store/events/event-log.ts'
import { ifPresent, type Store } from '../store/store.ts'
import type { Clock } from '../time/clock.ts'
import { DAY_MS } from '../time/duration.ts'
import { noDeliveries } from '../webhooks/pace.ts'
import { LONGEST_WAIT_MS } from '../webhooks/retry-schedule.ts'
import { nextRun } from './due.ts'
import { noEvents } from './event.ts'
import { rewindLastRuns, settleLastRuns } from './last-run.ts'

/** A sandbox that was off catches up on the last day only, not on a month of events. */
const CATCH_UP_MS = DAY_MS

/** The settings of a clock: a time in epoch milliseconds, and whether it is frozen. */
export interface ClockSetting {
  now?: number | undefined
  frozen?: boolean | undefined
  /** Who sets it, for the history of the account. */
  cause?: Cause | undefined
}

/** The end of an advance, `next_run` or so many milliseconds later, and whether the clock stands still afterwards. */
export interface WantedAdvance {
  target: number | 'next_run'
  frozen?: boolean | undefined
  /** Who advances it, for the history of the account. */
  cause?: Cause | undefined
}

/** Reads and moves the clocks of accounts, and tracks how far their campaigns have run. */
export class AccountTime {
  readonly #store: Store
  readonly #clock: Clock
  readonly #events: EventLog

  constructor(parts: { store: Store; events: EventLog; clock: Clock }) {
    this.#store = parts.store
    this.#events = parts.events
    this.#clock = parts.clock
  }

  /** Sets, freezes or releases a clock, and skips the campaign runs in between. */
  async set(accountId: string, { now, frozen, cause }: ClockSetting): Promise<void> {
    const back = await this.#store.update(accountId, (account) => {
      const before = this.#clock.of(account)
      const time = now ?? before
      if (frozen ?? account.clock.frozenAt !== null) account.clock.frozenAt = time
      else this.#letRun(account, time)
      const operation = moveOf({ now, frozen })
      if (cause && operation) addMark(account, { ...cause, operation, at: before, to: time })
      if (now === undefined) return 0
      settleLastRuns(account)
      account.simulated_until = time
      if (time < before) goBack(account, time)
      return before - time
    })
    // On a clock that was set back, retries wait as long as before.
    if (back > 0) await this.#events.bringForward(accountId, { ms: back })
  }

  /**
   * Freezes a clock for an advance and stores the advance: if the process ends, another replica continues it, or the next
   * start ends it. Resolves with the one that is under way, if there is one; then `isNew` is false.
   */
  hold(
    accountId: string,
    { target, frozen, cause }: WantedAdvance,
  ): Promise<{ state: AdvanceState; isNew: boolean }> {
    return this.#store.update(accountId, (account) => {
      this.resume(account)
      const { clock } = account
      const from = this.#clock.of(account)
      if (clock.advancing?.to !== undefined) return { state: clock.advancing, isNew: false }
      const isNext = target === 'next_run'
      const next = isNext ? nextRun(current(account as never)) : from + target
      const to = Math.max(from, next ?? from)
      const number = (clock.lastAdvance?.number ?? 0) + 1
      const wasFrozen = frozen ?? clock.advancing?.wasFrozen ?? clock.frozenAt !== null
      const nothing = { runs: 0, events: noEvents(), deliveries: noDeliveries() }
      clock.advancing = { number, wasFrozen, from, to, ...nothing }
      clock.frozenAt = from
      const mark = { operation: 'advanceClock', at: from, to, advance: number }
      if (cause) addMark(account, { ...cause, ...mark })
      return { state: clock.advancing, isNew: true }
    })
  }

  /**
   * Ends an advance: lets the clock continue, unless its owner had frozen it, and stores the result. If the account was
   * replaced, only the result, and nothing if another advance has begun since. Resolves with it; undefined if the account was
   * removed.
   */
  release(
    accountId: string,
    ended: Omit<EndedAdvance, 'reached'>,
  ): Promise<EndedAdvance | undefined> {
    const change = (account: Account) => {
      const { frozenAt, advancing } = account.clock
      const result = { ...ended, reached: this.#clock.of(account) }
      if (advancing && !isSame(advancing, ended)) return result
      delete account.clock.advancing
      account.clock.lastAdvance = result
      const mark = [...account.history.values()].findLast((each) => each.advance !== undefined)
      if (mark && mark.advance === ended.number) mark.to = result.reached
      if (frozenAt !== null && advancing && !advancing.wasFrozen) this.#letRun(account, frozenAt)
      return result
    }
    return ifPresent(this.#store.update(accountId, change))
  }

  /**
   * Marks everything up to and including `time` as happened, in a draft. A clock that is being advanced then shows it; throws an
   * ApiError if it is not held.
   */
  markReached(account: Account, time: number, advance: AdvanceState | undefined): void {
    if (advance) {
      Object.assign(requireHeld(account, advance), advance)
      // Overdue events happen now.
      account.clock.frozenAt = Math.max(account.clock.frozenAt ?? time, time)
    }
    account.simulated_until = Math.max(account.simulated_until ?? time, time)
  }

  /** Makes a draft of an account continue from the time up to which everything has happened. */
  resume(account: Account): void {
    const { simulated_until: until } = account
    const [now, reached] = [this.#clock.of(account), this.#reached(account)]
    const isLeftOut = until !== null && (until > now || until < now - CATCH_UP_MS)
    if (isLeftOut) {
      settleLastRuns(account)
      if (until > now) goBack(account, now)
    }
    account.simulated_until = reached
  }

  /** Whether `resume` would change nothing. */
  isUpToDate(account: Readonly<AccountHead>): boolean {
    return account.simulated_until === this.#reached(account)
  }

  /** After a start at an earlier time than before: retries of the later one wait no longer than usual. */
  async limitRetries(accountId: string): Promise<void> {
    const latest = this.#clock.of(await this.#store.readHead(accountId)) + LONGEST_WAIT_MS
    await this.#events.bringForward(accountId, { latest })
  }

  /**
   * The time up to which everything has happened, epoch milliseconds. For an account that was never simulated it is
   * now, and also for one whose clock shows an earlier time than before, as after a start with another `--now`.
   */
  #reached(account: Readonly<AccountHead>): number {
    const now = this.#clock.of(account)
    const until = account.simulated_until
    if (until === null || until > now) return now
    return Math.max(until, now - CATCH_UP_MS)
  }

  #letRun(account: Account, time: number): void {
    account.clock.offsetMs = time - this.#clock.now()
    account.clock.frozenAt = null
  }
}

function moveOf({ now, frozen }: ClockSetting): string | undefined {
  if (now !== undefined) return 'setClock'
  if (frozen === undefined) return undefined
  return frozen ? 'freezeClock' : 'unfreezeClock'
}

type Identity = Pick<AdvanceState, 'number' | 'from' | 'to'>

/** Numbers begin again with a reset. */
function isSame(one: Identity, other: Identity): boolean {
  return one.number === other.number && one.from === other.from && one.to === other.to
}

/** A reset replaces the account whose clock was held; on another replica, an advance of the new one may begin at once. */
export function requireHeld({ id, clock }: Readonly<AccountHead>, advance: Identity): AdvanceState {
  if (clock.advancing && isSame(clock.advancing, advance)) return clock.advancing
  throw new ApiError(
    'invalid_input',
    `Account ${id} was reset while its clock was being advanced, which ended the advance. Advance it again.`,
  )
}

/** Everything after that time has not happened yet. */
function goBack(account: Account, time: number): void {
  account.clock.setBack = (account.clock.setBack ?? 0) + 1
  rewindLastRuns(account, time)
  rewindPast(account, time)
}
