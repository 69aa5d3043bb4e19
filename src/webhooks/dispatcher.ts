import type { Account } from '../accounts/account.ts'
import type { Delivery, DeliveryAttempt } from '../accounts/delivery.ts'
import type { Webhook } from '../accounts/webhook.ts'
import { NO_SETTINGS } from '../accounts/webhook-settings.ts'
import type { Config } from '../config.ts'
import { ApiError } from '../errors.ts'
import type { Log } from '../log.ts'
import type { AccountState } from '../state/account-state.ts'
import type { Store } from '../store/store.ts'
import { UnknownAccountError } from '../store/store-error.ts'
import type { Clock } from '../time/clock.ts'
import { AccountQueue, type Tally } from './account-queue.ts'
import { addressPolicy } from './address-guard.ts'
import type { ConnectionParts } from './connections.ts'
import { pendingDeliveries } from './delivery-log.ts'
import { Lanes } from './lanes.ts'
import { type DeliveryKey, type Outcome, recordOutcome } from './outcome.ts'
import { Pacer } from './pacer.ts'
import type { Message, Sender, Sent } from './sender.ts'
import { validSecrets } from './signature.ts'
import { SlowReceiverBudget } from './slow-receiver-budget.ts'

/** Limits of simultaneous attempts. */
export const LIMITS = { overall: 256, perAccount: 32, perReceiver: 10, atMost: 1_024 }

interface Parts {
  store: Store
  clock: Clock
  config: Pick<Config, 'host' | 'publicUrl' | 'trustProxy'>
  log: Log
}

interface Job {
  queue: AccountQueue
  delivery: Delivery
  account: string
  receiver: string
  lane: string
}

