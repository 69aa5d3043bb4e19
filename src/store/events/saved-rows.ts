import type { Delivery, DeliveryAttempt } from '../../accounts/delivery.ts'
import type { AccountEvents } from './account-events.ts'
import type { StoredEvent } from './event-log.ts'

/** How many finished deliveries a snapshot keeps. */
export const FINISHED_SAVED = 1_000

/** A delivery, and the alerts that its event matched. */
type SavedDelivery = Delivery & { alerts?: readonly string[] }

/** The pending deliveries of an account and the last finished ones with their events, one a line. */
export function savedText(log: AccountEvents): string {
  const rows = [...log.index.rows.values()]
  const finished = rows.filter(({ status }) => status !== 'pending').slice(-FINISHED_SAVED)
  const kept = new Set(finished)
  const saved = rows.filter((row) => row.status === 'pending' || kept.has(row))
  const lines = saved.map((row) => {
    return JSON.stringify({ ...log.delivery(row), alerts: row.event.alerts })
  })
  return lines.join('\n')
}

/** Adds saved deliveries, and their events. */
export function readSaved(text: string, log: AccountEvents): void {
  const deliveries: SavedDelivery[] = text.split('\n').map((line) => JSON.parse(line))
  addWhole(deliveries, log)
}

/** Adds deliveries with their states; leaves out those that the log has. */
export function addWhole(deliveries: readonly SavedDelivery[], log: AccountEvents): void {
  const fresh = deliveries.filter(({ id }) => !log.index.rows.has(id))
  const events = fresh.map(
    ({ event_id: id, type, created_at: at, campaign_id, body, alerts = [] }): StoredEvent => {
      return { id, type, at, campaign_id, body, alerts }
    },
  )
  log.add({ events, deliveries: fresh, keepsAll: true })
  const changes = fresh.flatMap((delivery) => {
    const row = log.index.rows.get(delivery.id)
    return row ? changesOf(delivery).map((change) => ({ row, change })) : []
  })
  // One by one for each delivery: attempts are counted as they are written.
  for (const change of changes) log.change([change])
}

function changesOf({ status, next_attempt_at, failure_reason, attempts }: Delivery) {
  const state = {
    ...{ status, next_attempt_at },
    ...(failure_reason !== undefined && { failure_reason }),
  }
  const made: { attempt?: DeliveryAttempt }[] = attempts.map((attempt) => ({ attempt }))
  return [...made, {}].map((each) => ({ ...state, ...each }))
}
