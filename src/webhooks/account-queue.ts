import type { Log } from '../log.ts'
import type { Store } from '../store/store.ts'
import { UnknownAccountError } from '../store/store-error.ts'
import type { Clock } from '../time/clock.ts'
import { trimLog } from './delivery-log.ts'
import { type Outcome, recordOutcome } from './outcome.ts'
import type { SlowReceiverBudget } from './slow-receiver-budget.ts'

/** Real time until a failed write is tried again. */
const RETRY_MS = 5_000

/** Trimming reads the whole log, so it happens after this many outcomes, and when no more are expected. */
const TRIM_AFTER = 250

/** How attempts ended. */
export interface Tally {
  delivered: number
  failed_attempts: number
}

interface Parts {
  store: Store
  clock: Clock
  log: Log
  closing: AbortSignal
}

/**
 * The deliveries of one account that are waiting, under way or being recorded. Outcomes that arrive together are
 * written in one change. One that can't be written is kept and written later; otherwise its event would be sent
 * twice.
 */
export class AccountQueue {
  readonly accountId: string
  readonly tally: Tally = { delivered: 0, failed_attempts: 0 }
  /** While a clock is advanced. */
  budget: SlowReceiverBudget | undefined
  readonly #parts: Parts
  /** Ids of claimed deliveries. */
  readonly #taken = new Set<string>()
  #busy = 0
  #waiting: (() => void)[] = []
  #unwritten: Outcome[] = []
  #nextWrite: Promise<void> | undefined
  #writing: Promise<void> = Promise.resolve()
  #isFailing = false
  #sinceTrimmed = 0

  constructor(accountId: string, parts: Parts) {
    this.accountId = accountId
    this.#parts = parts
  }

  get isIdle(): boolean {
    return this.#busy === 0
  }

  has(deliveryId: string): boolean {
    return this.#taken.has(deliveryId)
  }

  take(deliveryId: string): void {
    this.#taken.add(deliveryId)
    this.#busy += 1
  }

  /** Resolves when the outcome is durable. If it can't be written now, its delivery stays claimed until it is. */
  async record(outcome: Outcome): Promise<void> {
    if ('attempt' in outcome) {
      if (outcome.attempt.error === null) this.tally.delivered += 1
      else this.tally.failed_attempts += 1
    }
    this.#unwritten.push(outcome)
    if (!this.#isFailing) {
      this.#nextWrite ??= this.#writing.then(() => this.#write())
      await this.#nextWrite
    }
    this.#settle()
  }

  /** Releases a claimed delivery. */
  release(deliveryId: string): void {
    this.#taken.delete(deliveryId)
    this.#settle()
  }

  /** Leaves a claimed delivery alone until the next start. */
  setAside(): void {
    this.#settle()
  }

  /** Resolves when nothing is waiting, under way or being written. */
  idle(): Promise<void> {
    return this.isIdle
      ? Promise.resolve()
      : new Promise((resolve) => void this.#waiting.push(resolve))
  }

  #settle(): void {
    this.#busy -= 1
    if (!this.isIdle) return
    const waiting = this.#waiting
    this.#waiting = []
    for (const resolve of waiting) resolve()
  }

  async #write(): Promise<void> {
    const { store, clock } = this.#parts
    const batch = this.#unwritten
    this.#unwritten = []
    this.#nextWrite = undefined
    this.#sinceTrimmed += batch.length
    const isTrimmed = this.#sinceTrimmed >= TRIM_AFTER || this.#busy <= batch.length
    if (isTrimmed) this.#sinceTrimmed = 0
    const writing = store.update(this.accountId, (account) => {
      const times = { now: clock.of(account), wallTime: clock.wallTime() }
      for (const outcome of batch) recordOutcome(account, outcome, times)
      if (isTrimmed) trimLog(account)
    })
    this.#writing = writing.catch(() => {})
    try {
      await writing
    } catch (error) {
      if (!(error instanceof UnknownAccountError)) return this.#keep(batch, error)
    }
    for (const { of } of batch) this.#taken.delete(of.id)
  }

  #keep(batch: Outcome[], error: unknown): void {
    const { log, closing } = this.#parts
    this.#unwritten = [...batch, ...this.#unwritten]
    if (this.#isFailing || closing.aborted) return

    this.#isFailing = true
    log.failure(`Outcomes of deliveries of account ${this.accountId} can't be written`, error)
    void this.#tryAgain()
  }

  async #tryAgain(): Promise<void> {
    const { clock, closing } = this.#parts
    while (this.#unwritten.length > 0 && !closing.aborted) {
      await clock.wait(RETRY_MS, closing)
      if (!closing.aborted) await this.#write()
    }
    this.#isFailing = false
  }
}
