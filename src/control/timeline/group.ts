import type { components } from '../../../spec/generated/sandbox.ts'
import { isoTime } from '../../time/clock.ts'
import { DAY_MS, WEEK_MS } from '../../time/duration.ts'

type Schemas = components['schemas']
export type TimelineEntry = Schemas['TimelineEntry']
export type TimelineKind = Schemas['TimelineKind']
export type Outcome = 'ok' | 'failed' | 'pending'

/** One thing that happened, or several that were counted together. Times are epoch milliseconds of the account's clock. */
export interface Item {
  type: string
  at: number
  until?: number
  /** Default: 1. */
  count?: number
  name?: string | null
  outcomes?: Partial<Record<Outcome, number>>
  campaign?: string
  ref?: string
  moment?: string | undefined
}

/** A month, near enough for a chart. */
const MONTH_MS = 30 * DAY_MS

/** From the finest: the length of a group, and whether each campaign and type has its own. */
const LEVELS = [
  { length: DAY_MS, isDivided: true },
  { length: DAY_MS, isDivided: false },
  { length: WEEK_MS, isDivided: false },
  { length: MONTH_MS, isDivided: false },
]

/** The entries of one kind, oldest first: each on its own, or grouped as finely as `limit` entries allow. */
export function entriesOf(
  kind: TimelineKind,
  items: readonly Item[],
  limit: number,
): TimelineEntry[] {
  const ordered = items.toSorted((a, b) => a.at - b.at)
  if (ordered.length <= limit) return ordered.map((item, n) => entryOf(kind, item, n))
  let groups: Item[] = ordered
  for (const level of LEVELS) {
    groups = grouped(ordered, level)
    if (groups.length <= limit) break
  }
  return groups.map((group, n) => entryOf(kind, group, n))
}

function grouped(items: readonly Item[], { length, isDivided }: (typeof LEVELS)[number]): Item[] {
  const groups = new Map<string, Item>()
  for (const item of items) {
    const place = Math.floor(item.at / length)
    const key = isDivided ? `${place} ${item.campaign} ${item.type} ${item.name}` : `${place}`
    const group = groups.get(key)
    groups.set(key, group ? joined(group, item) : item)
  }
  return [...groups.values()]
}

/** Two items as one, which has what they have in common. */
function joined(a: Item, b: Item): Item {
  const outcomes = { ...a.outcomes }
  for (const [name, count] of Object.entries(b.outcomes ?? {})) {
    outcomes[name as Outcome] = (outcomes[name as Outcome] ?? 0) + count
  }
  return {
    type: a.type === b.type ? a.type : '',
    at: a.at,
    until: Math.max(a.until ?? a.at, b.until ?? b.at),
    count: (a.count ?? 1) + (b.count ?? 1),
    name: a.name === b.name ? (a.name ?? null) : null,
    outcomes,
    ...(a.campaign !== undefined && a.campaign === b.campaign && { campaign: a.campaign }),
    moment: a.moment ?? b.moment,
  }
}

function entryOf(kind: TimelineKind, item: Item, place: number): TimelineEntry {
  const { type, at, until, count = 1, name = null, outcomes = {}, campaign, ref, moment } = item
  return {
    id: `${kind}-${place}`,
    kind,
    type: type === '' ? null : type,
    at: isoTime(at),
    until: until === undefined ? null : isoTime(until),
    count,
    name,
    outcomes,
    campaign_id: campaign ?? null,
    ref: ref ?? null,
    moment: moment ?? null,
  }
}
