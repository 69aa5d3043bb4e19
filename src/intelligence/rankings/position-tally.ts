import type { Steps } from '../../time/steps.ts'
import { formatDay } from '../dates.ts'
import { addSums, emptySums, figuresOf, type RowSums } from '../figures.ts'
import { countDays, type Days, daysOf, horizon, type Period } from '../period.ts'
import type { DayRecord } from '../records.ts'
import type { Timeline } from '../world/timeline.ts'
import type { World } from '../world/world.ts'
import { type CampaignTally, COLUMNS, DayColumn, tallyCampaign } from './campaign-tally.ts'

export interface PositionTally {
  /** Days of the period up to today. */
  days: Days
  /** By these days and `DayColumn`. */
  series: Float64Array
  campaigns: readonly CampaignTally[]
  sums: RowSums
}

/** Adds up the rows that `rankings` would list for these campaigns, without making them. */
export function* positionSteps(
  world: World,
  timelines: readonly Timeline[],
  period: Period,
): Steps<PositionTally> {
  const days = daysOf(period)
  const series = new Float64Array(countDays(days) * COLUMNS)
  const sums = emptySums()
  const tallies: CampaignTally[] = []
  for (const timeline of timelines) {
    const tally = yield* tallyOf(world, timeline, days, horizon(period))
    for (let i = 0; i < series.length; i++) {
      series[i] = (series[i] as number) + (tally.series[i] as number)
    }
    addSums(sums, tally.sums)
    tallies.push(tally)
    yield
  }
  return { days, series, campaigns: tallies, sums }
}

/** The days of a tally, with the numbers of mentions from `chat`. */
export function seriesOf(
  { days, series }: PositionTally,
  chat: readonly { mentions: number }[],
): DayRecord[] {
  return chat.map(({ mentions }, day) => {
    const figure = (column: number) => series[day * COLUMNS + column] as number
    const rows = figure(DayColumn.rows)
    const ranked = figure(DayColumn.ranked)
    const sums = {
      rows,
      ranked,
      positions: figure(DayColumn.positions),
      weight: figure(DayColumn.weight),
      traffic: figure(DayColumn.traffic),
    }
    const distribution = {
      top_3: figure(DayColumn.top3),
      top_10: figure(DayColumn.top10),
      top_20: figure(DayColumn.top20),
      top_100: ranked,
      unranked: rows - ranked,
    }
    return { date: formatDay(days.first + day), ...figuresOf(sums, mentions), distribution }
  })
}

interface Kept {
  key: string
  /** Weak, because campaigns that are remembered would keep all worlds that they were part of. */
  world: WeakRef<World>
  sites: number
  tally: CampaignTally
}

/** The last tallies of each campaign: a dashboard is often requested again, and followed by the overview. */
const tallies = new WeakMap<Timeline, Kept[]>()
/** A period and the one that it is compared with, of the dashboard and of one other view. */
const MOST_KEPT = 4

function* tallyOf(world: World, timeline: Timeline, days: Days, now: number): Steps<CampaignTally> {
  // The checks of earlier days do not depend on the time.
  const today = timeline.checks({ first: days.last, last: days.last }, now)
  const key = `${world.seed} ${days.first} ${days.last} ${today.length} ${today.at(-1)?.at}`
  const kept = tallies.get(timeline) ?? []
  const known = kept.find((each) => each.key === key)
  if (known?.world.deref() === world) return known.tally
  const sites = sitesOf(world, timeline)
  if (known?.sites === sites) {
    known.world = new WeakRef(world)
    return known.tally
  }
  const tally = yield* tallyCampaign(world, timeline, days, now)
  const others = kept.filter((each) => each !== known).slice(1 - MOST_KEPT)
  tallies.set(timeline, [...others, { key, world: new WeakRef(world), sites, tally }])
  return tally
}

/** Identifies the sites that decide the places of a campaign's own site. */
function sitesOf(world: World, { phases }: Timeline): number {
  let sites = 0
  for (const phase of phases) sites = world.seniority(phase, sites)
  return sites
}
