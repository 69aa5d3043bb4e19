import type { components } from '../../../spec/generated/sandbox.ts'
import type { Delivery, DeliveryAttempt } from '../../accounts/delivery.ts'
import type { ServiceEvent } from '../../accounts/event.ts'
import { isoTime } from '../../time/clock.ts'

type Schemas = components['schemas']

/** An event as the control API shows it. */
export function eventView({ id, type, at, campaign_id, data }: ServiceEvent): Schemas['Event'] {
  return { id, type, at: isoTime(at), campaign_id, data: { ...data } }
}

/** A delivery as the control API shows it. */
export function deliveryView(delivery: Delivery): Schemas['Delivery'] {
  const { created_at, next_attempt_at, attempts, ...rest } = delivery
  return {
    ...rest,
    created_at: isoTime(created_at),
    next_attempt_at: next_attempt_at === null ? null : isoTime(next_attempt_at),
    attempts: attempts.map(attemptView),
  }
}

/** An attempt as the control API shows it. */
export function attemptView({ at, ...attempt }: DeliveryAttempt): Schemas['Attempt'] {
  return { ...attempt, at: isoTime(at) }
}
