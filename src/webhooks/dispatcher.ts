import type { AccountHead } from '../accounts/account.ts'
import type { Delivery, DeliveryAttempt } from '../accounts/delivery.ts'
import { ApiError } from '../errors.ts'
import type { Log } from '../log.ts'
import type { AccountState } from '../runtime/account-state.ts'
import type { DeliveryFilter, DeliveryRow, EventLog } from '../store/events/event-log.ts'
import type { Store } from '../store/store.ts'
import { UnknownAccountError } from '../store/store-error.ts'
import { type Clock, closingController } from '../time/clock.ts'
import type { Tracing } from '../tracing/tracing.ts'
import { AccountQueue, type Outcome, type Tally, tallySince } from './account-queue.ts'
import { type AddressConfig, addressPolicy } from './address-guard.ts'
import { CLAIMED_AT_ONCE } from './claim-loop.ts'
import type { ConnectionParts } from './connections.ts'
import { Hurry } from './hurry.ts'
import { Lanes } from './lanes.ts'
import { messageOf, obstacle } from './message.ts'
import { Pacer } from './pacer.ts'
import { Resending, type ResendOptions, type Resent } from './resending.ts'
import type { Message, Sender, Sent } from './sender.ts'

/** Limits of simultaneous attempts. */
export const LIMITS = { overall: 256, perAccount: 32, perReceiver: 10, atMost: 1_024 }

interface Parts {
  store: Store
  events: EventLog
  clock: Clock
  config: AddressConfig
  log: Log
  /** Undefined without a collector. */
  tracing?: Tracing | undefined
}

interface Job {
  queue: AccountQueue
  row: DeliveryRow
  account: string
  receiver: string
  lane: string
}

/** Sends the deliveries of the accounts and records the outcomes. */
export class Dispatcher implements AccountState {
  readonly #parts: Parts
  readonly #connectionParts: ConnectionParts
  #sender: Promise<Sender> | undefined
  readonly #resending: Resending
  readonly #lanes = new Lanes<Job>(LIMITS)
  readonly #queues = new Map<string, AccountQueue>()
  readonly #pacer: Pacer
  readonly #closing = closingController()
  /** Since the start, of all accounts. */
  readonly totals: Tally = { delivered: 0, failed_attempts: 0, given_up: 0 }

