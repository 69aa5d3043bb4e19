import type { Delivery } from '../../accounts/delivery.ts'
import { yieldToEventLoop } from '../../time/pauses.ts'
import type { StoredEvent } from './event-log.ts'
import { type HeldRows, type RowsChange, wholeLine } from './held-rows.ts'
import { shown } from './queries.ts'

/** How many finished deliveries a snapshot keeps. */
export const FINISHED_SAVED = 1_000

/** A delivery, and the alerts that its event matched. */
export type SavedDelivery = Delivery & { alerts?: readonly string[] }

/** The pending deliveries of an account and the last finished ones with their events, one a line. */
export async function savedText(rows: HeldRows): Promise<string> {
  const all = [...rows.deliveries.values()]
  const finished = all.filter(({ status }) => status !== 'pending').slice(-FINISHED_SAVED)
  const kept = new Set(finished)
  const lines: string[] = []
  for (const held of all) {
    if (held.status !== 'pending' && !kept.has(held)) continue
    // Meanwhile it may be dropped.
    const event = rows.events.get(held.event_id)?.event
    if (event) lines.push(JSON.stringify({ ...shown(rows, held), alerts: event.alerts }))
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

/** The change that adds deliveries with their states and events. */
export function addingWhole(deliveries: readonly SavedDelivery[]): RowsChange {
  return {
    events: deliveries.map(
      ({ event_id: id, type, created_at: at, campaign_id, body, alerts = [] }): StoredEvent => {
        return { id, type, at, campaign_id, body, alerts }
      },
    ),
    deliveries: deliveries.map(wholeLine),
  }
}
