import type { Services } from '../services.ts'
import { trimLog } from './delivery-log.ts'
import { type Outcome, recordOutcome } from './outcome.ts'

/** Real time after which a record that could not be written is tried again. */
const RETRY_MS = 5_000

/** The log is shortened after so many outcomes, since that looks at all of it, and when no more are to come. */
const TRIM_AFTER = 250

type Parts = Pick<Services, 'store' | 'clock' | 'log'>

/**
 * Records the outcomes of an account, those that arrive together in one change. One that can't be written
 * is kept and written later: to forget it would be to send the event a second time.
 */
export class OutcomeRecorder {
  readonly #accountId: string
  readonly #parts: Parts
  readonly #closing: AbortSignal
  readonly #recorded: (outcomes: readonly Outcome[]) => void
  readonly #expected: () => number
  #waiting: Outcome[] = []
  #next: Promise<boolean> | undefined
  #writing: Promise<void> = Promise.resolve()
  #isFailing = false
  #sinceTrimmed = 0

  /**
   * `recorded` is told of each outcome that was written, or has nothing left to be written to; `expected`
   * tells how many are still to be written, these included.
   */
  constructor(
    accountId: string,
    parts: Parts,
    closing: AbortSignal,
    recorded: (outcomes: readonly Outcome[]) => void,
    expected: () => number,
  ) {
    this.#accountId = accountId
    this.#parts = parts
    this.#closing = closing
    this.#recorded = recorded
    this.#expected = expected
  }

  /** Resolves when the outcome was written, with true, or when it has to wait until that is possible. */
  record(outcome: Outcome): Promise<boolean> {
    this.#waiting.push(outcome)
    if (this.#isFailing) return Promise.resolve(false)

    this.#next ??= this.#writing.then(() => this.#write())
    return this.#next
  }

  async #write(): Promise<boolean> {
    const { store, clock } = this.#parts
    const batch = this.#waiting
    this.#waiting = []
    this.#next = undefined
    this.#sinceTrimmed += batch.length
    const isTrimmed = this.#sinceTrimmed >= TRIM_AFTER || this.#expected() <= batch.length
    if (isTrimmed) this.#sinceTrimmed = 0
    const writing = store.update(this.#accountId, (account) => {
      const times = { now: clock.of(account), wallTime: clock.wallTime() }
      for (const outcome of batch) recordOutcome(account, outcome, times)
      if (isTrimmed) trimLog(account)
    })
    this.#writing = writing.catch(() => {})
    try {
      await writing
    } catch (error) {
      const isGone = !(await store.accountIds()).includes(this.#accountId)
      if (!isGone) return this.#keep(batch, error)
    }
    this.#recorded(batch)
    return true
  }

  #keep(batch: Outcome[], error: unknown): boolean {
    this.#waiting = [...batch, ...this.#waiting]
    if (this.#isFailing || this.#closing.aborted) return false

    this.#isFailing = true
    const { clock, log } = this.#parts
    log.failure(`What became of deliveries of account ${this.#accountId} can't be written`, error)
    void this.#tryAgain(clock)
    return false
  }

  async #tryAgain(clock: Parts['clock']): Promise<void> {
    while (this.#waiting.length > 0 && !this.#closing.aborted) {
      await clock.wait(RETRY_MS, this.#closing)
      if (!this.#closing.aborted) await this.#write()
    }
    this.#isFailing = false
  }
}
