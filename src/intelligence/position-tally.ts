import type { Campaign } from '../accounts/campaign.ts'
import { type Demand, demandOf, fillSearches } from './demand.ts'
import { countDays, type Days, daysOf, type Period, previousPeriod, trackedDays } from './period.ts'
import { fillPositions, type Track, tideOf, tracksOf } from './positions.ts'
import { addSums, emptySums, type RowSums } from './row-sums.ts'
import { trafficOf, visibilityWeight } from './visibility.ts'

/** One keyword over the days of the period that have data. */
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
  series: DayTally[]
  campaigns: CampaignTally[]
  sums: RowSums
  previous: RowSums
}

export interface DayTally {
  sums: RowSums
  distribution: Distribution
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
    counts: new Uint32Array(length * PLACES),
    traffic: new Float64Array(length),
  }
  const sums = emptySums()
  const previous = emptySums()
  const tallies = campaigns.map((campaign) => {
    const tally = tallyCampaign(seed, campaign, days, before, series)
    addSums(sums, tally.sums)
    addSums(previous, tally.previous)
    return tally
  })
  return {
    days,
    series: Array.from({ length }, (_, i) => tallyOf(series, i)),
    campaigns: tallies,
    sums,
    previous,
  }
}

/** Places 1 to 100; 0 is unused. */
const PLACES = 101

/** What the days sum up to. How many keywords are in which place tells all that positions alone tell. */
interface Series {
  /** By day and place. */
  counts: Uint32Array
  /** By day, in hundredths. */
  traffic: Float64Array
}

function tallyOf({ counts, traffic }: Series, day: number): DayTally {
  const sums = { ...emptySums(), traffic: traffic[day] as number }
  const distribution = { top_3: 0, top_10: 0, top_20: 0, top_100: 0 }
  for (let place = 1; place < PLACES; place++) {
    const count = counts[day * PLACES + place] as number
    sums.rows += count
    sums.positions += count * place
    sums.weight += count * visibilityWeight(place)
    if (place === 3) distribution.top_3 = sums.rows
    else if (place === 10) distribution.top_10 = sums.rows
    else if (place === 20) distribution.top_20 = sums.rows
  }
  distribution.top_100 = sums.rows
  return { sums, distribution }
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
  if (start > end || tracks[0] === undefined) return tally

  const first = Math.max(start, days.first)
  const positions = new Uint8Array(end - start + 1)
  const workspace = {
    tide: tideOf(tracks[0], { first: start, last: end }),
    moves: new Float64Array(positions.length),
  }
  const visits = new Float64Array(positions.length)
  const current = Math.min(first - start, positions.length)
  for (const track of tracks) {
    fillPositions(track, start, positions, workspace)
    const demand = demandOf(seed, track.keyword, campaign.settings?.location)
    toVisits(fillSearches(demand, start, visits), positions)
    addSums(tally.previous, sumsOf(positions, visits, 0, current))
    if (first > end) continue

    const sums = sumsOf(positions, visits, current, positions.length)
    addSums(tally.sums, sums)
    addToSeries(series, first - days.first, positions, visits, current)
    tally.keywords.push({
      track,
      demand,
      start: positions[current] as number,
      end: positions[end - start] as number,
      ...extremesOf(positions, current),
      sums,
    })
  }
  return tally
}

/** Turns searches, in place, into the visits that the positions earn of them. */
function toVisits(searches: Float64Array, positions: Uint8Array): void {
  for (let i = 0; i < searches.length; i++) {
    searches[i] = trafficOf(searches[i] as number, positions[i] as number)
  }
}

/** Over the positions from `from` up to, but not including, `to`. */
function sumsOf(positions: Uint8Array, visits: Float64Array, from: number, to: number): RowSums {
  let places = 0
  let weight = 0
  let traffic = 0
  for (let i = from; i < to; i++) {
    const position = positions[i] as number
    places += position
    weight += visibilityWeight(position)
    traffic += visits[i] as number
  }
  return { rows: Math.max(0, to - from), positions: places, weight, traffic }
}

/** Adds the positions from `from` on to the days from `day` on. */
function addToSeries(
  { counts, traffic }: Series,
  day: number,
  positions: Uint8Array,
  visits: Float64Array,
  from: number,
): void {
  for (let i = from, d = day; i < positions.length; i++, d++) {
    const position = positions[i] as number
    const at = d * PLACES + position
    counts[at] = (counts[at] as number) + 1
    traffic[d] = (traffic[d] as number) + (visits[i] as number)
  }
}

function extremesOf(positions: Uint8Array, from: number): { best: number; worst: number } {
  let best = 100
  let worst = 1
  for (let i = from; i < positions.length; i++) {
    const position = positions[i] as number
    if (position < best) best = position
    if (position > worst) worst = position
  }
  return { best, worst }
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
