import type { AccountHead } from '../accounts/account.ts'
import type { Delivery } from '../accounts/delivery.ts'
import { ApiError } from '../errors.ts'
import type { Log } from '../log.ts'
import type { AccountState } from '../runtime/account-state.ts'
import type { DeliveryFilter, DeliveryRow, EventLog } from '../store/events/event-log.ts'
import { ifPresent, type Store } from '../store/store.ts'
import { type Clock, closingController } from '../time/clock.ts'
import type { Tracing } from '../tracing/tracing.ts'
import { type AddressConfig, addressPolicy } from './address-guard.ts'
import { deliver, giveUp, obstacle, record } from './deliver.ts'
import { DeliveryQueue, noDeliveries, type Tally } from './delivery-queue.ts'
import { Lanes } from './lanes.ts'
import { Pacer, SlowReceivers } from './pace.ts'
import type { ConnectionParts } from './receiver-connections.ts'
import { type ResendOptions, type Resent, resend, resendAll } from './resending.ts'
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
  queue: DeliveryQueue
  row: DeliveryRow
  account: string
  receiver: string
  lane: string
}

/** The deliveries of an account while its clock is advanced. */
export interface HurriedDeliveries extends Pick<DeliveryQueue, 'room' | 'roomForMore' | 'settled'> {
  /** Ids of webhooks that are postponed, because their receivers are too slow. */
  slow(): string[]
  done(): void
}

/** Sends the deliveries of the accounts: decides whose turn it is, and has each attempt made and recorded. */
export class Dispatcher implements AccountState {
  readonly #parts: Parts
  readonly #connectionParts: ConnectionParts
  #sender: Promise<Sender> | undefined
  readonly #lanes = new Lanes<Job>(LIMITS)
  readonly #queues = new Map<string, DeliveryQueue>()
  readonly #pacer: Pacer
  readonly #closing = closingController()
  /** Since the start, of all accounts. */
  readonly totals = noDeliveries()

  constructor(parts: Parts, connectionParts: ConnectionParts = {}) {
    this.#parts = parts
    this.#pacer = new Pacer(parts.clock)
    this.#connectionParts = connectionParts
  }

