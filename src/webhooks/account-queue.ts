import type { AccountHead } from '../accounts/account.ts'
import type { DeliveryAttempt } from '../accounts/delivery.ts'
import type { Log } from '../log.ts'
import type { DeliveryRow, EventLog } from '../store/events/event-log.ts'
import type { Store } from '../store/store.ts'
import { UnknownAccountError } from '../store/store-error.ts'
import type { Clock } from '../time/clock.ts'
import { nextTurn } from '../time/turn.ts'
import { ClaimLoop } from './claim-loop.ts'
import { Conditions } from './conditions.ts'
import { changeOf, isJudged, judge } from './outcome.ts'
import type { SlowReceiverBudget } from './slow-receiver-budget.ts'
import { WebhookTallies } from './webhook-tallies.ts'

/** Real time until a failed write is tried again. */
const RETRY_MS = 5_000

/** Statistics of webhooks are written after this many outcomes, and when no more are expected. */
const TALLY_AFTER = 500

/** How deliveries went. */
export interface Tally {
  delivered: number
  failed_attempts: number
  /** Deliveries that get no further attempt and were not delivered. */
  given_up: number
}

/** An attempt to be recorded. */
export interface Outcome {
  of: DeliveryRow
  attempt: DeliveryAttempt
  /** End of the attempt, epoch milliseconds of the account. */
  now: number
}

interface Parts {
  store: Store
  events: EventLog
  clock: Clock
  log: Log
  /** The counts of all accounts. */
  totals: Tally
  closing: AbortSignal
}

/**
 * The deliveries of one account that are waiting, under way or being recorded. Outcomes that arrive together are
 * written in one change. One that can't be written is kept and written later; otherwise its event would be sent
 * twice.
 */
export class AccountQueue {
  readonly accountId: string
  readonly tally: Tally = { delivered: 0, failed_attempts: 0, given_up: 0 }
  /** While a clock is advanced. */
  advance: { budget: SlowReceiverBudget; from: number; tally: Tally } | undefined
  readonly #tallies = new WebhookTallies()
  readonly loop: ClaimLoop
  readonly #parts: Parts
  readonly #conditions = new Conditions()
  #busy = 0
  /** The deliveries of the previous window, and of the present one. */
  #windows: [Set<string>, Set<string>] = [new Set(), new Set()]
  #unwritten: Outcome[] = []
  #nextWrite: Promise<void> | undefined
  #writing: Promise<void> = Promise.resolve()
  #isFailing = false
  /** Outcomes of deliveries that were sent again, until their write begins. */
  #resent: { outcomes: Outcome[]; written: Promise<void> } | undefined

