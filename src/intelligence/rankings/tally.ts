import { LRUCache } from 'lru-cache'
import type { AbortSignal } from '../../node-globals.ts'
import { yieldToEventLoop } from '../../time/pauses.ts'
import { formatDay } from '../dates.ts'
import { addRow, addSums, emptySums, figuresOf, type RowSums } from '../figures.ts'
import { countDays, daysOf, endOf, type Period } from '../period.ts'
import type { DayRecord, Distribution, Mover, Movers } from '../records.ts'
import type { Phase } from '../world/phases.ts'
import type { Timeline } from '../world/timeline.ts'
import type { World } from '../world/world.ts'
import { type Crossing, crossingIn, newest, settled } from './events.ts'
import type { TrackedKeyword } from './keywords.ts'
import { rankOf } from './position.ts'
import { changeOf } from './rankings.ts'
import { ALL_KEYWORDS, checksOf, type Row, RowReader } from './rows.ts'

/** What the rows of a period add up to. */
export interface Totals {
  /** Number of tracked keywords, even if the period has no data. */
  tracked: number
  sums: RowSums
  /** By day of the period up to today. */
  series: DayTally[]
  /** Where the keywords were on their last day. */
  distribution: Distribution
  /** How many keywords have improved, declined and stayed since their first day; entering the list is an improvement. */
  movement: { improved: number; declined: number; unchanged: number }
  movers: Movers
  /** The newest ones. */
  crossings: Crossing[]
}

interface DayTally {
  sums: RowSums
  distribution: Distribution
}

export interface CampaignTally extends Totals {
  /** Those that are tracked at the end of the period, if they have rows in it. */
  keywords: KeywordTally[]
  /** All that have rows in it, by their normalized spelling. */
  byKeyword: ReadonlyMap<string, KeywordTally>
}

export interface KeywordTally {
  /** As it is at the end of the period. */
  keyword: TrackedKeyword
  /** Position in the first and in the last row. */
  start: number | null
  end: number | null
  lastDay: number
  /** Null if it was in the list on no day. */
  best: number | null
  worst: number | null
  sums: RowSums
}

export interface AccountTally extends Totals {
  campaigns: (Pick<Totals, 'tracked' | 'sums'> & { timeline: Timeline })[]
}

/** Adds up the rows of a campaign. */
export async function tallyCampaign(
  world: World,
  timeline: Timeline,
  period: Period,
  signal?: AbortSignal,
): Promise<CampaignTally> {
  const days = daysOf(period)
  const totals = emptyTotals(period)
  const reader = new RowReader(world, timeline)
  const tallies = new Map<string, KeywordTally>()
  for (const check of checksOf(timeline, period)) {
    for (const row of await reader.readAll(check, ALL_KEYWORDS(check), signal)) {
      const { keyword, day, position, searches } = row
      const tally = tallies.get(keyword.normal)
      if (tally) addToKeyword(tally, row)
      else tallies.set(keyword.normal, firstTally(row))
      const ofDay = totals.series[day - days.first] as DayTally
      addRow(ofDay.sums, position, searches)
      addPosition(ofDay.distribution, position)
      addRow(totals.sums, position, searches)
      const crossing = crossingIn(timeline, row)
      if (crossing) totals.crossings.push(crossing)
    }
  }
  const keywords: KeywordTally[] = []
  const end = phaseAt(timeline, endOf(period))
  for (const [k, normal] of end?.keywords.entries() ?? []) {
    const tally = tallies.get(normal)
    if (!tally) continue
    tally.keyword = reader.keyword(end as Phase, k)
    keywords.push(tally)
  }
  for (const { start, end } of keywords) {
    addPosition(totals.distribution, end)
    const places = rankOf(start) - rankOf(end)
    totals.movement[places > 0 ? 'improved' : places < 0 ? 'declined' : 'unchanged']++
  }
  return {
    ...totals,
    tracked: timeline.phases.at(-1)?.keywords.length ?? 0,
    movers: moversOf(keywords.map((tally) => moverOf(timeline, tally))),
    crossings: newest(settled(totals.crossings).sort(inOrderOf(timeline.keywords))),
    keywords,
    byKeyword: tallies,
  }
}

/** Of crossings of one day to equal places, that of the keyword that was tracked first comes first. */
function inOrderOf(keywords: readonly string[]) {
  const numbers = new Map(keywords.map((normal, n) => [normal, n]))
  const numberOf = ({ row }: Crossing) => numbers.get(row.keyword.normal) as number
  return (a: Crossing, b: Crossing) => numberOf(a) - numberOf(b)
}

/** How many periods are kept: that of the dashboard and the compared one, and those of one other view. */
const MOST_KEPT = 4

/** The tallies of a period by campaign, each with what it was added up of, and their total. */
interface Kept {
  campaigns: Map<Timeline, { known: number; tally: Totals }>
  total: AccountTally
}

const kept = new WeakMap<World, LRUCache<string, Kept>>()

