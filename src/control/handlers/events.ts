import type { Account } from '../../accounts/account.ts'
import type { Delivery } from '../../accounts/delivery.ts'
import { listDeliveries as matching } from '../../webhooks/delivery-log.ts'
import type { Dispatcher } from '../../webhooks/dispatcher.ts'
import { unknownIn } from '../account.ts'
import type { ControlHandlers } from '../operation.ts'
import type { ControlParts } from '../parts.ts'
import { eventStream } from '../streams/event-stream.ts'
import { deliveryView } from './event-views.ts'

type Parts = Pick<ControlParts, 'store' | 'clock' | 'simulation' | 'dispatcher' | 'document'>

export function eventHandlers(parts: Parts) {
  return {
    /** POST /_sandbox/events */
    async triggerEvent(request) {
      const account = await request.account()
      const { triggerEvents } = await import('./trigger.ts')
      return { data: await triggerEvents(account, request.body, parts) }
    },

    /** GET /_sandbox/events/stream */
    async streamEvents(request) {
      const { id: accountId } = await request.account()
      const lastId = request.header('last-event-id')
      const { alerts: onlyAlerts = false } = request.query
      const listening = { accountId, lastId, onlyAlerts }
      return { stream: eventStream(listening, request.signal, parts) }
    },
  } satisfies Partial<ControlHandlers>
}

export function deliveryHandlers({ dispatcher }: { dispatcher: Dispatcher }) {
  return {
    /** GET /_sandbox/deliveries */
    async listDeliveries({ query, account }) {
      const { limit = 50, offset = 0, ...filter } = query
      const { items, total } = matching(await account(), filter, { limit, offset })
      return { data: items.map(deliveryView), page: { total, limit, offset } }
    },

    /** GET /_sandbox/deliveries/{id} */
    async getDelivery({ params, account }) {
      return { data: deliveryView(findDelivery(await account(), params.id)) }
    },

    /** POST /_sandbox/deliveries/{id}/resend */
    async resendDelivery(request) {
      const account = await request.account()
      findDelivery(account, request.params.id)
      return { data: deliveryView(await dispatcher.resend(account.id, request.params.id)) }
    },
  } satisfies Partial<ControlHandlers>
}

function findDelivery(account: Readonly<Account>, id: string): Delivery {
  const found = account.deliveries.get(id)
  if (found) return found
  throw unknownIn(account.id, 'delivery', id, 'GET /_sandbox/deliveries lists its deliveries.')
}