  constructor(accountId: string, parts: Parts) {
    this.accountId = accountId
    this.#parts = parts
    const { closing } = parts
    this.loop = new ClaimLoop({ claimed: () => this.#busy, conditions: this.#conditions, closing })
  }

  /** The number of claimed deliveries. */
  get size(): number {
    return this.#busy
  }

  get isIdle(): boolean {
    return this.#busy === 0
  }

  /** In the tally of the account, in that of an advance, and in the totals. */
  count(what: keyof Tally, number = 1): void {
    this.tally[what] += number
    this.#parts.totals[what] += number
    if (this.advance) this.advance.tally[what] += number
  }

  add(row: DeliveryRow): void {
    this.#busy += 1
    this.#windows[1].add(row.id)
  }

  /** Resolves when the deliveries that were claimed before the last call are recorded. */
  async nextWindow(): Promise<void> {
    await this.#conditions.until(() => this.#windows[0].size === 0)
    this.#windows = [this.#windows[1], new Set()]
  }

  /** Resolves when the outcome is durable. If it can't be written now, its delivery stays claimed until it is. */
  async record(outcome: Outcome): Promise<void> {
    this.count(outcome.attempt.error === null ? 'delivered' : 'failed_attempts')
    this.#unwritten.push(outcome)
    if (!this.#isFailing) {
      this.#nextWrite ??= this.#writeSoon()
      await this.#nextWrite
    }
    this.#settle(outcome.of)
  }

  /**
   * Records the outcome of an attempt that was not claimed, together with others that arrive until its write begins.
   * Rejects if it can't be written.
   */
  async recordNow(outcome: Outcome): Promise<void> {
    this.#resent ??= this.#resentSoon()
    const { outcomes, written } = this.#resent
    // What an attempt changes depends on the state that the one before has left.
    if (outcomes.some(({ of }) => of.id === outcome.of.id)) {
      await written.catch(() => {})
      return this.recordNow(outcome)
    }
    outcomes.push(outcome)
    await written
  }

  #resentSoon() {
    const outcomes: Outcome[] = []
    const write = async () => {
      await this.#writing
      await nextTurn()
      this.#resent = undefined
      await this.#writeBatch(outcomes)
      await this.writeStatistics()
    }
    return { outcomes, written: write() }
  }

  /** Counts deliveries to a webhook that were given up. */
  async giveUp(webhookId: string, count: number): Promise<void> {
    if (count === 0) return
    this.count('given_up', count)
    this.#tallies.noteGivenUp(webhookId, count)
    await this.writeStatistics()
  }

  /** Releases a claimed delivery. */
  async release(row: DeliveryRow): Promise<void> {
    await this.#parts.events.release(this.accountId, [row])
    this.#settle(row)
  }

  /** The account was replaced: its webhooks have no attempts yet. */
  forgetStatistics(): void {
    this.#tallies.take()
  }

  /** Leaves a claimed delivery alone until the next start. */
  setAside(row: DeliveryRow): void {
    this.#settle(row)
  }

  /** Resolves when at most so many are waiting, under way or being written. */
  room(most: number): Promise<void> {
    return this.#conditions.until(() => this.#busy <= most)
  }

  #settle({ id }: DeliveryRow): void {
    this.#busy -= 1
    for (const window of this.#windows) window.delete(id)
    this.#conditions.check()
  }

  /** After the present write, and all outcomes that this turn of the event loop brings. */
  async #writeSoon(): Promise<void> {
    await this.#writing
    await nextTurn()
    await this.#write()
  }

  async #write(): Promise<void> {
    const batch = this.#unwritten
    this.#unwritten = []
    this.#nextWrite = undefined
    const writing = this.#writeBatch(batch)
    this.#writing = writing.catch(() => {})
    try {
      await writing
    } catch (error) {
      if (!(error instanceof UnknownAccountError)) this.#keep(batch, error)
    }
  }

  async #writeBatch(batch: readonly Outcome[]): Promise<void> {
    const { store, events, clock } = this.#parts
    const account = await store.readHead(this.accountId)
    const telling = batch.filter(({ of, attempt, now }) => {
      const webhook = account.webhooks[of.webhook_id]
      return webhook && isJudged(webhook, attempt, now)
    })
    // First, because writing it again after a failure changes nothing.
    if (telling.length > 0) {
      const judgeAll = ({ webhooks }: AccountHead) => {
        for (const { of, attempt, now } of telling) {
          const webhook = webhooks[of.webhook_id]
          if (webhook) judge(webhook, attempt, now)
        }
      }
      await store.update(this.accountId, judgeAll)
    }
    const wallTime = clock.wallTime()
    const keys = batch.map(({ of }) => of)
    const givenUp = await events.change(this.accountId, keys, (row, index) => {
      const { attempt, now } = batch[index] as Outcome
      const change = changeOf(row, attempt, account.seed, { now, wallTime })
      const [before, after] = [row.status, change.status]
      this.#tallies.note(row.webhook_id, { before, after, attempt })
      return change
    })
    this.count('given_up', givenUp)
    if (this.#tallies.size >= TALLY_AFTER || this.#busy <= batch.length)
      await this.writeStatistics()
  }

  /** Writes the statistics of webhooks that are not written yet. */
  async writeStatistics(): Promise<void> {
    if (this.#tallies.size === 0) return
    const write = this.#tallies.take()
    // Statistics are not worth an outcome.
    await this.#parts.store
      .update(this.accountId, ({ webhooks }) => write(webhooks))
      .catch(() => {})
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

export function tallySince(after: Tally, before: Tally): Tally {
  return {
    delivered: after.delivered - before.delivered,
    failed_attempts: after.failed_attempts - before.failed_attempts,
    given_up: after.given_up - before.given_up,
  }
}
