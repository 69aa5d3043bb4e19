import type { Account } from '../accounts/account.ts'
import { ApiError } from '../errors.ts'
import type { Services } from '../services.ts'
import { LONGEST_WAIT_MS } from '../webhooks/retry-schedule.ts'

/** A sandbox that was off makes up for the last day and not for more: nobody wants a month of events at once. */
const CATCH_UP_MS = 86_400_000

/** Reads and moves the clocks of accounts, together with how far their campaigns have run. */
export class AccountTime {
  readonly #store: Services['store']
  readonly #clock: Services['clock']
  /** When it was last seen that nothing is due, by account, which is not worth a write each time. */
  readonly #seen = new Map<string, number>()

  constructor({ store, clock }: Pick<Services, 'store' | 'clock'>) {
    this.#store = store
    this.#clock = clock
  }

  /**
   * Where what is still to happen begins, epoch milliseconds. An account that was never simulated begins
   * now, and so does one whose clock shows an earlier time than before, as after a start with another
   * `--now`: what lies before is history.
   */
  #reached(account: Readonly<Account>): number {
    const now = this.#clock.of(account)
    const until = account.simulated_until
    if (until === null || until > now) return now
    const seen = this.#seen.get(account.id) ?? until
    // A time to come was seen on a clock that was set back since.
    return Math.max(until, seen <= now ? seen : until, now - CATCH_UP_MS)
  }

  /** Lets an account go on from there, in a change that is being made. */
  resume(account: Account): void {
    const { clock, simulated_until: until } = account
    const [now, reached] = [this.#clock.of(account), this.#reached(account)]
    const isLeftOut = until !== null && (until > now || until < now - CATCH_UP_MS)
    if (isLeftOut) clock.unbrokenSince = reached
    account.simulated_until = reached
  }

  /** A campaign that begins or changes its times afterwards has none before. */
  sawNothingDue(account: Readonly<Account>): void {
    this.#seen.set(account.id, this.#clock.of(account))
  }

  forget(accountId: string): void {
    this.#seen.delete(accountId)
  }

  /** `now` in epoch milliseconds. Campaigns that would have run in between do not. */
  async set(accountId: string, { now, frozen }: { now?: number; frozen?: boolean }): Promise<void> {
    await this.#store.update(accountId, (account) => {
      const before = this.#clock.of(account)
      const time = now ?? before
      if (frozen ?? account.clock.frozenAt !== null) account.clock.frozenAt = time
      else this.#letRun(account, time)
      if (now === undefined) return
      account.simulated_until = time
      account.clock.unbrokenSince = time
      if (time < before) bringForward(account, before - time)
    })
    if (now !== undefined) this.#seen.delete(accountId)
  }

  /** Stops the clock while it is advanced, and says so, in case the process ends before it is released. */
  async hold(accountId: string): Promise<void> {
    await this.#store.update(accountId, (account) => {
      this.resume(account)
      account.clock.advancing ??= { wasFrozen: account.clock.frozenAt !== null }
      account.clock.frozenAt = this.#clock.of(account)
    })
  }

  /** Lets the clock run on from where it stands, unless it stood before it was held, or another took its place. */
  async release(accountId: string): Promise<void> {
    if (!(await this.#store.accountIds()).includes(accountId)) return
    await this.#store.update(accountId, (account) => {
      const { frozenAt, advancing } = account.clock
      delete account.clock.advancing
      if (frozenAt !== null && advancing && !advancing.wasFrozen) this.#letRun(account, frozenAt)
    })
  }

  /** Makes good at the start what the process before left behind: an advance, or retries of a later clock. */
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

  /** Everything up to and with `time` has happened; a clock that is being advanced shows it. */
  async reach(accountId: string, time: number, { held }: { held: boolean }): Promise<void> {
    await this.#store.update(accountId, (account) => this.markReached(account, time, { held }))
  }

  /**
   * As `reach`, in a change that is being made; `until` tells where it is not all that is due at `time`.
   * Throws an ApiError when the clock should be held and is not.
   */
  markReached(
    account: Account,
    time: number,
    { held, until = time }: { held: boolean; until?: number },
  ): void {
    if (held) {
      requireHeld(account)
      // What is overdue happens now.
      account.clock.frozenAt = Math.max(account.clock.frozenAt ?? time, time)
    }
    account.simulated_until = Math.max(account.simulated_until ?? until, until)
  }

  #letRun(account: Account, time: number): void {
    account.clock.offsetMs = time - this.#clock.now()
    account.clock.frozenAt = null
  }
}

/** A reset puts another account in place of the one whose clock was held. */
export function requireHeld({ id, clock }: Readonly<Account>): void {
  if (clock.advancing) return
  throw new ApiError(
    'invalid_input',
    `Account ${id} was reset while its clock was being advanced, which ended that. Advance it again.`,
  )
}

/** What is to be tried in an hour is so on a clock that was set back, too. */
function bringForward({ deliveries }: Account, ms: number): void {
  for (const delivery of deliveries.values()) {
    if (delivery.next_attempt_at !== null) delivery.next_attempt_at -= ms
  }
}
