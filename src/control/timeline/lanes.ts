import type { AccountHead } from '../../accounts/account.ts'
import type { Mark } from '../../accounts/mark.ts'
import type { World } from '../../intelligence/world/world.ts'
import { coveredWorld } from '../../operations/covered-campaigns.ts'
import type { DeliveryFilter } from '../../store/events/event-log.ts'
import { DAY_MS } from '../../time/duration.ts'
import { yieldToEventLoop } from '../../time/steps.ts'
import type { ControlParts } from '../parts.ts'
import type { Item, TimelineKind } from './group.ts'

export type LaneParts = Pick<ControlParts, 'store' | 'events' | 'requests'>

/** Times in epoch milliseconds of the account's clock, both ends included. */
export interface Window {
  from: number
  to: number
}

/** Everything of one kind in a window. */
export interface Lane {
  items: Item[]
  /** Total number of events, even if `items` combines several. */
  total: number
  /** Later than the window's begin if there was too much to count. */
  from: number
}

/** Runs that are looked at, of all campaigns together. */
const MOST_RUNS = 50_000
/** Events and deliveries that are read one by one; more are counted, in so many parts of the window. */
const MOST_READ = 500
const PARTS = 24

type LaneOf = (account: Readonly<AccountHead>, window: Window, parts: LaneParts) => Promise<Lane>

/** How each kind is found. */
export const LANES: Record<TimelineKind, LaneOf> = {
  clock: async ({ marks = [] }, window) =>
    laneOf(marks.filter(({ kind }) => !isOfFaults(kind)).map(clockItem), window),

  async run(account, { from, to }, { store }) {
    const { world } = await coveredWorld(account, store)
    const until = Math.min(to, account.simulated_until ?? to)
    return runsIn(world, { from, to: until })
  },

  async event({ id }, window, { events }) {
    const filter = { since: window.from, until: window.to }
    const { items, total } = await events.events(id, filter, { limit: MOST_READ, offset: 0 })
    if (total <= MOST_READ) {
      const found = items.map(({ id: ref, type, at, campaign_id: campaign }) => {
        return { type, at, campaign, ref }
      })
      return { items: found, total, from: window.from }
    }
    const counted = await countedIn(window, '', async ({ from, to }) => {
      const range = { limit: 1, offset: 0 }
      return { total: (await events.events(id, { since: from, until: to }, range)).total }
    })
    return { items: counted, total, from: window.from }
  },

  async delivery({ id }, window, { events }) {
    const count = async ({ from, to }: Window, filter: DeliveryFilter) => {
      const within = { ...filter, since: from, until: to }
      return (await events.deliveries(id, within, { limit: 1, offset: 0 })).total
    }
    const total = await count(window, {})
    if (total <= MOST_READ) {
      const filter = { since: window.from, until: window.to }
      const { items } = await events.deliveries(id, filter, { limit: MOST_READ, offset: 0 })
      const found = items.map(
        ({ id: ref, created_at: at, status, campaign_id: campaign, type }) => {
          const outcomes = { [OUTCOMES[status]]: 1 }
          return { type: 'delivery', name: type, at, campaign, ref, outcomes }
        },
      )
      return { items: found, total, from: window.from }
    }
    const counted = await countedIn(window, 'delivery', async (part) => {
      const ok = await count(part, { status: 'delivered' })
      const failed = await count(part, { status: 'failed' })
      const all = await count(part, {})
      // The rest: a delivery that ends between two counts would be in none of them.
      const counts = { ok, failed, pending: Math.max(0, all - ok - failed) }
      const outcomes = Object.fromEntries(Object.entries(counts).filter(([, found]) => found > 0))
      return { total: all, outcomes }
    })
    return { items: counted, total, from: window.from }
  },

  async fault(account, window, { requests }) {
    const { marks = [], faults } = account
    const made = marks.filter(({ kind }) => isOfFaults(kind)).map(faultItem)
    await requests.flush()
    const logged = await requests.after(0, account.id)
    const uses = logged.flatMap(({ fault, time, sequence }): Item[] =>
      fault === undefined
        ? []
        : [{ type: 'used', at: time, name: faults[fault]?.name ?? fault, ref: `req_${sequence}` }],
    )
    return laneOf([...made, ...uses], window)
  },

  async request({ id }, window, { requests }) {
    await requests.flush()
    const logged = await requests.after(0, id)
    const items = logged.map(({ sequence, time, operationId, status, method, url }): Item => {
      const outcome = status !== undefined && status < 400 ? 'ok' : 'failed'
      return {
        type: operationId ?? 'unknown',
        name: `${method} ${url.split('?', 1)[0]}`,
        at: time,
        ref: `req_${sequence}`,
        outcomes: { [outcome]: 1 },
      }
    })
    return laneOf(items, window)
  },
}

const OUTCOMES = { delivered: 'ok', failed: 'failed', pending: 'pending' } as const

function isOfFaults(kind: string): boolean {
  return kind.startsWith('fault_')
}

function clockItem({ kind: type, at, to, name, moment }: Mark): Item {
  return { type, at, ...(to !== undefined && { until: to }), name: name ?? null, moment }
}

function faultItem({ kind, at, name, fault = '' }: Mark): Item {
  return { type: kind.slice('fault_'.length), at, name: name ?? fault, ref: fault }
}

function laneOf(all: readonly Item[], { from, to }: Window): Lane {
  const items = all.filter(({ at, until = at }) => until >= from && at <= to)
  return { items, total: items.length, from }
}

/** Counts in equal parts of a window; `count` has the parts, which do not overlap. */
async function countedIn(
  { from, to }: Window,
  type: string,
  count: (part: Window) => Promise<{ total: number; outcomes?: Item['outcomes'] }>,
): Promise<Item[]> {
  const length = Math.max(1, Math.ceil((to - from + 1) / PARTS))
  const items: Item[] = []
  for (let begin = from; begin <= to; begin += length) {
    const end = Math.min(to, begin + length - 1)
    const { total, outcomes = {} } = await count({ from: begin, to: end })
    if (total > 0) items.push({ type, at: begin, until: end, count: total, outcomes })
  }
  return items
}

/** The runs of the present campaigns of a world. */
async function runsIn(world: World, { from: wanted, to }: Window): Promise<Lane> {
  const { timelines } = world
  // Hourly is the highest frequency.
  const perDay = timelines.some(({ campaign }) => campaign.frequency === 'hourly') ? 24 : 1
  const days = Math.floor(MOST_RUNS / (Math.max(1, timelines.length) * perDay))
  const from = Math.max(wanted, to - Math.max(1, days) * DAY_MS)
  const items: Item[] = []
  for (const timeline of timelines) {
    const { id, name } = timeline.campaign
    for (const { at, isFailed } of timeline.runsBetween(from, to)) {
      const outcomes = { [isFailed ? 'failed' : 'ok']: 1 }
      items.push({ type: 'run', at, name, campaign: id, outcomes })
      await yieldToEventLoop()
    }
    await yieldToEventLoop()
  }
  return { items, total: items.length, from }
}
