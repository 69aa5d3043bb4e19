import { current, isDraft } from 'immer'
import type { Account } from '../accounts/account.ts'
import { type Delivery, giveUp } from '../accounts/delivery.ts'

/** How many finished deliveries are kept. */
export const FINISHED_KEPT = 1_000
/** Limits of pending deliveries: their number, and the characters of their bodies. */
export const PENDING_KEPT = 10_000
export const PENDING_CHARACTERS = 16 * 1024 * 1024

const FILTERS = ['webhook_id', 'campaign_id', 'event_id', 'status', 'type'] as const

/** Filters of a list of deliveries. */
export type DeliveryFilter = Partial<Pick<Delivery, (typeof FILTERS)[number]>>

/** Adds deliveries to the log in a draft of an account, and drops the oldest beyond the limits. */
export function addDeliveries(account: Account, deliveries: readonly Delivery[]): void {
  for (const delivery of deliveries) account.deliveries.set(delivery.id, delivery)
  if (account.deliveries.size > FINISHED_KEPT) giveUpSurplus(account)
  trimLog(account)
}

/** Removes the oldest finished deliveries beyond FINISHED_KEPT. */
export function trimLog({ deliveries }: Account): void {
  if (deliveries.size <= FINISHED_KEPT) return

  const finished = plain(deliveries).filter(({ status }) => status !== 'pending')
  const surplus = Math.max(0, finished.length - FINISHED_KEPT)
  for (const { id } of finished.slice(0, surplus)) deliveries.delete(id)
}

/** A page of the matching deliveries, newest first, and their total. */
export function listDeliveries(
  { deliveries }: Readonly<Account>,
  filter: DeliveryFilter,
  { limit, offset }: { limit: number; offset: number },
): { items: Delivery[]; total: number } {
  const found = plain(deliveries).filter((delivery) =>
    FILTERS.every((name) => filter[name] === undefined || filter[name] === delivery[name]),
  )
  const items = found.reverse().slice(offset, offset + limit)
  return { items, total: found.length }
}

const pending = new WeakMap<Account['deliveries'], Delivery[]>()

/** The pending deliveries of a snapshot, oldest first; computed once for each snapshot. */
export function pendingDeliveries({ deliveries }: Readonly<Account>): readonly Delivery[] {
  const known = pending.get(deliveries)
  if (known) return known

  const found = plain(deliveries).filter(({ status }) => status === 'pending')
  pending.set(deliveries, found)
  return found
}

/** Gives up the oldest deliveries of the longest backlog, so that an absent receiver takes no room from others. */
function giveUpSurplus({ deliveries }: Account): void {
  const waiting = plain(deliveries).filter(({ status }) => status === 'pending')
  let count = waiting.length
  let characters = waiting.reduce((sum, { body }) => sum + body.length, 0)
  if (count <= PENDING_KEPT && characters <= PENDING_CHARACTERS) return

  const backlogs = new Map<string, Delivery[]>()
  for (const delivery of waiting) {
    const backlog = backlogs.get(delivery.webhook_id)
    if (backlog) backlog.push(delivery)
    else backlogs.set(delivery.webhook_id, [delivery])
  }
  while (count > PENDING_KEPT || characters > PENDING_CHARACTERS) {
    const longest = [...backlogs.values()].reduce((a, b) => (b.length > a.length ? b : a))
    const { id, body } = longest.shift() as Delivery
    const most =
      count > PENDING_KEPT
        ? `${PENDING_KEPT} deliveries`
        : `${PENDING_CHARACTERS} characters of deliveries`
    giveUp(deliveries.get(id) as Delivery, `More than ${most} of the account were waiting.`)
    count -= 1
    characters -= body.length
  }
}

/** In order, and without drafts: making thousands of drafts just to read takes long. */
function plain(deliveries: Account['deliveries']): Delivery[] {
  return [...(isDraft(deliveries) ? current(deliveries) : deliveries).values()]
}