/** Sends the deliveries of the accounts and records the outcomes. */
export class Dispatcher implements AccountState {
  readonly #parts: Parts
  readonly #connectionParts: ConnectionParts
  #sender: Promise<Sender> | undefined
  readonly #lanes = new Lanes<Job>(LIMITS)
  readonly #queues = new Map<string, AccountQueue>()
  readonly #pacer: Pacer
  readonly #closing = new AbortController()

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
    while (!this.#closing.signal.aborted) {
      await this.#admit(queue)
      if (queue.isIdle) break
      await queue.idle()
    }
    const { delivered, failed_attempts } = queue.tally
    return {
      delivered: delivered - before.delivered,
      failed_attempts: failed_attempts - before.failed_attempts,
    }
  }

  /**
   * Until `done` is called, postpones webhooks with slow receivers, so that `kick` resolves in reasonable time. Their
   * deliveries stay due. `slow` lists these webhooks.
   */
  hurry(accountId: string): { readonly slow: string[]; done(): void } {
    const queue = this.#queueOf(accountId)
    const budget = new SlowReceiverBudget()
    queue.budget = budget
    return {
      get slow() {
        return budget.spentFor
      },
      done() {
        queue.budget = undefined
      },
    }
  }

  /** Frees the queue of a removed account as soon as none of its attempts is under way. */
  forget(accountId: string): void {
    const queue = this.#queues.get(accountId)
    if (queue?.isIdle) this.#queues.delete(accountId)
    else void queue?.idle().then(() => this.forget(accountId))
  }

  remembers(accountId: string): boolean {
    return this.#queues.has(accountId)
  }

  /** When the next attempt of a snapshot is due, epoch milliseconds of its clock; undefined if none is. */
  nextDue(account: Readonly<Account>): number | undefined {
    const queue = this.#queues.get(account.id)
    let earliest: number | undefined
    for (const { id, webhook_id, next_attempt_at } of pendingDeliveries(account)) {
      const at = next_attempt_at ?? 0
      if (earliest !== undefined && at >= earliest) continue
      if (!queue?.has(id) && !queue?.budget?.isSpent(webhook_id)) earliest = at
    }
    return earliest
  }

  /**
   * Sends a delivery again at once and outside its schedule, with the same webhook-id, even to a disabled webhook.
   * A success marks it delivered, a failure only adds to its attempts. Rejects with an ApiError if the delivery
   * does not exist or its webhook was deleted.
   */
  async resend(accountId: string, deliveryId: string): Promise<Delivery> {
    const { store, clock } = this.#parts
    const account = await store.read(accountId)
    const delivery = account.deliveries.get(deliveryId)
    if (!delivery) throw unknownDelivery(deliveryId)
    const webhook = account.webhooks[delivery.webhook_id]
    if (!webhook) throw unknownReceiver(delivery)

    const at = clock.of(account)
    const sent = await this.sendOnce(messageOf(delivery, webhook, at))
    const attempt: DeliveryAttempt = { at, manual: true, ...sent }
    return store.update(accountId, (draft) => {
      const times = { now: clock.of(draft), wallTime: clock.wallTime() }
      recordOutcome(draft, { of: keyOf(delivery), attempt }, times)
      const found = draft.deliveries.get(deliveryId)
      if (!found) throw unknownDelivery(deliveryId)
      return found
    })
  }

  /** Makes one attempt without recording it. */
  async sendOnce(message: Message): Promise<Sent> {
    const sent = await this.#send(message)
    if (!sent)
      throw new ApiError('unavailable', 'The sandbox is closing. Try again when it is back.')
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
    await Promise.all([...this.#queues.values()].map((queue) => queue.idle()))
  }

  async #send(message: Message): Promise<Sent | undefined> {
    // Loaded late, because it imports TLS, which a sandbox without webhooks does not need.
    this.#sender ??= import('./sender.ts').then(({ Sender }) => {
      const { config, clock } = this.#parts
      return new Sender(addressPolicy(config), clock, this.#connectionParts)
    })
    return (await this.#sender).send(message)
  }

  #queueOf(accountId: string): AccountQueue {
    const known = this.#queues.get(accountId)
    if (known) return known

    const queue = new AccountQueue(accountId, { ...this.#parts, closing: this.#closing.signal })
    this.#queues.set(accountId, queue)
    return queue
  }

  /** Claims due deliveries. */
  async #admit(queue: AccountQueue): Promise<void> {
    const account = await this.#read(queue.accountId)
    if (!account) return this.forget(queue.accountId)

    const now = this.#parts.clock.of(account)
    for (const delivery of pendingDeliveries(account)) {
      if (queue.has(delivery.id)) continue
      const givenUp = obstacle(account.webhooks[delivery.webhook_id])
      if (givenUp !== undefined) {
        queue.take(delivery.id)
        void queue.record({ of: keyOf(delivery), givenUp })
      } else if (isDue(delivery, now) && !queue.budget?.isSpent(delivery.webhook_id)) {
        queue.take(delivery.id)
        this.#lanes.add(jobOf(queue, delivery))
      }
    }
    this.#begin()
  }

  /** Starts as many attempts as the limits allow. */
  #begin(): void {
    for (let job = this.#lanes.begin(); job; job = this.#lanes.begin()) void this.#carryOut(job)
  }

  async #carryOut(job: Job): Promise<void> {
    const { queue, delivery } = job
    try {
      const attempt = await this.#attempt(job)
      if (attempt) await this.#record(queue, { of: keyOf(delivery), attempt })
      else queue.release(delivery.id)
    } catch (error) {
      this.#parts.log.failure(`Delivery ${delivery.id} waits for the next start`, error)
      queue.setAside()
    }
    this.#lanes.end(job)
    this.#begin()
  }

  /** Resolves when the next delivery of the lane may begin: after a success it need not wait for the disk. */
  async #record(queue: AccountQueue, outcome: Outcome & { attempt: DeliveryAttempt }) {
    const recorded = queue.record(outcome)
    // A failure may disable the webhook, which the next delivery must see.
    if (outcome.attempt.error !== null) await recorded
  }

  /** Undefined if the attempt was not made, because things have changed since the claim, or if it was aborted. */
  async #attempt(job: Job): Promise<DeliveryAttempt | undefined> {
    let subject = await this.#subjectOf(job)
    const limit = subject?.webhook.settings?.rate_limit ?? null
    const waited = await this.#pacer.turn(job.receiver, limit, this.#closing.signal)
    // Meanwhile the webhook may be gone.
    if (waited > 0) subject = await this.#subjectOf(job)
    if (!subject) return undefined
    const { delivery, webhook, at } = subject
    const sent = await this.#send(messageOf(delivery, webhook, at))
    if (sent) job.queue.budget?.spend(webhook.id, sent.duration_ms + waited)
    return sent && { at, manual: false, ...sent }
  }

  /** The delivery of a job and its webhook, at the time of the account; undefined if it is not due any more. */
  async #subjectOf({ queue, delivery: { id } }: Job) {
    const account = await this.#read(queue.accountId)
    const delivery = account?.deliveries.get(id)
    const webhook = delivery && account?.webhooks[delivery.webhook_id]
    if (!account || !webhook || obstacle(webhook) !== undefined) return undefined

    const at = this.#parts.clock.of(account)
    if (delivery.status !== 'pending' || !isDue(delivery, at)) return undefined
    return queue.budget?.isSpent(webhook.id) ? undefined : { delivery, webhook, at }
  }

  /** Undefined if the account was removed. */
  async #read(accountId: string): Promise<Readonly<Account> | undefined> {
    const { store } = this.#parts
    try {
      return await store.read(accountId)
    } catch (error) {
      if (error instanceof UnknownAccountError) return undefined
      throw error
    }
  }
}

/** Why nothing more is sent to a webhook, as a sentence. */
function obstacle(webhook: Webhook | undefined): string | undefined {
  if (!webhook) return 'The webhook was deleted.'
  if (webhook.status === 'active') return undefined
  return `The webhook is disabled${webhook.disabled_reason ? `: ${webhook.disabled_reason}` : '.'}`
}

function isDue({ next_attempt_at }: Delivery, now: number): boolean {
  return (next_attempt_at ?? 0) <= now
}

function jobOf(queue: AccountQueue, delivery: Delivery): Job {
  const { webhook_id: receiver, campaign_id: lane } = delivery
  return { queue, delivery, account: queue.accountId, receiver, lane }
}

function messageOf({ event_id, body }: Delivery, webhook: Webhook, now: number): Message {
  const { url, secrets, settings = NO_SETTINGS } = webhook
  const { headers } = settings
  return { url, eventId: event_id, body, secrets: validSecrets(secrets, now), headers }
}

function keyOf({ id, event_id, created_at }: Delivery): DeliveryKey {
  return { id, event_id, created_at }
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
