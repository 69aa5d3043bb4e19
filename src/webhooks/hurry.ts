import type { AccountQueue, Tally } from './account-queue.ts'
import { SlowReceiverBudget } from './slow-receiver-budget.ts'

/** The deliveries of an account while its clock is advanced. */
export class Hurry {
  readonly #queue: AccountQueue
  readonly #budget = new SlowReceiverBudget()

  /** `from`: the time of the clock, epoch milliseconds; what is overdue is sent at that time. Counts in `tally`. */
  constructor(queue: AccountQueue, from: number, tally: Tally) {
    this.#queue = queue
    queue.advance = { budget: this.#budget, from, tally }
  }

  /** Ids of webhooks that are postponed, because their receivers are too slow. */
  get slow(): string[] {
    return this.#budget.spentFor
  }

  /** Resolves when at most so many deliveries are claimed and not recorded. */
  room(most: number): Promise<void> {
    return this.#queue.room(most)
  }

  /** Like `room`, when all that is due is claimed, too. */
  roomForMore(most: number): Promise<void> {
    return this.#queue.loop.roomForMore(most)
  }

  /** Resolves when the deliveries that were claimed before the last call are recorded. */
  nextWindow(): Promise<void> {
    return this.#queue.nextWindow()
  }

  done(): void {
    this.#queue.advance = undefined
  }
}
