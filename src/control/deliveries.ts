import type { components } from '../../spec/generated/sandbox.ts'
import type { Account } from '../accounts/account.ts'
import type { Delivery, DeliveryAttempt } from '../accounts/delivery.ts'
import { ApiError } from '../errors.ts'
import { isoTime } from '../time/clock.ts'
import { listDeliveries as matching } from '../webhooks/delivery-log.ts'
import type { ControlHandler } from './operation.ts'

type View = components['schemas']['Delivery']

/** GET /_sandbox/deliveries */
export const listDeliveries: ControlHandler<'listDeliveries'> = async ({ query, account }) => {
  const { limit = 50, offset = 0, ...filter } = query
  const { items, total } = matching(await account(), filter, { limit, offset })
  return { data: items.map(deliveryView), page: { total, limit, offset } }
}

/** GET /_sandbox/deliveries/{id} */
export const getDelivery: ControlHandler<'getDelivery'> = async ({ params, account }) => ({
  data: deliveryView(findDelivery(await account(), params.id)),
})

/** POST /_sandbox/deliveries/{id}/resend */
export const resendDelivery: ControlHandler<'resendDelivery'> = async (request, { dispatcher }) => {
  const account = await request.account()
  findDelivery(account, request.params.id)
  return { data: deliveryView(await dispatcher.resend(account.id, request.params.id)) }
}

function findDelivery(account: Readonly<Account>, id: string): Delivery {
  const found = account.deliveries.get(id)
  if (found) return found
  throw new ApiError(
    'unknown_resource',
    `Account ${account.id} has no delivery ${JSON.stringify(id.slice(0, 80))}. GET /_sandbox/deliveries lists those there are.`,
  )
}

function deliveryView(delivery: Delivery): View {
  const { created_at, next_attempt_at, attempts, ...rest } = delivery
  return {
    ...rest,
    created_at: isoTime(created_at),
    next_attempt_at: next_attempt_at === null ? null : isoTime(next_attempt_at),
    attempts: attempts.map(attemptView),
  }
}

export function attemptView({ at, ...attempt }: DeliveryAttempt): components['schemas']['Attempt'] {
  return { ...attempt, at: isoTime(at) }
}
