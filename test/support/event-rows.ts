import type { Delivery, DeliveryAttempt } from '../../src/accounts/delivery.ts'
import type {
  EventLog,
  EventLogLimits,
  NewDelivery,
  NewEvent,
  NewRows,
  StoredEvent,
} from '../../src/store/events/event-log.ts'
import { LocalEventLog } from '../../src/store/events/local-event-log.ts'
import { temporaryFolder } from './temporary.ts'

export const ACCOUNT = 'acc_a'
export const WHOLE = { limit: 1_000_000, offset: 0 }

/** An event log that can be opened again, as after a crash. */
export interface OpenLog {
  log: EventLog
  /** The folder of the logs, if they are in files. */
  folder?: string
  /** Opens the same rows without closing the log before; undefined for a log in memory. */
  reopen?: () => Promise<EventLog>
}

export function inMemory(limits?: Partial<EventLogLimits>): OpenLog {
  return { log: new LocalEventLog(undefined, limits) }
}

export function inFolder(limits?: Partial<EventLogLimits>): OpenLog {
  const folder = temporaryFolder()
  const opened = { folder, log: new LocalEventLog(folder, limits) }
  const reopen = async () => {
    // Nothing is written at the end, so this is as after a crash.
    await opened.log.close()
    opened.log = new LocalEventLog(folder, limits)
    return opened.log
  }
  return { ...opened, reopen }
}

/** The event with a number, at that time. */
export function eventOf(number: number, members: Partial<StoredEvent> = {}): StoredEvent {
  const id = `evt_${number}`
  const body = JSON.stringify({ type: 'ranking.changed', data: { number } })
  return {
    ...{ id, type: 'ranking.changed', at: number, campaign_id: 'cmp_a', body, alerts: [] },
    ...members,
  }
}

/** The same event with a lazy body of this approximate length. */
export function withLazyBody(event: StoredEvent, length = event.body.length): NewEvent {
  return { ...event, body: { length, build: () => event.body } }
}

export function deliveryTo(webhook_id: string, { id }: { id: string }): NewDelivery {
  return { id: `dlv_${id}_${webhook_id}`, event_id: id, webhook_id }
}

/** Events with a delivery each to the webhooks. */
export function rowsWith(events: readonly NewEvent[], webhooks = ['whk_a']): NewRows {
  const deliveries = events.flatMap((event) => webhooks.map((id) => deliveryTo(id, event)))
  return { events, deliveries, keepsAll: true }
}

/** The events with these numbers, each with a delivery to `whk_a`. */
export function rowsOf(...numbers: number[]): NewRows {
  return rowsWith(numbers.map((number) => eventOf(number)))
}

/** As `deliveryTo`, of the event with this number. */
export function idOf(number: number, webhookId = 'whk_a'): string {
  return deliveryTo(webhookId, eventOf(number)).id
}

export function attemptAt(at: number, members: Partial<DeliveryAttempt> = {}): DeliveryAttempt {
  return {
    ...{ at, url: 'http://localhost/hook', manual: false, duration_ms: 3, request_headers: {} },
    ...{ status: 500, response_headers: {}, response_body: 'No.', error: 'It answered 500.' },
    ...members,
  }
}

/** Changes deliveries by id. */
export async function changeTo(
  log: EventLog,
  ids: readonly string[],
  change: Partial<Delivery> & { attempt?: DeliveryAttempt },
): Promise<number> {
  const rows = await Promise.all(ids.map((id) => log.row(ACCOUNT, { id })))
  const { status = 'delivered', next_attempt_at = null, failure_reason, attempt } = change
  const keys = rows.filter((row) => row !== undefined)
  return log.change(ACCOUNT, keys, () => ({
    ...{ status, next_attempt_at, ...(failure_reason !== undefined && { failure_reason }) },
    ...(attempt && { attempt }),
  }))
}

/** The ids of all deliveries, newest first. */
export async function deliveryIds(log: EventLog): Promise<string[]> {
  return (await log.deliveries(ACCOUNT, {}, WHOLE)).items.map(({ id }) => id)
}

/** Everything that can be seen. */
export async function shownBy(log: EventLog) {
  const { items: deliveries } = await log.deliveries(ACCOUNT, {}, WHOLE)
  const { items: events } = await log.events(ACCOUNT, {}, WHOLE)
  return { deliveries, events, pending: await log.pending(ACCOUNT) }
}
