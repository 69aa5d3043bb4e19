import type { Campaign } from '../../accounts/campaign.ts'
import type { Steps } from '../../time/steps.ts'
import { formatDay } from '../dates.ts'
import {
  addRow,
  addSums,
  emptySums,
  figuresOf,
  type RowSums,
  trafficOf,
  visibilityWeight,
} from '../figures.ts'
import {
  countDays,
  type Days,
  daysOf,
  type Period,
  previousPeriod,
  trackedDays,
} from '../period.ts'
import type { DayRecord } from '../records.ts'
import { type Demand, demandsOf, fillSearches } from './demand.ts'
import { positionFiller } from './positions.ts'
import { type Track, tracksOf } from './tracks.ts'

/** One keyword over the days of the period with data. */
export interface KeywordTally {
  track: Track
  demand: Demand
  /** Position on the first and on the last day. */
  start: number
  end: number
  best: number
  worst: number
  sums: RowSums
}

export interface CampaignTally {
  campaign: Campaign
  /** Number of tracked keywords, even if the period has no data. */
  tracked: number
  /** Empty when the period has no data. */
  keywords: readonly KeywordTally[]
  positions: PositionTable
  /** By day of the period up to today, and by `DayColumn`. */
  series: Float64Array
  sums: RowSums
  /** Of the previous period. */
  previous: RowSums
}

/** Positions of all keywords on the days of the previous and this period with data. */
export interface PositionTable extends Days {
  /** By keyword, and by day from `first` on. */
  places: Uint8Array
}

export interface PositionTally {
  /** Days of the period up to today. */
  days: Days
  /** By these days and `DayColumn`. */
  series: Float64Array
  campaigns: readonly CampaignTally[]
  sums: RowSums
  previous: RowSums
}

/** The sums of each day; the steps of the distribution come last. */
const DayColumn = { positions: 0, weight: 1, traffic: 2, top3: 3, top10: 4, top20: 5, rows: 6 }
const COLUMNS = 7

/** Adds up the rows that `rankings` would list for these campaigns, without making them. */
export function* positionSteps(
  seed: number,
  campaigns: readonly Campaign[],
  period: Period,
): Steps<PositionTally> {
  const days = daysOf(period)
  const before = daysOf(previousPeriod(period))
  const series = new Float64Array(countDays(days) * COLUMNS)
  const sums = emptySums()
  const previous = emptySums()
  const tallies: CampaignTally[] = []
  for (const campaign of campaigns) {
    const tally = yield* tallyOf(seed, campaign, days, before)
    for (let i = 0; i < series.length; i++) {
      series[i] = (series[i] as number) + (tally.series[i] as number)
    }
    addSums(sums, tally.sums)
    addSums(previous, tally.previous)
    tallies.push(tally)
    yield
  }
  return { days, series, campaigns: tallies, sums, previous }
}

/** The days of a tally, with the numbers of mentions from `chat`. */
export function seriesOf(
  { days, series }: PositionTally,
  chat: readonly { mentions: number }[],
): DayRecord[] {
  return chat.map(({ mentions }, day) => {
    const figure = (column: number) => series[day * COLUMNS + column] as number
    const rows = figure(DayColumn.rows)
    const sums = {
      rows,
      positions: figure(DayColumn.positions),
      weight: figure(DayColumn.weight),
      traffic: figure(DayColumn.traffic),
    }
    const distribution = {
      top_3: figure(DayColumn.top3),
      top_10: figure(DayColumn.top10),
      top_20: figure(DayColumn.top20),
      top_100: rows,
    }
    return { date: formatDay(days.first + day), ...figuresOf(sums, mentions), distribution }
  })
}

/** The last tally of each campaign: a dashboard is often requested again, and followed by the overview. */
const tallies = new WeakMap<Campaign, { key: string; tally: CampaignTally }>()

function* tallyOf(
  seed: number,
  campaign: Campaign,
  days: Days,
  before: Days,
): Steps<CampaignTally> {
  const key = `${seed} ${before.first} ${before.last} ${days.first} ${days.last}`
  const known = tallies.get(campaign)
  if (known?.key === key) return known.tally
  const tally = yield* tallyCampaign(seed, campaign, days, before)
  tallies.set(campaign, { key, tally })
  return tally
}

function* tallyCampaign(
  seed: number,
  campaign: Campaign,
  days: Days,
  before: Days,
): Steps<CampaignTally> {
  const tracks = tracksOf(seed, campaign)
  // The previous period ends where this one begins, so one series of days covers both.
  const { first } = trackedDays(before, campaign)
  const last = countDays(days) > 0 ? days.last : before.last
  const width = countDays({ first, last })
  const places = new Uint8Array(width * tracks.length)
  const series = new Float64Array(countDays(days) * COLUMNS)
  const keywords: KeywordTally[] = []
  const sums = emptySums()
  const previous = emptySums()

  const demands = width > 0 ? demandsOf(seed, campaign) : []
  const fillPositions = positionFiller(tracks, { first, last })
  const searches = new Int32Array(width)
  const current = Math.min(Math.max(days.first, first) - first, width)
  const ofDay = (Math.max(days.first, first) - days.first) * COLUMNS
  for (const [k, demand] of demands.entries()) {
    yield
    const at = k * width
    fillPositions(k, places, at)
    fillSearches(demand, first, searches)
    for (let i = 0; i < current; i++) {
      addRow(previous, places[at + i] as number, searches[i] as number)
    }
    if (current === width) continue

    const keyword = {
      track: tracks[k] as Track,
      demand,
      start: places[at + current] as number,
      end: places[at + width - 1] as number,
      best: 100,
      worst: 1,
      sums: emptySums(),
    }
    addToSeries(series, ofDay, keyword, places, at, searches, current)
    addSums(sums, keyword.sums)
    keywords.push(keyword)
  }
  return {
    campaign,
    tracked: tracks.length,
    keywords,
    positions: { first, last, places },
    series,
    sums,
    previous,
  }
}

/** Adds the days from `from` on to the keyword, and to the series from `index` on. */
function addToSeries(
  series: Float64Array,
  index: number,
  keyword: KeywordTally,
  places: Uint8Array,
  at: number,
  searches: Int32Array,
  from: number,
): void {
  let { best, worst } = keyword
  let [positions, weights, visits] = [0, 0, 0]
  for (let i = from, d = index; i < searches.length; i++, d += COLUMNS) {
    const position = places[at + i] as number
    const weight = visibilityWeight(position)
    const traffic = trafficOf(searches[i] as number, position)
    if (position < best) best = position
    if (position > worst) worst = position
    positions += position
    weights += weight
    visits += traffic
    add(series, d + DayColumn.rows, 1)
    add(series, d + DayColumn.positions, position)
    add(series, d + DayColumn.weight, weight)
    add(series, d + DayColumn.traffic, traffic)
    if (position > 20) continue
    add(series, d + DayColumn.top20, 1)
    if (position > 10) continue
    add(series, d + DayColumn.top10, 1)
    if (position <= 3) add(series, d + DayColumn.top3, 1)
  }
  keyword.best = best
  keyword.worst = worst
  addSums(keyword.sums, {
    rows: searches.length - from,
    positions,
    weight: weights,
    traffic: visits,
  })
}

function add(sums: Float64Array, index: number, amount: number): void {
  sums[index] = (sums[index] as number) + amount
}
