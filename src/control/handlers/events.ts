import type { ControlHandlers } from '../operation.ts'
import type { ControlParts } from '../parts.ts'
import { eventStream } from '../streams/event-stream.ts'
import { eventFilter, storedEventView } from './event-views.ts'

type Parts = Pick<
  ControlParts,
  'store' | 'events' | 'clock' | 'simulation' | 'dispatcher' | 'document'
>

export function eventHandlers(parts: Parts) {
  return {
    /** GET /_sandbox/events */
    async listEvents({ query, account }) {
      const { limit = 50, offset = 0, ...filter } = query
      const { id } = await account()
      const { items, total } = await parts.events.events(id, eventFilter(filter), { limit, offset })
      return { data: items.map(storedEventView), page: { total, limit, offset } }
    },

    /** POST /_sandbox/events */
    async triggerEvent(request) {
      const { id } = await request.account()
      const { triggerEvents } = await import('./trigger.ts')
      return triggerEvents(id, request.body, parts)
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
