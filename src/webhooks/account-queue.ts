import type { Services } from '../services.ts'
import type { Outcome } from './outcome.ts'
import { OutcomeRecorder } from './outcome-recorder.ts'
import type { Patience } from './patience.ts'

/** How attempts ended. */
export interface Tally {
  delivered: number
  failed_attempts: number
}

/** What of one account is waiting, under way or being recorded. */
export class AccountQueue {
  readonly accountId: string
  readonly tally: Tally = { delivered: 0, failed_attempts: 0 }
  /** That of whoever waits for all that is due; nobody does when it is undefined. */
  patience: Patience | undefined
  readonly #recorder: OutcomeRecorder
  /** Ids of deliveries that must not be taken up once more. */
  readonly #taken = new Set<string>()
  #busy = 0
  #waiting: (() => void)[] = []

  constructor(
    accountId: string,
    parts: Pick<Services, 'store' | 'clock' | 'log'>,
    closing: AbortSignal,
  ) {
    this.accountId = accountId
    this.#recorder = new OutcomeRecorder(
      accountId,
      parts,
      closing,
      (outcomes) => {
        for (const { of } of outcomes) this.#taken.delete(of.id)
      },
      () => this.#busy,
    )
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

  /** Of what was taken. Resolves when it is durable; what can't be written now stays taken until it is. */
  async record(outcome: Outcome): Promise<void> {
    if ('attempt' in outcome) {
      if (outcome.attempt.error === null) this.tally.delivered += 1
      else this.tally.failed_attempts += 1
    }
    await this.#recorder.record(outcome)
    this.#settle()
  }

  /** Gives back what was taken, of which there is nothing to record. */
  release(deliveryId: string): void {
    this.#taken.delete(deliveryId)
    this.#settle()
  }

  /** Leaves what was taken alone until the next start. */
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
}
