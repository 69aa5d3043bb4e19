import type { Log } from '../log.ts'
import type { DeliveryRow } from '../store/events/event-log.ts'
import { UnknownAccountError } from '../store/store-error.ts'
import type { Clock } from '../time/clock.ts'
import { nextTurn } from '../time/turn.ts'
import { Turns } from '../time/turns.ts'
import type { Outcome } from './deliver.ts'
import type { Hurry } from './pace.ts'

/** Deliveries of an account that are claimed at once, so that the others can still be given up together. */
const CLAIMED_AT_ONCE = 2_000
/** Real time until a failed write is tried again. */
const RETRY_MS = 5_000

/** How deliveries went. */
export interface Tally {
  delivered: number
  failed_attempts: number
  /** Deliveries that get no further attempt and were not delivered. */
  given_up: number
}

export function noDeliveries(): Tally {
  return { delivered: 0, failed_attempts: 0, given_up: 0 }
}

interface Parts {
  clock: Clock
  log: Log
  closing: AbortSignal
  /** The counts of all accounts. */
  totals: Tally
  /** Claims deliveries that are due, at most `room`, and has them sent. Resolves with whether these were all. */
  claim(queue: DeliveryQueue, room: number): Promise<boolean>
  /** Resolves with the number of deliveries that are given up. */
  record(accountId: string, outcomes: readonly Outcome[]): Promise<number>
}

/**
 * The deliveries of one account that wait for their turn, are under way or are being recorded. Outcomes that arrive together
 * are written in one change. One that can't be written is kept and written later; otherwise its event would be sent twice.
 */
export class DeliveryQueue {
  readonly accountId: string
  readonly tally = noDeliveries()
  /** While a clock is advanced. */
  hurry: (Hurry & { tally: Tally }) | undefined
  readonly #parts: Parts
  /** The deliveries that are claimed and not settled, with the number of the claim, oldest first. */
  readonly #claimed = new Map<DeliveryRow, number>()
  #lastClaim = 0
  #running: Promise<void> | undefined
  /** Whether more may be due since the last claim began. */
  #isAsked = false
  /** Whether some that are due may wait for room. */
  #isFull = false
  #waiting: (() => void)[] = []
  readonly #turns = new Turns()
  #unwritten: Outcome[] = []
  #nextWrite: Promise<void> | undefined
  /** Outcomes whose write has failed. */
  #kept: Outcome[] = []
  #isFailing = false

  constructor(accountId: string, parts: Parts) {
    this.accountId = accountId
    this.#parts = parts
  }

  /** The number of claimed deliveries. */
  get size(): number {
    return this.#claimed.size
  }

  /**
   * Has all deliveries sent that are due: claims some, and more when half of these are settled. Resolves when nothing is due
   * and nothing is claimed any more, for all who have asked.
   */
  run(): Promise<void> {
    this.#isAsked = true
    this.#noteChange()
    this.#running ??= this.#claimAll()
    return this.#running
  }

  async #claimAll(): Promise<void> {
    try {
      while (!this.#parts.closing.aborted) {
        this.#isAsked = false
        this.#isFull = true
        this.#isFull = !(await this.#parts.claim(this, CLAIMED_AT_ONCE - this.size))
        if (!this.#isAsked && !this.#isFull && this.size === 0) return
        this.#noteChange()
        const left = this.#isFull ? CLAIMED_AT_ONCE / 2 : 0
        await this.#until(() => this.#isAsked || this.size <= left)
      }
    } finally {
      // At once: the next call must not share an end that has passed.
      this.#running = undefined
      this.#isAsked = false
      this.#isFull = false
      this.#noteChange()
    }
  }

  add(row: DeliveryRow): void {
    this.#claimed.set(row, ++this.#lastClaim)
  }

  /** A claimed delivery is recorded, released or left alone. */
  settle(row: DeliveryRow): void {
    this.#claimed.delete(row)
    this.#noteChange()
  }

  /** Resolves when at most so many deliveries are claimed. */
  room(most: number): Promise<void> {
    return this.#until(() => this.size <= most)
  }

  /** Like `room`, when all that is due is claimed, too. */
  roomForMore(most: number): Promise<void> {
    return this.#until(() => !this.#isAsked && !this.#isFull && this.size <= most)
  }

  /** Resolves when the deliveries are settled that are claimed now. */
  settled(): Promise<void> {
    const last = this.#lastClaim
    return this.#until(
      () => (this.#claimed.values().next().value ?? Number.POSITIVE_INFINITY) > last,
    )
  }

  /** Counts for the account, for its advance, and for all accounts. */
  count(what: keyof Tally, number = 1): void {
    const tallies = [this.tally, this.#parts.totals, this.hurry?.tally]
    for (const tally of tallies) if (tally) tally[what] += number
  }

  /** Records an outcome. Rejects if it can't be written. */
  write(outcome: Outcome): Promise<void> {
    this.#unwritten.push(outcome)
    this.#nextWrite ??= this.#turns.take(this.accountId, async () => {
      // So that all outcomes of this turn of the event loop share the write.
      await nextTurn()
      const outcomes = this.#unwritten
      this.#unwritten = []
      this.#nextWrite = undefined
      this.count('given_up', await this.#parts.record(this.accountId, outcomes))
    })
    return this.#nextWrite
  }

  /** Records an outcome. If it can't be written now, its delivery is left alone until it is. */
  async record(outcome: Outcome): Promise<void> {
    this.count(outcome.attempt.error === null ? 'delivered' : 'failed_attempts')
    await this.write(outcome).catch((error) => this.#keep(outcome, error))
  }

  #keep(outcome: Outcome, error: unknown): void {
    const { log, closing } = this.#parts
    if (error instanceof UnknownAccountError) return
    this.#kept.push(outcome)
    if (this.#isFailing || closing.aborted) return
    this.#isFailing = true
    log.failure(`Outcomes of deliveries of account ${this.accountId} can't be written`, error)
    void this.#tryAgain()
  }

  async #tryAgain(): Promise<void> {
    const { clock, closing } = this.#parts
    while (this.#kept.length > 0 && !closing.aborted) {
      await clock.wait(RETRY_MS, closing)
      if (closing.aborted) return
      const kept = this.#kept.splice(0)
      const keep = (error: unknown) => {
        if (!(error instanceof UnknownAccountError)) this.#kept.unshift(...kept)
      }
      await Promise.all(kept.map((outcome) => this.write(outcome))).catch(keep)
    }
    this.#isFailing = false
  }

  /** Resolves once something holds that changes with the deliveries. */
  async #until(holds: () => boolean): Promise<void> {
    while (!holds()) await new Promise<void>((resolve) => void this.#waiting.push(resolve))
  }

  #noteChange(): void {
    for (const look of this.#waiting.splice(0)) look()
  }
}
