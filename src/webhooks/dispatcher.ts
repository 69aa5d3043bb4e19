import type { Account } from '../accounts/account.ts'
import type { Delivery, DeliveryAttempt } from '../accounts/delivery.ts'
import type { Webhook } from '../accounts/webhook.ts'
import { ApiError } from '../errors.ts'
import type { Services } from '../services.ts'
import { AccountQueue, type Tally } from './account-queue.ts'
import { addressPolicy } from './address-guard.ts'
import { pendingDeliveries } from './delivery-log.ts'
import { Lanes } from './lanes.ts'
import { type DeliveryKey, type Outcome, recordOutcome } from './outcome.ts'
import { Patience } from './patience.ts'
import type { Message, Sender, SenderParts, Sent } from './sender.ts'
import { validSecrets } from './signature.ts'

/** Attempts that are under way at a time. */
const LIMITS = { overall: 64, perReceiver: 10 }

type Parts = Pick<Services, 'store' | 'clock' | 'config' | 'log'>

interface Job {
  queue: AccountQueue
  delivery: Delivery
  receiver: string
  lane: string
}

/** Sends what the accounts have to be sent, and records what comes of it. */
export class Dispatcher {
  readonly #parts: Parts
  readonly #senderParts: SenderParts
  #sender: Promise<Sender> | undefined
  readonly #lanes = new Lanes<Job>(LIMITS)
  readonly #queues = new Map<string, AccountQueue>()
  readonly #closing = new AbortController()

  constructor(parts: Parts, senderParts: SenderParts = {}) {
    this.#parts = parts
    this.#senderParts = senderParts
  }

  /**
   * Makes an attempt for each delivery of the account that is due and not on its way already. Resolves when
   * none that is due is left, whoever began it, with how the attempts since the call ended. What is due for
   * a webhook that was deleted or disabled fails without an attempt.
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
   * Until `done` is called, webhooks whose receivers are too slow are put off, so that `kick` resolves in
   * tolerable time. What is due for them stays so. `slow` tells which those are.
   */
  hurry(accountId: string): { readonly slow: string[]; done(): void } {
    const queue = this.#queueOf(accountId)
    const patience = new Patience()
    queue.patience = patience
    return {
      get slow() {
        return patience.lost
      },
      done() {
        queue.patience = undefined
      },
    }
  }

  /** Frees what is kept of an account that is no more, as soon as none of its attempts is under way. */
  forget(accountId: string): void {
    const queue = this.#queues.get(accountId)
    if (queue?.isIdle) this.#queues.delete(accountId)
    else void queue?.idle().then(() => this.forget(accountId))
  }

  /** When the next attempt of a snapshot is due, epoch milliseconds of its clock; undefined when none is. */
  nextDue(account: Readonly<Account>): number | undefined {
    const queue = this.#queues.get(account.id)
    let earliest: number | undefined
    for (const { id, webhook_id, next_attempt_at } of pendingDeliveries(account)) {
      const at = next_attempt_at ?? 0
      if (earliest !== undefined && at >= earliest) continue
      if (!queue?.has(id) && !queue?.patience?.isLostWith(webhook_id)) earliest = at
    }
    return earliest
  }

  /**
   * Sends a delivery once more, at once and beside its schedule, with the same webhook-id, to a disabled
   * webhook too. A success makes it delivered, a failure changes nothing but the list of its attempts.
   * Rejects with an ApiError when there is no such delivery or its webhook was deleted.
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

  /** Makes one attempt that is recorded nowhere. */
  async sendOnce(message: Message): Promise<Sent> {
    const sent = await this.#send(message)
    if (!sent)
      throw new ApiError('unavailable', 'The sandbox is closing. Try again when it is back.')
    return sent
  }

  /**
   * Breaks off what is under way, which stays to be sent when the sandbox starts again, and resolves when
   * what came of the rest is recorded.
   */
  async close(): Promise<void> {
    this.#closing.abort()
    const sender = await this.#sender
    sender?.close()
    await Promise.all([...this.#queues.values()].map((queue) => queue.idle()))
  }

  async #send(message: Message): Promise<Sent | undefined> {
    // It brings TLS with it, which a sandbox without webhooks need not wait for at its start.
    this.#sender ??= import('./sender.ts').then(({ Sender }) => {
      const { config, clock } = this.#parts
      return new Sender(addressPolicy(config), clock, this.#senderParts)
    })
    return (await this.#sender).send(message)
  }

  #queueOf(accountId: string): AccountQueue {
    const known = this.#queues.get(accountId)
    if (known) return known

    const queue = new AccountQueue(accountId, this.#parts, this.#closing.signal)
    this.#queues.set(accountId, queue)
    return queue
  }

  /** Takes up what is due. */
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
      } else if (isDue(delivery, now) && !queue.patience?.isLostWith(delivery.webhook_id)) {
        queue.take(delivery.id)
        this.#lanes.add(jobOf(queue, delivery))
      }
    }
    this.#begin()
  }

  /** Begins as much as may be under way. */
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

  /** Resolves when the next of the lane may begin: one that is well need not wait for our disk. */
  async #record(queue: AccountQueue, outcome: Outcome & { attempt: DeliveryAttempt }) {
    const recorded = queue.record(outcome)
    // But of one that wants no more, the next must hear first.
    if (outcome.attempt.error !== null) await recorded
  }

  /** Undefined when it was not made, because things have changed since it was taken up, or was broken off. */
  async #attempt({ queue, delivery: { id } }: Job): Promise<DeliveryAttempt | undefined> {
    const account = await this.#read(queue.accountId)
    const delivery = account?.deliveries.get(id)
    const webhook = delivery && account?.webhooks[delivery.webhook_id]
    if (!account || !webhook || obstacle(webhook) !== undefined) return undefined

    const at = this.#parts.clock.of(account)
    if (delivery.status !== 'pending' || !isDue(delivery, at)) return undefined
    if (queue.patience?.isLostWith(webhook.id)) return undefined
    const sent = await this.#send(messageOf(delivery, webhook, at))
    if (sent) queue.patience?.spend(webhook.id, sent.duration_ms)
    return sent && { at, manual: false, ...sent }
  }

  /** Undefined when the account was removed. */
  async #read(accountId: string): Promise<Readonly<Account> | undefined> {
    const { store } = this.#parts
    try {
      return await store.read(accountId)
    } catch (error) {
      if ((await store.accountIds()).includes(accountId)) throw error
      return undefined
    }
  }
}

/** Why nothing is sent to a webhook any more, as a sentence. */
function obstacle(webhook: Webhook | undefined): string | undefined {
  if (!webhook) return 'The webhook was deleted.'
  if (webhook.status === 'active') return undefined
  return `The webhook is disabled${webhook.disabled_reason ? `: ${webhook.disabled_reason}` : '.'}`
}

function isDue({ next_attempt_at }: Delivery, now: number): boolean {
  return (next_attempt_at ?? 0) <= now
}

function jobOf(queue: AccountQueue, delivery: Delivery): Job {
  const receiver = `${queue.accountId} ${delivery.webhook_id}`
  return { queue, delivery, receiver, lane: delivery.campaign_id }
}

function messageOf({ event_id, body }: Delivery, { url, secrets }: Webhook, now: number): Message {
  return { url, eventId: event_id, body, secrets: validSecrets(secrets, now) }
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
