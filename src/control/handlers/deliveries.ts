import type { Delivery } from '../../accounts/delivery.ts'
import { ApiError } from '../../errors.ts'
import { unknownIn } from '../account.ts'
import type { ControlHandlers } from '../operation.ts'
import type { ControlParts } from '../parts.ts'
import { deliveryView, eventFilter } from './event-views.ts'

type Parts = Pick<ControlParts, 'dispatcher' | 'events'>

export function deliveryHandlers({ dispatcher, events }: Parts) {
  const find = async (accountId: string, id: string): Promise<Delivery> => {
    const found = await events.find(accountId, id)
    if (found) return found
    throw unknownIn(accountId, 'delivery', id, 'GET /_sandbox/deliveries lists its deliveries.')
  }

  return {
    /** GET /_sandbox/deliveries */
    async listDeliveries({ query, account }) {
      const { limit = 50, offset = 0, ...filter } = query
      const { id } = await account()
      const { items, total } = await events.deliveries(id, eventFilter(filter), { limit, offset })
      return { data: items.map(deliveryView), page: { total, limit, offset } }
    },

    /** GET /_sandbox/deliveries/{id} */
    async getDelivery({ params, account }) {
      return { data: deliveryView(await find((await account()).id, params.id)) }
    },

    /** POST /_sandbox/deliveries/resend */
    async resendDeliveries(request) {
      const { account: _, ...query } = request.query
      // Otherwise a forgotten filter would send everything again.
      if (Object.values(query).every((value) => value === undefined)) {
        const message =
          'Name a filter, such as status=failed, so that not every delivery is resent.'
        throw new ApiError('invalid_input', message)
      }
      const { id } = await request.account()
      const options = { signal: request.signal }
      const resent = await dispatcher.resendAll(id, eventFilter(query), options)
      const { delivered, failed, skipped } = resent
      return { data: { matched: delivered + failed + skipped, ...resent } }
    },

    /** POST /_sandbox/deliveries/{id}/resend */
    async resendDelivery(request) {
      const account = await request.account()
      await find(account.id, request.params.id)
      return { data: deliveryView(await dispatcher.resend(account.id, request.params.id)) }
    },
  } satisfies Partial<ControlHandlers>
}
