import type { Skips } from './event-log.ts'
import type { HeldDelivery, HeldRows } from './held-rows.ts'

/** When the next attempt of an unclaimed delivery is due. */
export function nextDue(rows: HeldRows, skips: Skips = () => false): number | undefined {
  let earliest: number | undefined
  for (const { id, webhook_id, next_attempt_at } of rows.pending.values()) {
    const at = next_attempt_at ?? 0
    if (earliest !== undefined && at >= earliest) continue
    if (!rows.claimed.has(id) && !skips(webhook_id)) earliest = at
  }
  return earliest
}

/** Claims deliveries that are due: webhooks in turns, those of each in the order of their times. */
export function claim(
  rows: HeldRows,
  {
    until,
    limit,
    skips = () => false,
  }: { until: number; limit: number; skips?: Skips | undefined },
): HeldDelivery[] {
  const claimed: HeldDelivery[] = []
  let backlogs = [...dueByWebhook(rows, until, skips).values()]
  for (let turn = 0; backlogs.length > 0; turn += 1) {
    backlogs = backlogs.filter((due) => turn < due.length)
    for (const due of backlogs) {
      if (claimed.length >= limit) return claimed
      const delivery = due[turn] as HeldDelivery
      rows.claimed.add(delivery.id)
      claimed.push(delivery)
    }
  }
  return claimed
}

/** In the order of their times, and of their events where these are equal. */
function dueByWebhook(rows: HeldRows, until: number, skips: Skips): Map<string, HeldDelivery[]> {
  const due = [...rows.pending.values()]
    .filter(({ id, next_attempt_at }) => (next_attempt_at ?? 0) <= until && !rows.claimed.has(id))
    .filter(({ webhook_id }) => !skips(webhook_id))
    .sort((a, b) => (a.next_attempt_at ?? 0) - (b.next_attempt_at ?? 0))
  const backlogs = new Map<string, HeldDelivery[]>()
  for (const delivery of due) {
    const backlog = backlogs.get(delivery.webhook_id)
    if (backlog) backlog.push(delivery)
    else backlogs.set(delivery.webhook_id, [delivery])
  }
  return backlogs
}

/** Deliveries of a webhook that wait and are not under way. */
export function waitingOf(rows: HeldRows, webhookId: string): HeldDelivery[] {
  return [...rows.pending.values()].filter(
    ({ id, webhook_id }) => webhook_id === webhookId && !rows.claimed.has(id),
  )
}
