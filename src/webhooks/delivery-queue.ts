import type { Log } from '../log.ts'
import type { DeliveryRow, EventLog } from '../store/events/event-log.ts'
import { Groups } from '../store/groups.ts'
import { ifPresent, type Store } from '../store/store.ts'
import { UnknownAccountError } from '../store/store-error.ts'
import type { Clock } from '../time/clock.ts'
import { giveUp, type Outcome, obstacle, record } from './deliver.ts'
import type { Hurry, Tally } from './pace.ts'

/** Deliveries of an account that are claimed at once, so that the others can still be given up together. */
const CLAIMED_AT_ONCE = 2_000
/** Real time until a failed write is tried again. */
const RETRY_MS = 5_000

interface Parts {
  store: Store
  events: EventLog
  clock: Clock
  log: Log
  closing: AbortSignal
  /** The counts of all accounts. */
  totals: Tally
  /** Has claimed deliveries sent. */
  send(queue: DeliveryQueue, rows: readonly DeliveryRow[]): void
  /** Lets go of a queue that nobody needs any more. */
  leave(queue: DeliveryQueue): void
}

/** The deliveries of one account that wait for their turn, are under way or are being recorded. */
export class DeliveryQueue {
  readonly accountId: string
  /** While a clock is advanced. */
  hurry: Hurry | undefined
  readonly #parts: Parts
  /** The deliveries that are claimed and not settled, in the order of their claims. */
  readonly #claimed = new Set<DeliveryRow>()
  #running: Promise<void> | undefined
  /** Whether more may be due since the last claim began. */
  #isAsked = false
  /** Whether some that are due may wait for room. */
  #isFull = false
  #waiting: (() => void)[] = []
  /** Outcomes that arrive together are written in one change. */
  readonly #writes = new Groups<Outcome>(async (group) => {
    try {
      const outcomes = group.map(({ change }) => change)
      this.count('given_up', await record(this.accountId, outcomes, this.#parts))
      for (const { resolve } of group) resolve(undefined)
    } catch (error) {
      for (const { reject } of group) reject(error)
    }
  })
  /** The number of outcomes whose write has failed, */
  #unwritten = 0
  /** and the time until they are tried again. */
  #pause: Promise<void> | undefined

  constructor(accountId: string, parts: Parts) {
    this.accountId = accountId
    this.#parts = parts
  }

  /** The number of claimed deliveries. */
  get size(): number {
    return this.#claimed.size
  }

  /** Whether nobody needs it any more. */
  get isIdle(): boolean {
    const isBusy = this.#running || this.hurry || this.size + this.#unwritten > 0
    return !isBusy && this.#writes.isIdle
  }

  /** True for webhooks whose deliveries are postponed. */
  readonly skips = (webhookId: string): boolean => this.hurry?.slow.has(webhookId) ?? false

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
        this.#isFull = !(await this.#claim())
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

  /** Claims as many as there is room for. Resolves with whether these were all that are due. */
  async #claim(): Promise<boolean> {
    const { accountId } = this
    const { store, events, clock, send } = this.#parts
    const account = await ifPresent(store.readHead(accountId))
    if (!account) return true
    for (const id of await events.waitingWebhooks(accountId)) {
      const reason = obstacle(account.webhooks[id])
      if (reason === undefined) continue
      this.count('given_up', await giveUp(accountId, id, reason, this.#parts))
    }
    const room = CLAIMED_AT_ONCE - this.size
    const rows = await events.claim(accountId, clock.of(account), room, this.skips)
    for (const row of rows) this.#claimed.add(row)
    send(this, rows)
    return rows.length < room
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

  /** Like `room`, when all that is due is claimed, and none of them was due before `since`, epoch milliseconds of the account. */
  roomForMore(most: number, since: number): Promise<void> {
    return this.#until(
      () => !this.#isAsked && !this.#isFull && this.size <= most && !this.#isLate(since),
    )
  }

  #isLate(since: number): boolean {
    for (const { next_attempt_at: due } of this.#claimed) if ((due ?? 0) < since) return true
    return false
  }

  /** Counts for all accounts, and for the advance of this one. */
  count(what: keyof Tally, number = 1): void {
    this.#parts.totals[what] += number
    if (this.hurry) this.hurry.tally[what] += number
  }

  /** Records an outcome. Rejects if it can't be written. */
  async write(outcome: Outcome): Promise<void> {
    await this.#writes.submit(outcome)
  }

  /**
   * Records an outcome. If it can't be written now, its delivery is left alone until it is: otherwise its event would be sent
   * twice.
   */
  async record(outcome: Outcome): Promise<void> {
    this.count(outcome.attempt.error === null ? 'delivered' : 'failed_attempts')
    await this.write(outcome).catch((error) => void this.#writeLater(outcome, error))
  }

  async #writeLater(outcome: Outcome, failure: unknown): Promise<void> {
    const { clock, log, closing } = this.#parts
    let error = failure
    const isOver = () => closing.aborted || !error || error instanceof UnknownAccountError
    if (!isOver() && this.#unwritten === 0) {
      log.failure(`Outcomes of deliveries of account ${this.accountId} can't be written`, error)
    }
    this.#unwritten += 1
    while (!isOver()) {
      this.#pause ??= clock.wait(RETRY_MS, closing)
      await this.#pause
      this.#pause = undefined
      if (closing.aborted) break
      error = await this.write(outcome).then(
        () => undefined,
        (reason) => reason,
      )
    }
    this.#unwritten -= 1
    this.#parts.leave(this)
  }

  /** Resolves once something holds that changes with the deliveries. */
  async #until(holds: () => boolean): Promise<void> {
    while (!holds()) await new Promise<void>((resolve) => void this.#waiting.push(resolve))
  }

  #noteChange(): void {
    for (const look of this.#waiting.splice(0)) look()
  }
}
