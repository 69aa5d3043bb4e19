import type { Delivery } from '../../accounts/delivery.ts'
import { yieldToEventLoop } from '../../time/steps.ts'
import type { AccountEvents } from './account-events.ts'
import type { StoredEvent } from './event-log.ts'
import { changeText, type Text } from './lines.ts'

/** Deliveries that are added at once. */
export const ADDED_AT_ONCE = 500

/** How many finished deliveries a snapshot keeps. */
export const FINISHED_SAVED = 1_000

/** A delivery, and the alerts that its event matched. */
export type SavedDelivery = Delivery & { alerts?: readonly string[] }

/** The pending deliveries of an account and the last finished ones with their events, one a line. */
export async function savedText(log: AccountEvents): Promise<string> {
  const rows = [...log.index.rows.values()]
  const finished = rows.filter(({ status }) => status !== 'pending').slice(-FINISHED_SAVED)
  const kept = new Set(finished)
  const saved = rows.filter((row) => row.status === 'pending' || kept.has(row))
  const lines: string[] = []
  for (const row of saved) {
    // Meanwhile it may be dropped.
    if (log.index.has(row)) {
      lines.push(JSON.stringify({ ...log.delivery(row), alerts: row.event.alerts }))
    }
    await yieldToEventLoop()
  }
  return lines.join('\n')
}

/** The deliveries of `savedText`. */
export async function readSaved(text: string): Promise<SavedDelivery[]> {
  const deliveries: SavedDelivery[] = []
  for (const line of text.split('\n')) {
    deliveries.push(JSON.parse(line))
    await yieldToEventLoop()
  }
  return deliveries
}

/**
 * Adds deliveries with their states, in one write: after a crash in between, those that were delivered must not be due.
 * Leaves out those that the log has.
 */
export function addWhole(deliveries: readonly SavedDelivery[], log: AccountEvents): void {
  const fresh = deliveries.filter(({ id }) => !log.index.rows.has(id))
  const events = fresh.map(
    ({ event_id: id, type, created_at: at, campaign_id, body, alerts = [] }): StoredEvent => {
      return { id, type, at, campaign_id, body, alerts }
    },
  )
  log.add({ events, deliveries: fresh, keepsAll: true }, fresh.flatMap(changesOf))
}

function changesOf({ id, status, next_attempt_at, failure_reason, attempts }: Delivery): Text[] {
  const state = {
    ...{ status, next_attempt_at },
    ...(failure_reason !== undefined && { failure_reason }),
  }
  const made = attempts.map((attempt, index) => changeText(id, index, { ...state, attempt }))
  return [...made, changeText(id, attempts.length, state)]
}
