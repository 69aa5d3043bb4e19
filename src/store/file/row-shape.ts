import type { DeliveryAttempt } from '../../accounts/delivery.ts'
import { EVENT_KINDS } from '../../accounts/event.ts'
import type { StoredEvent } from '../events/event-log.ts'
import type { DeliveryLine, RowsChange } from '../events/held-rows.ts'

type Check = (value: unknown) => boolean

const text: Check = (value) => typeof value === 'string'
const number: Check = (value) => typeof value === 'number'
const truth: Check = (value) => typeof value === 'boolean'
const oneOf =
  (...values: readonly unknown[]): Check =>
  (value) =>
    values.includes(value)
const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value)
const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value)
const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check)

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** An object whose members are as in the table, which has all members of the type. */
function withMembers<T>(table: Record<keyof Required<T>, Check>): Check {
  const checks = Object.entries<Check>(table)
  return (value) => isObject(value) && checks.every(([name, check]) => check(value[name]))
}

const texts: Check = (value) => isObject(value) && Object.values(value).every(text)

/** The body of an event is an object in JSON. */
function body(value: unknown): boolean {
  try {
    return isObject(JSON.parse(value as string))
  } catch {
    return false
  }
}

const event = withMembers<StoredEvent>({
  id: text,
  type: oneOf(...EVENT_KINDS),
  at: number,
  campaign_id: text,
  body,
  alerts: listOf(text),
})

const attempt = withMembers<DeliveryAttempt>({
  at: number,
  url: text,
  manual: truth,
  duration_ms: number,
  request_headers: texts,
  status: orNull(number),
  response_headers: texts,
  response_body: text,
  error: orNull(text),
})

const deliveryLine = withMembers<DeliveryLine>({
  id: text,
  event_id: optional(text),
  webhook_id: optional(text),
  status: optional(oneOf('pending', 'delivered', 'failed')),
  next_attempt_at: optional(orNull(number)),
  failure_reason: optional(text),
  attempts: optional(listOf(attempt)),
})

/** A new one names both its event and its webhook. */
function delivery(line: unknown): boolean {
  if (!deliveryLine(line)) return false
  const { event_id, webhook_id } = line as DeliveryLine
  return (event_id === undefined) === (webhook_id === undefined)
}

/** Whether a change of events and deliveries that was read has the members that it should have. */
export const isRowsChange = withMembers<RowsChange>({
  replaces: optional(oneOf(true)),
  events: optional(listOf(event)),
  deliveries: optional(listOf(delivery)),
  forward: optional(
    withMembers<NonNullable<RowsChange['forward']>>({ ms: number, latest: optional(number) }),
  ),
  drops_before: optional(number),
})
