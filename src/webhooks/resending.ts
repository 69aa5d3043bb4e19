import type { AccountHead } from '../accounts/account.ts'
import type { Delivery } from '../accounts/delivery.ts'
import { ApiError } from '../errors.ts'
import type { DeliveryFilter, EventLog } from '../store/events/event-log.ts'
import type { Store } from '../store/store.ts'
import type { Clock } from '../time/clock.ts'
import type { Outcome } from './account-queue.ts'
import { messageOf } from './message.ts'
import type { Message, Sent } from './sender.ts'

/** Deliveries of a filter that are sent again at the same time. */
const AT_ONCE = 10

/** Results of `resendAll`. */
export interface Resent {
  delivered: number
  failed: number
  /** Deliveries that are gone, or whose webhook is. */
  skipped: number
}

export interface ResendOptions {
  signal?: AbortSignal
  /** Called after each delivery. */
  progress?: (soFar: Resent) => void
}

interface Parts {
  store: Store
  events: EventLog
  clock: Clock
  closing: AbortSignal
  sendOnce(account: Readonly<AccountHead>, message: Message): Promise<Sent>
  record(accountId: string, outcome: Outcome): Promise<void>
}

/** Sends deliveries again on request. */
export class Resending {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /**
   * Sends a delivery again at once and outside its schedule, with the same webhook-id, even to a disabled webhook.
   * A success marks it delivered, a failure only adds to its attempts. Rejects with an ApiError if the delivery
   * does not exist or its webhook was deleted.
   */
  async resend(accountId: string, deliveryId: string): Promise<Delivery> {
    const { store, events, clock, sendOnce, record } = this.#parts
    const account = await store.readHead(accountId)
    const delivery = await events.find(accountId, deliveryId)
    if (!delivery) throw unknownDelivery(deliveryId)
    const webhook = account.webhooks[delivery.webhook_id]
    if (!webhook) throw unknownReceiver(delivery)
    const row = await events.row(accountId, { id: deliveryId })
    if (!row) throw unknownDelivery(deliveryId)

    const at = clock.of(account)
    const sent = await sendOnce(account, messageOf(delivery, webhook, at))
    await record(accountId, { of: row, attempt: { at, manual: true, ...sent }, now: at })
    const found = await events.find(accountId, deliveryId)
    if (!found) throw unknownDelivery(deliveryId)
    return found
  }

  /**
   * Sends all matching deliveries again, oldest first and a few at a time, as `resend`. Stops when `signal` is aborted
   * or the sandbox closes; `progress` is called after each.
   */
  async resendAll(
    accountId: string,
    filter: DeliveryFilter,
    { signal, progress }: ResendOptions = {},
  ): Promise<Resent> {
    const { events, closing } = this.#parts
    const keys = await events.matching(accountId, filter)
    let next = 0
    const resent: Resent = { delivered: 0, failed: 0, skipped: 0 }
    const resend = async (id: string) => {
      const result = await this.resend(accountId, id).catch((error) => {
        if (error instanceof ApiError && error.failure === 'unknown_resource') return undefined
        throw error
      })
      if (!result) resent.skipped += 1
      else if (result.attempts.at(-1)?.error === null) resent.delivered += 1
      else resent.failed += 1
      progress?.({ ...resent })
    }
    const work = async () => {
      while (!signal?.aborted && !closing.aborted) {
        const key = keys[next++]
        if (!key) return
        await resend(key.id)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    return resent
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