/** Adds up the rows of all campaigns of an account; those of a campaign again only when more of them are known. */
export async function tallyAccount(
  world: World,
  period: Period,
  signal?: AbortSignal,
): Promise<AccountTally> {
  const periods = kept.get(world) ?? new LRUCache<string, Kept>({ max: MOST_KEPT })
  kept.set(world, periods)
  const { first, last } = daysOf(period)
  const key = `${first} ${last}`
  const before = periods.get(key)
  const campaigns: Kept['campaigns'] = new Map()
  let isSame = true
  // The time decides how many checks of the last day are known, and in which state a campaign is.
  const end = endOf(period)
  for (const timeline of await world.allTimelines(signal)) {
    let known = timeline.checks({ first: last, last }, end).length
    for (const { from } of timeline.phases) if (from <= end) known++
    let each = before?.campaigns.get(timeline)
    if (each?.known !== known) {
      isSame = false
      const { keywords, byKeyword, ...tally } = await tallyCampaign(world, timeline, period, signal)
      each = { known, tally }
    }
    campaigns.set(timeline, each)
    await yieldToEventLoop(signal)
  }
  const isKept = before && isSame
  const total = isKept ? before.total : await totalOf(world, period, campaigns, signal)
  periods.set(key, { campaigns, total })
  return total
}

async function totalOf(
  world: World,
  period: Period,
  campaigns: Kept['campaigns'],
  signal: AbortSignal | undefined,
): Promise<AccountTally> {
  const total: AccountTally = { ...emptyTotals(period), campaigns: [] }
  const movers: Mover[] = []
  for (const timeline of world.timelines) {
    const { tally } = campaigns.get(timeline) as { tally: Totals }
    total.campaigns.push({ timeline, tracked: tally.tracked, sums: tally.sums })
    total.tracked += tally.tracked
    addSums(total.sums, tally.sums)
    for (const [n, { sums, distribution }] of tally.series.entries()) {
      addSums((total.series[n] as DayTally).sums, sums)
      addCounts((total.series[n] as DayTally).distribution, distribution)
    }
    addCounts(total.distribution, tally.distribution)
    addCounts(total.movement, tally.movement)
    movers.push(...tally.movers.up, ...tally.movers.down)
    total.crossings = newest([...total.crossings, ...tally.crossings])
    await yieldToEventLoop(signal)
  }
  return { ...total, movers: moversOf(movers) }
}

/** The days of a tally, with their numbers of mentions. */
export function seriesOf(
  { series }: Totals,
  period: Period,
  mentions: readonly number[],
): DayRecord[] {
  const { first } = daysOf(period)
  return series.map(({ sums, distribution }, n) => ({
    date: formatDay(first + n),
    ...figuresOf(sums, mentions[n] ?? 0),
    distribution,
  }))
}

/** How many keywords are listed in either direction. */
const LISTED_MOVERS = 5

/** The greatest moves, greatest first; of equal ones, the one that ends higher. */
export function moversOf(movers: readonly Mover[]): Movers {
  const moved = (direction: number) => {
    const gainOf = ({ start_position, position }: Mover) =>
      direction * (rankOf(start_position) - rankOf(position))
    return movers
      .filter((mover) => gainOf(mover) > 0)
      .sort((a, b) => gainOf(b) - gainOf(a) || rankOf(a.position) - rankOf(b.position))
      .slice(0, LISTED_MOVERS)
  }
  return { up: moved(1), down: moved(-1) }
}

function moverOf({ campaign }: Timeline, { keyword, start, end }: KeywordTally): Mover {
  return {
    campaign_id: campaign.id,
    campaign_name: campaign.name,
    keyword: keyword.spelled,
    position: end,
    start_position: start,
    change: changeOf(start, end),
  }
}

/** The state of a campaign at a time, epoch milliseconds. */
export function phaseAt({ phases }: Timeline, time: number): Phase | undefined {
  return phases.findLast(({ from }) => from <= time)
}

function emptyTotals(period: Period): Totals {
  return {
    tracked: 0,
    sums: emptySums(),
    series: Array.from({ length: countDays(daysOf(period)) }, () => ({
      sums: emptySums(),
      distribution: noPositions(),
    })),
    distribution: noPositions(),
    movement: { improved: 0, declined: 0, unchanged: 0 },
    movers: { up: [], down: [] },
    crossings: [],
  }
}

function noPositions(): Distribution {
  return { top_3: 0, top_10: 0, top_20: 0, top_100: 0, unranked: 0 }
}

function addPosition(distribution: Distribution, position: number | null): void {
  if (position === null) distribution.unranked++
  else {
    distribution.top_100++
    if (position <= 20) distribution.top_20++
    if (position <= 10) distribution.top_10++
    if (position <= 3) distribution.top_3++
  }
}

function addCounts<Counts extends Record<keyof Counts, number>>(sum: Counts, more: Counts): void {
  for (const name in sum) sum[name] = (sum[name] + more[name]) as Counts[typeof name]
}

function firstTally(row: Row): KeywordTally {
  const { keyword, day, position } = row
  const sums = emptySums()
  addRow(sums, position, row.searches)
  return {
    keyword,
    start: position,
    end: position,
    lastDay: day,
    best: position,
    worst: position,
    sums,
  }
}

function addToKeyword(tally: KeywordTally, { day, position, searches }: Row): void {
  tally.end = position
  tally.lastDay = day
  addRow(tally.sums, position, searches)
  if (position === null) return
  tally.best = Math.min(tally.best ?? position, position)
  tally.worst = Math.max(tally.worst ?? position, position)
}
