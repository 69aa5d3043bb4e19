import type { Delivery, DeliveryAttempt } from '../../accounts/delivery.ts'
import type { EventKind } from '../../accounts/event.ts'
import type { DeliveryKey, DeliveryRow, StoredEvent } from '../../store/events/event-log.ts'
import { restored, storable } from '../store/storable-text.ts'

/** Bytes of a row without its long texts, about. */
export const ROW_BYTES = 200

/** Columns of a delivery, `d`. */
export const DELIVERY_COLUMNS = `d.number, d.log, d.id, d.event_id, d.webhook_id, d.campaign_id, d.type, d.at, d.status,
  d.next_attempt_at, d.failure_reason, d.made, d.scheduled, d.kept, d.body_bytes`

export interface DeliveryColumns {
  number: number
  log: number
  id: string
  event_id: string
  webhook_id: string
  campaign_id: string
  type: string
  at: number
  status: Delivery['status']
  next_attempt_at: number | null
  failure_reason: string | null
  made: number
  scheduled: number
  kept: number
  body_bytes: number
}

/** Our rows and keys have the number of the row, which finds it quickest. */
export type NumberedRow = DeliveryRow & { number: number }
export type NumberedKey = DeliveryKey & { number?: number }

export function rowOf(columns: DeliveryColumns): NumberedRow {
  const { number, log, at, status, next_attempt_at, failure_reason: reason, scheduled } = columns
  return {
    ...{ id: restored(columns.id), event_id: restored(columns.event_id) },
    ...{ webhook_id: restored(columns.webhook_id), campaign_id: restored(columns.campaign_id) },
    ...{ type: columns.type as EventKind, created_at: at, status, next_attempt_at },
    ...(reason !== null && { failure_reason: restored(reason) }),
    ...{ scheduled, generation: log, number },
  }
}

/** A delivery with its body and attempts, from the rows of the event `e` and the attempts. */
export const WHOLE_COLUMNS = `${DELIVERY_COLUMNS}, e.body, e.alerts, a.texts, a.responses, a.errors`

/** Joins these rows to a delivery `d`. */
export const WHOLE_JOIN = `
  JOIN sandbox.event e ON e.number = d.event
  CROSS JOIN LATERAL (
    SELECT array_agg(value ORDER BY attempt) AS texts,
      array_agg(response_body ORDER BY attempt) AS responses, array_agg(error ORDER BY attempt) AS errors
    FROM sandbox.attempt WHERE delivery = d.number) a`

export interface WholeColumns extends DeliveryColumns {
  body: string
  alerts: string[]
  texts: string[] | null
  responses: string[] | null
  errors: (string | null)[] | null
}

export function deliveryOf(columns: WholeColumns): Delivery {
  const { scheduled: _, generation: _g, number: _n, ...row } = rowOf(columns)
  const { texts, responses, errors } = columns
  const attempts = (texts ?? []).map((text, index): DeliveryAttempt => {
    const error = errors?.[index] ?? null
    return {
      ...JSON.parse(text),
      response_body: restored(responses?.[index] ?? ''),
      error: error === null ? null : restored(error),
    }
  })
  return { ...row, body: restored(columns.body), attempts }
}

/** Columns of an event, `e`. */
export const EVENT_COLUMNS = 'e.id, e.type, e.at, e.campaign_id, e.alerts, e.body'

export interface EventColumns {
  id: string
  type: string
  at: number
  campaign_id: string
  alerts: string[]
  body: string
}

export function eventOf({ id, type, at, campaign_id, alerts, body }: EventColumns): StoredEvent {
  return {
    ...{ id: restored(id), type: type as EventKind, at, campaign_id: restored(campaign_id) },
    ...{ alerts: alerts.map(restored), body: restored(body) },
  }
}

/** An attempt as the columns hold it: value, response_body, error, is_manual, bytes. */
export function attemptColumns(attempt: DeliveryAttempt) {
  const { response_body, error, ...rest } = attempt
  const value = JSON.stringify(rest)
  const response = storable(response_body)
  return {
    value,
    response,
    error: error === null ? null : storable(error),
    manual: attempt.manual,
    bytes: ROW_BYTES + value.length + Buffer.byteLength(response) + (error?.length ?? 0),
  }
}

/** The literal of an array of texts, for arrays of them. */
export function arrayLiteral(texts: readonly string[]): string {
  const quoted = texts.map((text) => `"${storable(text).replace(/["\\]/g, '\\$&')}"`)
  return `{${quoted.join(',')}}`
}