  constructor(parts: Parts, connectionParts: ConnectionParts = {}) {
    this.#parts = parts
    this.#pacer = new Pacer(parts.clock)
    this.#connectionParts = connectionParts
    this.#resending = new Resending({
      ...parts,
      closing: this.#closing.signal,
      sendOnce: (account, message) => this.sendOnce(account, message),
      record: (accountId, outcome) => this.#queueOf(accountId).recordNow(outcome),
    })
  }

  /**
   * Makes an attempt for each delivery of the account that is due and not under way. Resolves with the results
   * since the call when none is due any more, whoever started the attempts. Deliveries of a deleted or disabled
   * webhook fail without an attempt.
   */
  async kick(accountId: string): Promise<Tally> {
    const queue = this.#queueOf(accountId)
    const before = { ...queue.tally }
    if (!this.#closing.signal.aborted) {
      await queue.loop.run(() => this.#admit(queue))
    }
    return tallySince(queue.tally, before)
  }

  /** Resolves when no attempt of the account is under way and none is being recorded. */
  async idle(accountId: string): Promise<void> {
    await this.#queues.get(accountId)?.room(0)
  }

  /**
   * Until `done` is called, postpones webhooks with slow receivers, so that `kick` resolves in reasonable time, and
   * makes each attempt at the time at which it is due, which may be before the time that the clock shows. Postponed
   * deliveries stay due. `slow` lists their webhooks, `tally` the results so far.
   */
  hurry(accountId: string, from: number, tally: Tally): Hurry {
    return new Hurry(this.#queueOf(accountId), from, tally)
  }

  /** Frees the queue of a removed account as soon as none of its attempts is under way, and forgets its deliveries. */
  async forget(accountId: string): Promise<void> {
    const queue = this.#queues.get(accountId)
    queue?.forgetStatistics()
    if (queue?.isIdle) this.#queues.delete(accountId)
    else void queue?.room(0).then(() => this.#queues.delete(accountId))
    await this.#parts.events.forget(accountId)
  }

  /** Resolves when the statistics of the account's webhooks include every recorded attempt. */
  async writeStatistics(accountId: string): Promise<void> {
    await this.#queues.get(accountId)?.writeStatistics()
  }

  async remembers(accountId: string): Promise<boolean> {
    return this.#queues.has(accountId) || (await this.#parts.events.remembers(accountId))
  }

  /** When the next attempt is due, epoch milliseconds of the account's clock; undefined if none is. */
  async nextDue(account: Readonly<AccountHead>): Promise<number | undefined> {
    const { events } = this.#parts
    for (const id of await events.waitingWebhooks(account.id)) {
      // They are given up at once.
      if (obstacle(account.webhooks[id]) !== undefined) return Number.NEGATIVE_INFINITY
    }
    return events.nextDue(account.id, this.#skips(account.id))
  }

  /** The number of deliveries that wait for their turn, are under way or are being recorded. */
  get queueLength(): number {
    let length = 0
    for (const { size } of this.#queues.values()) length += size
    return length
  }

  /** See `Resending`. */
  resend(accountId: string, deliveryId: string): Promise<Delivery> {
    return this.#resending.resend(accountId, deliveryId)
  }

  /** See `Resending`. */
  resendAll(
    accountId: string,
    filter: DeliveryFilter,
    options: ResendOptions = {},
  ): Promise<Resent> {
    return this.#resending.resendAll(accountId, filter, options)
  }

  /** Makes one attempt for an account without recording it. */
  async sendOnce(account: Readonly<AccountHead>, message: Message): Promise<Sent> {
    const sent = await this.#send(account, message)
    if (!sent)
      throw new ApiError('unavailable', 'The sandbox is closing. Try again when it is back.')
    this.totals[sent.error === null ? 'delivered' : 'failed_attempts'] += 1
    return sent
  }

  /**
   * Aborts attempts under way, which stay pending for the next start, and resolves when the other outcomes are
   * recorded.
   */
  async close(): Promise<void> {
    this.#closing.abort()
    const sender = await this.#sender
    sender?.close()
    await Promise.all([...this.#queues.values()].map((queue) => queue.room(0)))
  }

  async #send(account: Readonly<AccountHead>, message: Message): Promise<Sent | undefined> {
    // Loaded late, because it imports TLS, which a sandbox without webhooks does not need.
    const { config, clock, tracing } = this.#parts
    this.#sender ??= import('./sender.ts').then(
      ({ Sender }) => new Sender(clock, this.#connectionParts),
    )
    const sender = await this.#sender
    const policy = addressPolicy(config, account)
    const send = (traced: Message) => sender.send(traced, policy)
    const sent = await (tracing ? tracing.attempt(message, send) : send(message))
    if (sent) this.#parts.log.debug('webhook attempt', attemptOf(account, message, sent))
    return sent
  }

  #queueOf(accountId: string): AccountQueue {
    const known = this.#queues.get(accountId)
    if (known) return known

    const { totals } = this
    const closing = this.#closing.signal
    const queue = new AccountQueue(accountId, { ...this.#parts, totals, closing })
    this.#queues.set(accountId, queue)
    return queue
  }

  #skips(accountId: string): (webhookId: string) => boolean {
    const advance = this.#queues.get(accountId)?.advance
    return (webhookId) => advance?.budget.isSpent(webhookId) ?? false
  }

  /** Claims due deliveries. Resolves with whether these were all. */
  async #admit(queue: AccountQueue): Promise<boolean> {
    const { events, clock } = this.#parts
    const { accountId } = queue
    const account = await this.#read(accountId)
    if (!account) return true

    for (const id of await events.waitingWebhooks(accountId)) {
      const reason = obstacle(account.webhooks[id])
      if (reason !== undefined) await queue.giveUp(id, await events.giveUp(accountId, id, reason))
    }
    const room = CLAIMED_AT_ONCE - queue.size
    const rows = await events.claim(accountId, clock.of(account), room, this.#skips(accountId))
    for (const row of rows) {
      queue.add(row)
      this.#lanes.add(jobOf(queue, row))
    }
    this.#begin()
    return rows.length < room
  }

  /** Starts as many attempts as the limits allow. */
  #begin(): void {
    for (let job = this.#lanes.begin(); job; job = this.#lanes.begin()) void this.#carryOut(job)
  }

  async #carryOut(job: Job): Promise<void> {
    const { queue, row } = job
    try {
      const outcome = await this.#attempt(job)
      if (outcome) await this.#record(queue, outcome)
      else await queue.release(row)
    } catch (error) {
      this.#parts.log.failure(`Delivery ${row.id} waits for the next start`, error)
      queue.setAside(row)
    }
    this.#lanes.end(job)
    this.#begin()
  }

  /** Resolves when the next delivery of the lane may begin: after a success it need not wait for the disk. */
  async #record(queue: AccountQueue, outcome: Outcome) {
    const recorded = queue.record(outcome)
    // A failure may disable the webhook, which the next delivery must see.
    if (outcome.attempt.error !== null) await recorded
  }

  /** Undefined if the attempt was not made, because things have changed since the claim, or if it was aborted. */
  async #attempt(job: Job): Promise<Outcome | undefined> {
    const { queue, receiver } = job
    let subject = await this.#subjectOf(job)
    const limit = subject?.webhook.settings?.rate_limit ?? null
    const pace = `${job.account} ${receiver}`
    const waited = await this.#pacer.turn(pace, limit, this.#closing.signal)
    // Meanwhile the webhook may be gone.
    if (waited > 0) subject = await this.#subjectOf(job)
    if (!subject || this.#closing.signal.aborted) return undefined

    const { account, row, body, webhook } = subject
    const { advance } = queue
    const shown = this.#parts.clock.of(account)
    const at = advance ? Math.max(row.next_attempt_at ?? shown, advance.from) : shown
    const sent = await this.#send(account, messageOf({ event_id: row.event_id, body }, webhook, at))
    if (!sent) return undefined
    advance?.budget.spend(webhook.id, sent.duration_ms + waited, this.#parts.clock.elapsed())
    const attempt: DeliveryAttempt = { at, manual: false, ...sent }
    return { of: row, attempt, now: advance ? at : await this.#shown(account) }
  }

  /** The delivery of a job and its webhook; undefined if it is not due any more. */
  async #subjectOf({ queue, row: claimed }: Job) {
    const { clock, events } = this.#parts
    const account = await this.#read(queue.accountId)
    const webhook = account?.webhooks[claimed.webhook_id]
    if (!account || !webhook || obstacle(webhook) !== undefined) return undefined

    const row = await events.row(queue.accountId, claimed)
    const body = await events.body(queue.accountId, claimed)
    if (row?.status !== 'pending' || body === undefined) return undefined
    if (!isDue(row, clock.of(account)) || queue.advance?.budget.isSpent(webhook.id))
      return undefined
    return { account, row, body, webhook }
  }

  /** The present time of an account's clock, which may have been moved. */
  async #shown(account: Readonly<AccountHead>): Promise<number> {
    return this.#parts.clock.of((await this.#read(account.id)) ?? account)
  }

  /** Undefined if the account was removed. */
  async #read(accountId: string): Promise<Readonly<AccountHead> | undefined> {
    const { store } = this.#parts
    try {
      return await store.readHead(accountId)
    } catch (error) {
      if (error instanceof UnknownAccountError) return undefined
      throw error
    }
  }
}

/** For the log: without the address and the failure, which may hold secrets of the receiver. */
function attemptOf({ id }: Readonly<AccountHead>, { eventId }: Message, sent: Sent) {
  const { status, duration_ms: durationMs, error } = sent
  return {
    account: id,
    eventId,
    outcome: error === null ? 'delivered' : 'failed',
    status,
    durationMs,
  }
}

function isDue({ next_attempt_at }: DeliveryRow, now: number): boolean {
  return (next_attempt_at ?? 0) <= now
}

function jobOf(queue: AccountQueue, row: DeliveryRow): Job {
  const { webhook_id: receiver, campaign_id: lane } = row
  return { queue, row, account: queue.accountId, receiver, lane }
}
