import type { components } from '../../../spec/generated/sandbox.ts'
import type { Delivery, DeliveryAttempt } from '../../accounts/delivery.ts'
import type { ServiceEvent } from '../../accounts/event.ts'
import { invalidValue } from '../../errors.ts'
import type { EventFilter, StoredEvent } from '../../store/events/event-log.ts'
import { isoTime } from '../../time/clock.ts'
import { parseIsoTime } from '../../time/iso-time.ts'

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

/** A past event as clients see it. */
export function storedEventView({ at, alerts, body, ...event }: StoredEvent): Schemas['PastEvent'] {
  return { ...event, at: isoTime(at), alerts: [...alerts], data: JSON.parse(body).data, body }
}

/** Times in a query are texts. */
type QueryOf<Filter> = Omit<Filter, 'since' | 'until'> & {
  since?: string | undefined
  until?: string | undefined
}

/** The filter of a query, or of a body; throws an ApiError for an invalid time. */
export function eventFilter<Query extends QueryOf<EventFilter>>(
  { since, until, ...rest }: Query,
  part: 'query' | 'body' = 'query',
) {
  return { ...rest, since: timeOf('since', since, part), until: timeOf('until', until, part) }
}

function timeOf(
  name: string,
  text: string | undefined,
  part: 'query' | 'body',
): number | undefined {
  if (text === undefined) return undefined
  const time = parseIsoTime(text)
  if (time !== undefined) return time
  throw invalidValue(
    part,
    `/${name}`,
    `must be a time such as 2026-03-01T09:00:00Z or a date; found ${JSON.stringify(text)}`,
  )
}
