import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Delivery, DeliveryAttempt } from '../../src/accounts/delivery.ts'
import type { AccountStore } from '../../src/store/account-store.ts'
import type {
  EventLog,
  EventLogLimits,
  NewDelivery,
  NewRows,
  StoredEvent,
} from '../../src/store/events/event-log.ts'
import { HeldRows } from '../../src/store/events/held-rows.ts'
import { LocalEventLog } from '../../src/store/events/local-event-log.ts'
import { addingWhole } from '../../src/store/events/saved-rows.ts'
import { openFileStore } from '../../src/store/file/file-store.ts'
import { openMemoryStore } from '../../src/store/memory-store.ts'
import { createClock } from '../../src/time/clock.ts'
import { accountWith } from './records/deliveries.ts'
import { temporaryFolder } from './temporary.ts'
import { passTurns } from './turns.ts'

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

/** The log of accounts without anything else. */
export function inMemory(limits?: Partial<EventLogLimits>) {
  const held = IDS.map((id) => ({ account: bare(id), rows: new HeldRows(limits) }))
  const store = openMemoryStore({ held, limits })
  return { store, log: new LocalEventLog(store) }
}

/** The log of these accounts in a data folder, which the tests open as after a crash. */
export async function inFolder(
  limits: Partial<EventLogLimits> = {},
  { requireHeld = () => {} } = {},
) {
  const folder = temporaryFolder()
  const open = async () => {
    const lock = { requireHeld, release: async () => {} }
    const store = await openFileStore(folder, { clock: createClock({ startAt: 0 }), limits, lock })
    return { store, log: new LocalEventLog(store) }
  }
  const opened = await open()
  for (const id of IDS) await opened.store.add(bare(id))
  const reopen = async () => {
    await folded(join(folder, 'accounts'))
    return (await open()).log
  }
  return { ...opened, folder, reopenStore: open, reopen }
}

/** Resolves when no journal is being folded: a process that reads it meanwhile would miss a file that the other removes. */
async function folded(accounts: string): Promise<void> {
  await passTurns(3)
  const older = () => readdirSync(accounts).filter((name) => /\.\d+\.journal$/.test(name))
  await expect.poll(older, { timeout: 10_000 }).toEqual([])
}

const IDS = [ACCOUNT, 'acc_b', 'acc_c']
const bare = (id: string) => ({ ...accountWith([]), id, keys: {} })

/** The event with a number, at that time. */
export function eventOf(number: number, members: Partial<StoredEvent> = {}): StoredEvent {
  const id = `evt_${number}`
  const body = JSON.stringify({ type: 'ranking.changed', data: { number } })
  return {
    ...{ id, type: 'ranking.changed', at: number, campaign_id: 'cmp_a', body, alerts: [] },
    ...members,
  }
}

export function deliveryTo(webhook_id: string, { id }: { id: string }): NewDelivery {
  return { id: `dlv_${id}_${webhook_id}`, event_id: id, webhook_id }
}

/** Events with a delivery each to the webhooks. */
export function rowsWith(events: readonly StoredEvent[], webhooks = ['whk_a']): NewRows {
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

/** Adds deliveries in any state. */
export function addWhole(
  store: AccountStore,
  deliveries: readonly Delivery[],
  accountId = ACCOUNT,
): void {
  store.changeRows(accountId, addingWhole(deliveries))
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
