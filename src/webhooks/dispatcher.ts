import type { AccountHead } from '../accounts/account.ts'
import type { Delivery } from '../accounts/delivery.ts'
import { ApiError } from '../errors.ts'
import type { Log } from '../log.ts'
import type { AccountState } from '../runtime/account-state.ts'
import type { DeliveryFilter, DeliveryRow, EventLog } from '../store/events/event-log.ts'
import type { Store } from '../store/store.ts'
import { type Clock, closingController } from '../time/clock.ts'
import type { Tracing } from '../tracing/tracing.ts'
import { type AddressConfig, addressPolicy } from './address-guard.ts'
import { deliver, messageOf, obstacle } from './deliver.ts'
import { DeliveryQueue } from './delivery-queue.ts'
import { Lanes } from './lanes.ts'
import { type Hurry, noDeliveries, Pacer } from './pace.ts'
import type { ConnectionParts } from './receiver-connections.ts'
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

/** Deliveries of a filter that are sent again at the same time. */
const RESENT_AT_ONCE = 10

/** Results of `resendAll`. */
interface Resent {
  delivered: number
  failed: number
  /** Deliveries that are gone, or whose webhook is. */
  skipped: number
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
   * Makes an attempt for each delivery of the account that is due and not under way. Resolves when none is due any more, whoever
   * started the attempts. Deliveries of a deleted or disabled webhook fail without an attempt.
   */
  async kick(accountId: string): Promise<void> {
    if (!this.#closing.signal.aborted) await this.#with(accountId, (queue) => queue.run())
  }

  /** Resolves when no attempt of the account is under way, and each is recorded or could not be. */
  async idle(accountId: string): Promise<void> {
    await this.#queues.get(accountId)?.room(0)
  }

  /** The deliveries of an account, which are sent in this way until `calm` is called. */
  hurry(accountId: string, hurry: Hurry): DeliveryQueue {
    const queue = this.#queueOf(accountId)
    queue.hurry = hurry
    return queue
  }

  calm(queue: DeliveryQueue): void {
    queue.hurry = undefined
    this.#leave(queue)
  }

  /** Forgets the deliveries of a removed account. Attempts under way end by themselves. */
  forget(accountId: string): Promise<void> {
    return this.#parts.events.forget(accountId)
  }

  remembers(accountId: string): Promise<boolean> {
    return this.#parts.events.remembers(accountId)
  }

  /** When the next attempt is due, epoch milliseconds of the account's clock; undefined if none is. */
  async nextDue(account: Readonly<AccountHead>): Promise<number | undefined> {
    const { events } = this.#parts
    for (const id of await events.waitingWebhooks(account.id)) {
      // They are given up at once.
      if (obstacle(account.webhooks[id]) !== undefined) return Number.NEGATIVE_INFINITY
    }
    return events.nextDue(account.id, this.#queues.get(account.id)?.skips)
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
  async resend(accountId: string, deliveryId: string): Promise<Delivery> {
    const { store, events, clock } = this.#parts
    const account = await store.readHead(accountId)
    const delivery = await events.find(accountId, deliveryId)
    const of = await events.row(accountId, { id: deliveryId })
    if (!delivery || !of) throw unknownDelivery(deliveryId)
    const webhook = account.webhooks[delivery.webhook_id]
    if (!webhook) throw unknownReceiver(delivery)

    const at = clock.of(account)
    const sent = await this.sendOnce(account, messageOf(delivery, webhook, at))
    const outcome = { of, attempt: { at, manual: true, ...sent }, now: at }
    await this.#with(accountId, (queue) => queue.write(outcome))
    const found = await events.find(accountId, deliveryId)
    if (!found) throw unknownDelivery(deliveryId)
    return found
  }

  /**
   * Sends all matching deliveries again, oldest first and a few at a time, as `resend`. Stops when `signal` is aborted or the
   * sandbox closes. `progress` is called after each delivery.
   */
  async resendAll(
    accountId: string,
    filter: DeliveryFilter,
    { signal, progress }: { signal?: AbortSignal; progress?: (soFar: Resent) => void } = {},
  ): Promise<Resent> {
    const keys = await this.#parts.events.matching(accountId, filter)
    const resent: Resent = { delivered: 0, failed: 0, skipped: 0 }
    const resendNext = async () => {
      while (!signal?.aborted && !this.#closing.signal.aborted) {
        const key = keys.shift()
        if (!key) return
        const result = await this.resend(accountId, key.id).catch((error) => {
          if (error instanceof ApiError && error.failure === 'unknown_resource') return undefined
          throw error
        })
        if (!result) resent.skipped += 1
        else if (result.attempts.at(-1)?.error === null) resent.delivered += 1
        else resent.failed += 1
        progress?.({ ...resent })
      }
    }
    await Promise.all(Array.from({ length: RESENT_AT_ONCE }, resendNext))
    return resent
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

  /** The queue of an account, which is there as long as anybody needs it. */
  #queueOf(accountId: string): DeliveryQueue {
    const known = this.#queues.get(accountId)
    if (known) return known
    const { totals } = this
    const closing = this.#closing.signal
    const send = (queue: DeliveryQueue, rows: readonly DeliveryRow[]) => this.#add(queue, rows)
    const leave = (queue: DeliveryQueue) => this.#leave(queue)
    const queue = new DeliveryQueue(accountId, { ...this.#parts, totals, closing, send, leave })
    this.#queues.set(accountId, queue)
    return queue
  }

  async #with<T>(accountId: string, use: (queue: DeliveryQueue) => Promise<T>): Promise<T> {
    const queue = this.#queueOf(accountId)
    return use(queue).finally(() => this.#leave(queue))
  }

  #leave(queue: DeliveryQueue): void {
    if (queue.isIdle) this.#queues.delete(queue.accountId)
  }

  #add(queue: DeliveryQueue, rows: readonly DeliveryRow[]): void {
    for (const row of rows) {
      const { webhook_id: receiver, campaign_id: lane } = row
      this.#lanes.add({ queue, row, account: queue.accountId, receiver, lane })
    }
    this.#begin()
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

function unknownDelivery(id: string): ApiError {
  return new ApiError(
    'unknown_resource',
    `There is no delivery ${JSON.stringify(id.slice(0, 80))}.`,
  )
}

function unknownReceiver({ id, webhook_id }: Delivery): ApiError {
  return new ApiError(
    'unknown_resource',
    `Delivery ${id} can't be sent again: its webhook ${webhook_id} was deleted.`,
  )
}
