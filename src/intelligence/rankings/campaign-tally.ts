import type { Steps } from '../../time/steps.ts'
import { startOfDay } from '../dates.ts'
import { addSums, emptySums, type RowSums, trafficOf, visibilityWeight } from '../figures.ts'
import { countDays, type Days } from '../period.ts'
import type { Phase } from '../world/phases.ts'
import type { Check } from '../world/spans.ts'
import type { Timeline } from '../world/timeline.ts'
import type { World } from '../world/world.ts'
import { type Demand, demandsOf, fillSearches } from './demand.ts'
import { DEPTH, NO_ROW, UNRANKED } from './positions.ts'
import { Standings } from './standings.ts'
import { keywordsOf } from './tracks.ts'
import { checksBefore } from './trail.ts'

/** One keyword that is tracked at the end of the period, over the days of the period with rows. */
export interface KeywordTally {
  /** As the campaign spells it at the end. */
  keyword: string
  /** The state of the campaign at the end of the period, and the index of the keyword in it. */
  phase: Phase
  k: number
  demand: Demand
  /** Position in the first and in the last row, or UNRANKED. */
  start: number
  end: number
  /** Day of the last row. */
  lastDay: number
  /** UNRANKED if it was in the list on no day. */
  best: number
  worst: number
  sums: RowSums
}

export interface CampaignTally {
  timeline: Timeline
  /** Number of tracked keywords, even if the period has no data. */
  tracked: number
  /** Empty when the period has no data. */
  keywords: readonly KeywordTally[]
  positions: PositionTable
  /** By day of the period up to today, and by `DayColumn`. */
  series: Float64Array
  /** Sums of all rows, including those of keywords that were removed since. */
  sums: RowSums
}

/** Positions of all keywords on the days of the period up to today. */
export interface PositionTable extends Days {
  /** As last spelled, in the order of `places`. */
  keywords: readonly string[]
  /** By keyword, and by day from `first` on; NO_ROW on days without a check of the keyword. */
  places: Uint8Array
  /** By keyword, the position in its last row before the period; NO_ROW if there is none. */
  before: (world: World) => Uint8Array
}

/** The sums of each day; the steps of the distribution come last. */
export const DayColumn = {
  positions: 0,
  weight: 1,
  traffic: 2,
  top3: 3,
  top10: 4,
  top20: 5,
  ranked: 6,
  rows: 7,
}
export const COLUMNS = 8

/** Adds up the rows of a campaign up to `now` (epoch ms), without making them. */
export function* tallyCampaign(
  world: World,
  timeline: Timeline,
  days: Days,
  now: number,
): Steps<CampaignTally> {
  const { seed } = world
  const { first, last } = days
  const width = countDays(days)
  const numbers = new Map(timeline.keywords.map((normal, n) => [normal, n]))
  const table = new Uint8Array(width * numbers.size).fill(NO_ROW)
  const series = new Float64Array(width * COLUMNS)
  const sums = Array.from(numbers, emptySums)
  for (const run of runsAmong(timeline.checks(days, now))) {
    const { phase } = run
    const standings = new Standings(world, phase, run)
    const demands = demandsOf(seed, phase.campaign)
    const places = new Uint8Array(countDays(run))
    const searches = new Int32Array(places.length)
    for (const [k, normal] of keywordsOf(seed, phase.campaign).normal.entries()) {
      yield
      const n = numbers.get(normal) as number
      standings.fillOwn(k, places, 0)
      fillSearches(demands[k] as Demand, run.first, searches)
      for (const { day, only } of run.checks) {
        if (only && !only.has(normal)) continue
        const position = places[day - run.first] as number
        table[n * width + day - first] = position
        const visits = trafficOf(searches[day - run.first] as number, position)
        addToSeries(series, (day - first) * COLUMNS, position, visits)
        addToSums(sums[n] as RowSums, position, visits)
      }
    }
  }
  const total = emptySums()
  for (const each of sums) addSums(total, each)
  const keywords: KeywordTally[] = []
  const phase = phaseAt(timeline, Math.min(now, startOfDay(last + 1) - 1))
  if (phase && total.rows > 0) {
    const { normal, spelled } = keywordsOf(seed, phase.campaign)
    const demands = demandsOf(seed, phase.campaign)
    for (const [k, keyword] of spelled.entries()) {
      const n = numbers.get(normal[k] as string) as number
      const of = sums[n] as RowSums
      if (of.rows === 0) continue
      const places = table.subarray(n * width, (n + 1) * width)
      const demand = demands[k] as Demand
      keywords.push({ keyword, phase, k, demand, sums: of, ...extremesOf(places, first) })
    }
  }
  return {
    timeline,
    tracked: keywordsOf(seed, timeline.campaign).normal.length,
    keywords,
    positions: {
      first,
      last,
      keywords: spelledIn(seed, timeline),
      places: table,
      before: positionsBefore(timeline, first),
    },
    series,
    sums: total,
  }
}

