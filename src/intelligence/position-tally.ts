import type { Campaign } from '../accounts/campaign.ts'
import { mean } from './figures.ts'
import { countDays, type Days, daysOf, type Period, previousPeriod } from './period.ts'
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
  const series = Array.from({ length: countDays(days) }, emptySums)
  const tallies = campaigns.map((campaign) => tallyCampaign(seed, campaign, period, days, series))
  const sums = emptySums()
  const previous = emptySums()
  for (const tally of tallies) {
    add(sums, tally.sums)
    add(previous, tally.previous)
  }
  return { days, series, campaigns: tallies, sums, previous }
}

function tallyCampaign(
  seed: number,
  campaign: Campaign,
  period: Period,
  days: Days,
  series: RowSums[],
): CampaignTally {
  const tracks = tracksOf(seed, campaign)
  const tally: CampaignTally = {
    campaign,
    tracked: tracks.length,
    keywords: [],
    sums: emptySums(),
    previous: emptySums(),
  }
  const { first, last } = daysOf(period, campaign.tracked_since)
  if (first > last) {
    const before = daysOf(previousPeriod(period), campaign.tracked_since)
    return before.first > before.last ? tally : tallyPrevious(tally, tracks, before)
  }

  // The previous period ends where this one begins: one run of days covers both.
  const start = Math.min(first, daysOf(previousPeriod(period), campaign.tracked_since).first)
  const positions = new Uint8Array(last - start + 1)
  const moves = new Float64Array(positions.length)
  for (const track of tracks) {
    fillPositions(track, start, positions, moves)
    for (let i = 0; i < first - start; i++) addPosition(tally.previous, positions[i] as number)

    const sums = emptySums()
    let best = 100
    let worst = 1
    for (let day = first; day <= last; day++) {
      const position = positions[day - start] as number
      if (position < best) best = position
      if (position > worst) worst = position
      addPosition(sums, position)
      addPosition(series[day - days.first] as RowSums, position)
    }
    add(tally.sums, sums)
    tally.keywords.push({
      track,
      start: positions[first - start] as number,
      end: positions[last - start] as number,
      best,
      worst,
      sums,
    })
  }
  return tally
}

/** When the period itself lies in the future but the one before it does not. */
function tallyPrevious(tally: CampaignTally, tracks: readonly Track[], days: Days): CampaignTally {
  const positions = new Uint8Array(countDays(days))
  const moves = new Float64Array(positions.length)
  for (const track of tracks) {
    fillPositions(track, days.first, positions, moves)
    for (const position of positions) addPosition(tally.previous, position)
  }
  return tally
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

function addPosition(sums: RowSums, position: number): void {
  sums.rows++
  sums.positions += position
  sums.weight += visibilityWeight(position)
}

function add(sums: RowSums, more: RowSums): void {
  sums.rows += more.rows
  sums.positions += more.positions
  sums.weight += more.weight
}
