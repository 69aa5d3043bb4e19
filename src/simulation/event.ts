/** Ids, rows and storing of events. What happens in a run, and so its events, is in `campaign-runs.ts`. */

import type { Account, AccountHead } from '../accounts/account.ts'
import { alertLetsThrough, recordTrigger } from '../accounts/alert.ts'
import { EVENT_KINDS, type EventKind, type ServiceEvent } from '../accounts/event.ts'
import { webhookWants } from '../accounts/webhook.ts'
import type { Log } from '../log.ts'
import {
  type EventLog,
  type NewDelivery,
  type NewRows,
  noRoomReason,
  type StoredEvent,
  USUAL_LIMITS,
} from '../store/events/event-log.ts'
import { hashText, hex, mix } from '../text/hash.ts'
import { isoTime } from '../time/clock.ts'
import type { Tracing } from '../tracing/tracing.ts'

/** Numbers of events by kind. */
export type EventCounts = Record<EventKind, number>

export function noEvents(): EventCounts {
  return Object.fromEntries(EVENT_KINDS.map((kind) => [kind, 0])) as EventCounts
}

/** The JSON body that is sent and signed: type, timestamp and data, as Standard Webhooks advises. */
export function eventBody({ type, at, data }: Omit<ServiceEvent, 'id' | 'campaign_id'>): string {
  return JSON.stringify({ type, timestamp: isoTime(at), data })
}

/**
 * An identifier derived from the event: repeating a run gives the same, unless the clock was set back in between
 * (`setBack` times).
 */
export function eventId(
  { seed, setBack = 0 }: { seed: number; setBack?: number | undefined },
  ...about: readonly (string | number)[]
): string {
  const text = JSON.stringify(setBack === 0 ? about : [...about, { setBack }])
  const hash = hashText(text, mix(seed, 21))
  return `evt_${hex(hash)}${hex(hashText(text, mix(hash, 22)))}`
}

/** Whether the log keeps all events: as long as the account has a webhook, even a disabled one, or an alert. */
export function keepsEvents({ webhooks, alerts }: AccountHead): boolean {
  return Object.keys(webhooks).length > 0 || Object.keys(alerts).length > 0
}

/** Counts events in the alerts of a draft that they match. */
export function recordTriggers(
  { alerts }: AccountHead,
  events: readonly Pick<StoredEvent, 'alerts' | 'at'>[],
): void {
  for (const event of events) {
    for (const id of event.alerts) {
      const alert = alerts[id]
      if (alert) recordTrigger(alert, isoTime(event.at))
    }
  }
}

/** The rows of events, with the alerts that they match and a delivery to each active webhook that subscribes to them. */
export function rowsOf(
  account: Readonly<AccountHead>,
  events: readonly ServiceEvent[],
  keepsAll: boolean,
): NewRows {
  const active = Object.values(account.webhooks).filter(({ status }) => status === 'active')
  const alerts = Object.values(account.alerts)
  const deliveries = events.flatMap((event) => {
    const receivers = active.filter((webhook) => webhookWants(webhook, account.alerts, event))
    return receivers.map(({ id }) => deliveryOf(event.id, id))
  })
  const stored = events.map((event): StoredEvent => {
    const { id, type, at, campaign_id } = event
    const matched = alerts.filter((alert) => alertLetsThrough(alert, event)).map((it) => it.id)
    return { id, type, at, campaign_id, body: eventBody(event), alerts: matched }
  })
  return { events: stored, deliveries, keepsAll }
}

/** For deliveries that were given up because there was no room for them; undefined if there are none. */
export function noRoomWords(givenUp: number): string | undefined {
  if (givenUp === 0) return undefined
  const what = givenUp === 1 ? 'One delivery was' : `${givenUp} deliveries were`
  return `${what} given up. ${noRoomReason(USUAL_LIMITS)}`
}

/** What is needed to add events. */
export interface EventParts {
  events: EventLog
  log: Log
  tracing?: Tracing | undefined
}

/** Adds rows, as `EventLog.add`. Tells the trace of the request that causes them, and logs deliveries without room. */
export async function addRows(
  { events, log, tracing }: EventParts,
  accountId: string,
  rows: NewRows,
  change?: (account: Account) => boolean,
): Promise<number | undefined> {
  const ofDeliveries = rows.deliveries.map(({ event_id }) => event_id)
  tracing?.caused([...rows.events.map(({ id }) => id), ...ofDeliveries])
  const givenUp = await events.add(accountId, rows, change)
  const words = noRoomWords(givenUp ?? 0)
  if (words) log.notice(`Account ${accountId}: ${words}`)
  return givenUp
}

/** The same as a message of an answer. */
export function noRoomMessage(givenUp: number): { message?: string } {
  const message = noRoomWords(givenUp)
  return message === undefined ? {} : { message }
}

/** The delivery of an event to a webhook; repeating a run gives the same. */
export function deliveryOf(event_id: string, webhook_id: string): NewDelivery {
  const text = JSON.stringify([event_id, webhook_id])
  const hash = hashText(text, 23)
  return { id: `dlv_${hex(hash)}${hex(hashText(text, mix(hash, 24)))}`, event_id, webhook_id }
}

/** The settings that decide which webhooks get events. */
export function subscriptionsOf({ webhooks, alerts }: AccountHead): string {
  const wants = Object.values(webhooks).map(({ id, status, events, alerts: names }) => [
    ...[id, status, events, names],
  ])
  return JSON.stringify([wants, alerts])
}
