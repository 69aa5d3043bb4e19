import type { AccountHead } from '../accounts/account.ts'
import type { Delivery } from '../accounts/delivery.ts'
import { ApiError } from '../errors.ts'
import type { DeliveryKey, EventLog } from '../store/events/event-log.ts'
import type { Store } from '../store/store.ts'
import type { Clock } from '../time/clock.ts'
import { messageOf, type Outcome } from './deliver.ts'
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
  sendOnce(account: Readonly<AccountHead>, message: Message): Promise<Sent>
  write(outcome: Outcome): Promise<void>
}

/** As `Dispatcher.resend`. */
export async function resend(
  accountId: string,
  deliveryId: string,
  { store, events, clock, sendOnce, write }: Parts,
): Promise<Delivery> {
  const account = await store.readHead(accountId)
  const delivery = await events.find(accountId, deliveryId)
  const of = await events.row(accountId, { id: deliveryId })
  if (!delivery || !of) throw unknownDelivery(deliveryId)
  const webhook = account.webhooks[delivery.webhook_id]
  if (!webhook) throw unknownReceiver(delivery)

  const at = clock.of(account)
  const sent = await sendOnce(account, messageOf(delivery, webhook, at))
  await write({ of, attempt: { at, manual: true, ...sent }, now: at })
  const found = await events.find(accountId, deliveryId)
  if (!found) throw unknownDelivery(deliveryId)
  return found
}

/** Sends deliveries again, a few at a time, until a signal is aborted. */
export async function resendAll(
  keys: readonly DeliveryKey[],
  send: (deliveryId: string) => Promise<Delivery>,
  { signal, closing, progress }: ResendOptions & { closing: AbortSignal },
): Promise<Resent> {
  const resent: Resent = { delivered: 0, failed: 0, skipped: 0 }
  let next = 0
  const work = async () => {
    while (!signal?.aborted && !closing.aborted) {
      const key = keys[next++]
      if (!key) return
      const result = await send(key.id).catch((error) => {
        if (error instanceof ApiError && error.failure === 'unknown_resource') return undefined
        throw error
      })
      if (!result) resent.skipped += 1
      else if (result.attempts.at(-1)?.error === null) resent.delivered += 1
      else resent.failed += 1
      progress?.({ ...resent })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return resent
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