  /**
   * Makes an attempt for each delivery of the account that is due and not under way. Resolves with the results
   * since the call when none is due any more, whoever started the attempts. Deliveries of a deleted or disabled
   * webhook fail without an attempt.
   */
  async kick(accountId: string): Promise<Tally> {
    const queue = this.#queueOf(accountId)
    const before = { ...queue.tally }
    if (!this.#closing.signal.aborted) await queue.run()
    const { delivered, failed_attempts, given_up } = queue.tally
    return {
      delivered: delivered - before.delivered,
      failed_attempts: failed_attempts - before.failed_attempts,
      given_up: given_up - before.given_up,
    }
  }

  /** Resolves when no attempt of the account is under way and none is being recorded. */
  async idle(accountId: string): Promise<void> {
    await this.#queues.get(accountId)?.room(0)
  }

  /**
   * Until `done` is called, postpones webhooks with slow receivers, so that `kick` resolves in reasonable time, and
   * makes each attempt at the time at which it is due, which may be before the time that the clock shows: `from`, epoch
   * milliseconds, or later. Postponed deliveries stay due. Counts in `tally`.
   */
  hurry(accountId: string, from: number, tally: Tally): HurriedDeliveries {
    const queue = this.#queueOf(accountId)
    const slow = new SlowReceivers()
    queue.hurry = { from, tally, slow }
    return {
      room: (most) => queue.room(most),
      roomForMore: (most) => queue.roomForMore(most),
      settled: () => queue.settled(),
      slow: () => slow.ids,
      done() {
        queue.hurry = undefined
      },
    }
  }

  /** Frees the queue of a removed account as soon as none of its attempts is under way, and forgets its deliveries. */
  async forget(accountId: string): Promise<void> {
    const queue = this.#queues.get(accountId)
    if (queue?.size === 0) this.#queues.delete(accountId)
    else void queue?.room(0).then(() => this.#queues.delete(accountId))
    await this.#parts.events.forget(accountId)
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
    return events.nextDue(account.id, this.#skips(this.#queues.get(account.id)))
  }

  /** The number of deliveries that wait for their turn, are under way or are being recorded. */
  get queueLength(): number {
    return [...this.#queues.values()].reduce((length, { size }) => length + size, 0)
  }

  /**
   * Sends a delivery again at once and outside its schedule, with the same webhook-id, even to a disabled webhook.
   * A success marks it delivered, a failure only adds to its attempts. Rejects with an ApiError if the delivery
   * does not exist or its webhook was deleted.
   */
  resend(accountId: string, deliveryId: string): Promise<Delivery> {
    return resend(accountId, deliveryId, {
      ...this.#parts,
      sendOnce: (account, message) => this.sendOnce(account, message),
      write: (outcome) => this.#queueOf(accountId).write(outcome),
    })
  }

  /**
   * Sends all matching deliveries again, oldest first and a few at a time, as `resend`. Stops when its signal is aborted
   * or the sandbox closes.
   */
  async resendAll(
    accountId: string,
    filter: DeliveryFilter,
    options: ResendOptions = {},
  ): Promise<Resent> {
    const keys = await this.#parts.events.matching(accountId, filter)
    const closing = this.#closing.signal
    return resendAll(keys, (id) => this.resend(accountId, id), { ...options, closing })
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
    const { config, clock, tracing, log } = this.#parts
    this.#sender ??= import('./sender.ts').then(
      ({ Sender }) => new Sender(clock, this.#connectionParts),
    )
    const sender = await this.#sender
    const policy = addressPolicy(config, account)
    const send = (traced: Message) => sender.send(traced, policy)
    const sent = await (tracing ? tracing.attempt(message, send) : send(message))
    if (!sent) return undefined
    const { status, duration_ms: durationMs, error } = sent
    const outcome = error === null ? 'delivered' : 'failed'
    // Without the address and the failure, which may hold secrets of the receiver.
    const about = { account: account.id, eventId: message.eventId, outcome, status, durationMs }
    log.debug('webhook attempt', about)
    return sent
  }

  #queueOf(accountId: string): DeliveryQueue {
    const { totals } = this
    const queue =
      this.#queues.get(accountId) ??
      new DeliveryQueue(accountId, {
        ...{ ...this.#parts, totals, closing: this.#closing.signal },
        claim: (claiming, room) => this.#claim(claiming, room),
        record: (id, outcomes) => record(id, outcomes, this.#parts),
      })
    this.#queues.set(accountId, queue)
    return queue
  }

  #skips(queue: DeliveryQueue | undefined): (webhookId: string) => boolean {
    return (webhookId) => queue?.hurry?.slow.has(webhookId) ?? false
  }

  async #claim(queue: DeliveryQueue, room: number): Promise<boolean> {
    const { store, events, clock } = this.#parts
    const { accountId } = queue
    const account = await ifPresent(store.readHead(accountId))
    if (!account) return true
    for (const id of await events.waitingWebhooks(accountId)) {
      const reason = obstacle(account.webhooks[id])
      if (reason === undefined) continue
      queue.count('given_up', await giveUp(accountId, id, reason, { store, events }))
    }
    const rows = await events.claim(accountId, clock.of(account), room, this.#skips(queue))
    for (const row of rows) {
      queue.add(row)
      const { webhook_id: receiver, campaign_id: lane } = row
      this.#lanes.add({ queue, row, account: accountId, receiver, lane })
    }
    this.#begin()
    return rows.length < room
  }

  /** Starts as many attempts as the limits allow. */
  #begin(): void {
    for (let job = this.#lanes.begin(); job; job = this.#lanes.begin()) void this.#carryOut(job)
  }

  /** Sends a delivery and lets the next of its lane begin: after a success, that one need not wait for the disk. */
  async #carryOut(job: Job): Promise<void> {
    const { queue, row } = job
    const { accountId, hurry } = queue
    const { events, log } = this.#parts
    const parts = { ...this.#parts, pacer: this.#pacer, closing: this.#closing.signal }
    try {
      const send = this.#send.bind(this)
      const outcome = await deliver(accountId, row, hurry, { ...parts, send })
      const settled = outcome ? queue.record(outcome) : events.release(accountId, [row])
      const done = settled.finally(() => queue.settle(row))
      // A failure may disable the webhook, which the next delivery must see.
      if (outcome?.attempt.error !== null) await done
    } catch (error) {
      log.failure(`Delivery ${row.id} waits for the next start`, error)
      queue.settle(row)
    }
    this.#lanes.end(job)
    this.#begin()
  }
}