/** The keywords of all phases, in the order of `timeline.keywords`. */
function spelledIn(seed: number, { phases, keywords }: Timeline): string[] {
  const spelled = new Map<string, string>()
  for (const { campaign } of phases) {
    const of = keywordsOf(seed, campaign)
    for (const [k, normal] of of.normal.entries()) spelled.set(normal, of.spelled[k] as string)
  }
  return keywords.map((normal) => spelled.get(normal) as string)
}

/** Computed when an event needs it, and once. A kept tally must not hold the world: worlds would keep each other. */
function positionsBefore(timeline: Timeline, day: number): (world: World) => Uint8Array {
  let known: Uint8Array | undefined
  return (world) => {
    if (known) return known
    const { keywords } = timeline
    const numbers = new Map(keywords.map((normal, n) => [normal, n]))
    const time = startOfDay(day)
    known = new Uint8Array(keywords.length).fill(NO_ROW)
    for (const { at, keywords: found } of checksBefore(
      world.seed,
      timeline,
      time,
      new Set(keywords),
    )) {
      const standings = new Standings(world, at.phase, { first: at.day, last: at.day })
      const { indexes } = keywordsOf(world.seed, at.phase.campaign)
      for (const normal of found) {
        standings.fillOwn(indexes.get(normal) as number, known, numbers.get(normal) as number)
      }
    }
    return known
  }
}

interface Run extends Days {
  phase: Phase
  checks: Check[]
}

/** Divides checks by the state of the campaign. */
export function runsAmong(checks: readonly Check[]): Run[] {
  const runs: Run[] = []
  for (const check of checks) {
    const { phase, day } = check
    const run = runs.at(-1)
    if (run?.phase === phase) {
      run.checks.push(check)
      run.last = day
    } else runs.push({ phase, first: day, last: day, checks: [check] })
  }
  return runs
}

/** The state of a campaign at a time, epoch milliseconds. */
export function phaseAt({ phases }: Timeline, time: number): Phase | undefined {
  return phases.findLast(({ from }) => from <= time)
}

function extremesOf(places: Uint8Array, first: number) {
  let [start, end, lastDay, best, worst] = [NO_ROW, NO_ROW, first, DEPTH + 1, UNRANKED]
  for (let i = 0; i < places.length; i++) {
    const position = places[i] as number
    if (position === NO_ROW) continue
    if (start === NO_ROW) start = position
    end = position
    lastDay = first + i
    if (position === UNRANKED) continue
    if (position < best) best = position
    if (position > worst) worst = position
  }
  return { start, end, lastDay, best: best > DEPTH ? UNRANKED : best, worst }
}

function addToSums(sums: RowSums, position: number, visits: number): void {
  sums.rows++
  if (position === UNRANKED) return
  sums.ranked++
  sums.positions += position
  sums.weight += visibilityWeight(position)
  sums.traffic += visits
}

/** Adds a row to its day, which begins at `index`. */
function addToSeries(series: Float64Array, index: number, position: number, visits: number): void {
  add(series, index + DayColumn.rows, 1)
  if (position === UNRANKED) return
  add(series, index + DayColumn.ranked, 1)
  add(series, index + DayColumn.positions, position)
  add(series, index + DayColumn.weight, visibilityWeight(position))
  add(series, index + DayColumn.traffic, visits)
  if (position > 20) return
  add(series, index + DayColumn.top20, 1)
  if (position > 10) return
  add(series, index + DayColumn.top10, 1)
  if (position <= 3) add(series, index + DayColumn.top3, 1)
}

function add(sums: Float64Array, index: number, amount: number): void {
  sums[index] = (sums[index] as number) + amount
}
