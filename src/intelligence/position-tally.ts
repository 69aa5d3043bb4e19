import type { Campaign } from '../accounts/campaign.ts'
import { mean } from './figures.ts'
import { countDays, type Days, daysOf, type Period, previousPeriod, trackedDays } from './period.ts'
import { fillPositions, type Track, tracksOf } from './positions.ts'
import { visibilityOf, visibilityWeight } from './visibility.ts'

/** Sums over ranking rows, integers all, so that every average made of them is exact. */
export interface RowSums {
  rows: number
  /** Of positions. */
  positions: number
  /** Of visibility weights. */
  weight: number
}

/** One keyword over the days of the period that have data. */
export interface KeywordTally {
  track: Track
  /** Position on the first and on the last day. */
  start: number
  end: number
  best: number
  worst: number
  sums: RowSums
}

export interface CampaignTally {
  campaign: Campaign
  /** Keywords that the campaign tracks, whether or not the period has data. */
  tracked: number
  /** Empty when the period has no data. */
  keywords: KeywordTally[]
  sums: RowSums
  /** Of the previous period. */
  previous: RowSums
}

export interface PositionTally {
  /** Days of the period that have happened. */
  days: Days
  /** One for each of these days. */
  series: RowSums[]
  campaigns: CampaignTally[]
  sums: RowSums
  previous: RowSums
}

/** Keywords by how far up they are; each step contains the ones before. */
export interface Distribution {
  top_3: number
  top_10: number
  top_20: number
  top_100: number
}

/** Adds up the rows that `rankings` would list for these campaigns, without making the rows. */
export function tallyPositions(
  seed: number,
  campaigns: readonly Campaign[],
  period: Period,
): PositionTally {
  const days = daysOf(period)
  const before = daysOf(previousPeriod(period))
  const length = countDays(days)
  const series: Series = {
    rows: new Int32Array(length),
    positions: new Float64Array(length),
    weight: new Float64Array(length),
  }
  const sums = emptySums()
  const previous = emptySums()
  const tallies = campaigns.map((campaign) => {
    const tally = tallyCampaign(seed, campaign, days, before, series)
    add(sums, tally.sums)
    add(previous, tally.previous)
    return tally
  })
  return {
    days,
    series: Array.from({ length }, (_, i) => sumsOn(series, i)),
    campaigns: tallies,
    sums,
    previous,
  }
}

/** Sums by day, as columns. */
interface Series {
  rows: Int32Array
  positions: Float64Array
  weight: Float64Array
}

function sumsOn({ rows, positions, weight }: Series, i: number): RowSums {
  return {
    rows: rows[i] as number,
    positions: positions[i] as number,
    weight: weight[i] as number,
  }
}

function tallyCampaign(
  seed: number,
  campaign: Campaign,
  days: Days,
  before: Days,
  series: Series,
): CampaignTally {
  const tracks = tracksOf(seed, campaign)
  const tally: CampaignTally = {
    campaign,
    tracked: tracks.length,
    keywords: [],
    sums: emptySums(),
    previous: emptySums(),
  }
  // The previous period ends where this one begins: one run of days covers both.
  const start = trackedDays(before, campaign).first
  const end = countDays(days) > 0 ? days.last : before.last
  if (start > end) return tally

  const first = Math.max(start, days.first)
  const positions = new Uint8Array(end - start + 1)
  const moves = new Float64Array(positions.length)
  for (const track of tracks) {
    fillPositions(track, start, positions, moves)
    add(tally.previous, sumsOf(positions, Math.min(first - start, positions.length)))
    if (first > end) continue

    const sums = { rows: end - first + 1, positions: 0, weight: 0 }
    let best = 100
    let worst = 1
    for (let i = first - start; i < positions.length; i++) {
      const position = positions[i] as number
      const weight = visibilityWeight(position)
      const day = i + start - days.first
      series.rows[day] = (series.rows[day] as number) + 1
      series.positions[day] = (series.positions[day] as number) + position
      series.weight[day] = (series.weight[day] as number) + weight
      sums.positions += position
      sums.weight += weight
      if (position < best) best = position
      if (position > worst) worst = position
    }
    add(tally.sums, sums)
    tally.keywords.push({
      track,
      start: positions[first - start] as number,
      end: positions[end - start] as number,
      best,
      worst,
      sums,
    })
  }
  return tally
}

/** Over the first `count` positions. */
function sumsOf(positions: Uint8Array, count: number): RowSums {
  const sums = { rows: count, positions: 0, weight: 0 }
  for (let i = 0; i < count; i++) {
    sums.positions += positions[i] as number
    sums.weight += visibilityWeight(positions[i] as number)
  }
  return sums
}

export function emptySums(): RowSums {
  return { rows: 0, positions: 0, weight: 0 }
}

export function averageOf(sums: RowSums): number | null {
  return mean(sums.positions, sums.rows)
}

export function visibilityOfSums(sums: RowSums): number | null {
  return visibilityOf(sums.weight, sums.rows)
}

/** Where the keywords stand on the last day. */
export function distributionOf(keywords: readonly KeywordTally[]): Distribution {
  const upTo = (limit: number) => keywords.filter(({ end }) => end <= limit).length
  return { top_3: upTo(3), top_10: upTo(10), top_20: upTo(20), top_100: upTo(100) }
}

/** How many keywords stand higher, lower and level on the last day compared with the first. */
export function movementOf(keywords: readonly KeywordTally[]) {
  const improved = keywords.filter(({ start, end }) => end < start).length
  const declined = keywords.filter(({ start, end }) => end > start).length
  return { improved, declined, unchanged: keywords.length - improved - declined }
}

function add(sums: RowSums, more: RowSums): void {
  sums.rows += more.rows
  sums.positions += more.positions
  sums.weight += more.weight
}
