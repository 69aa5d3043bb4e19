import type { AccountHead } from '../accounts/account.ts'
import { type AlertMatter, alertLetsThrough, recordTrigger } from '../accounts/alert.ts'
import { EVENT_KINDS, type EventKind } from '../accounts/event.ts'
import { webhookWants } from '../accounts/webhook.ts'
import { hashText, hex, mix } from '../intelligence/hash.ts'
import type { LateText, NewDelivery, NewEvent, NewRows } from '../store/events/event-log.ts'
import { isoTime } from '../time/clock.ts'

/** Numbers of events by kind. */
export type EventCounts = Record<EventKind, number>

export function noEvents(): EventCounts {
  return Object.fromEntries(EVENT_KINDS.map((kind) => [kind, 0])) as EventCounts
}

/** An event to be stored: what decides who gets it, and `data` that JSON writes as a `ServiceEvent` has it. */
export type NewServiceEvent = AlertMatter & {
  id: string
  at: number
  /** About the length of its body, if that may be made late: long after, `data` is still the same, and small. */
  lateLength?: number
}

/** The JSON body that is sent and signed: type, timestamp and data, as Standard Webhooks advises. */
export function eventBody({ type, at, data }: Omit<NewServiceEvent, 'id' | 'campaign_id'>): string {
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

/** Whether events of the account are all kept: as long as it has a webhook, even a disabled one, or an alert. */
export function keepsEvents({ webhooks, alerts }: AccountHead): boolean {
  return Object.keys(webhooks).length > 0 || Object.keys(alerts).length > 0
}

/** Counts events in the alerts of a draft that they match. */
export function recordTriggers(
  { alerts }: AccountHead,
  events: readonly Pick<NewEvent, 'alerts' | 'at'>[],
): void {
  for (const event of events) {
    for (const id of event.alerts) {
      const alert = alerts[id]
      if (alert) recordTrigger(alert, isoTime(event.at))
    }
  }
}

/** The rows of events: with the alerts that they match, and a delivery to each active webhook that wants them. */
export function rowsOf(
  account: Readonly<AccountHead>,
  events: readonly NewServiceEvent[],
  keepsAll: boolean,
): NewRows {
  const active = Object.values(account.webhooks).filter(({ status }) => status === 'active')
  const alerts = Object.values(account.alerts)
  const rows: NewRows & { events: NewEvent[]; deliveries: NewDelivery[] } = {
    ...{ events: [], deliveries: [], keepsAll },
  }
  for (const event of events) {
    const receivers = active.filter((webhook) => webhookWants(webhook, account.alerts, event))
    for (const { id } of receivers) rows.deliveries.push(deliveryOf(event.id, id))
    const { id, type, at, campaign_id } = event
    const matched = alerts.filter((alert) => alertLetsThrough(alert, event)).map((it) => it.id)
    const body = receivers.length > 0 ? eventBody(event) : bodyToKeep(event)
    rows.events.push({ id, type, at, campaign_id, body, alerts: matched })
  }
  return rows
}

/** The body of an event that nobody waits for. */
function bodyToKeep(event: NewServiceEvent): string | LateText {
  const { lateLength: length } = event
  return length === undefined ? eventBody(event) : new LateBody(event, length)
}

/** Smaller than an object with a closure: there are thousands. */
class LateBody implements LateText {
  readonly length: number
  readonly #event: NewServiceEvent

  constructor(event: NewServiceEvent, length: number) {
    this.#event = event
    this.length = length
  }

  make(): string {
    return eventBody(this.#event)
  }
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
