import type { Campaign } from '../accounts/campaign.ts'
import { dayNumber, formatDay } from './dates.ts'
import { landingPage, searchVolume } from './keyword-facts.ts'
import { countDays, type Days, daysOf, type Period, trackedDays } from './period.ts'
import { positionsOn, siteOf, type Track, tracksOf } from './positions.ts'

/** One keyword on one day (§2, Ranking record, and the fields assumed beyond it). */
export interface RankingRow {
  keyword: string
  /** `YYYY-MM-DD` */
  date: string
  /** 1 is the top, 100 the last place that is looked at. */
  position: number
  /** Of the day before; null on the first day of the campaign. */
  previous_position: number | null
  /** Places gained since the day before: positive is a rise. Null on the first day of the campaign. */
  change: number | null
  /** The page that ranks. */
  url: string
  /** Searches a month. */
  search_volume: number
}

export interface RankingQuery extends Period {
  /** Only these keywords, in any case; those that the campaign does not track match nothing. */
  keywords?: readonly string[] | undefined
}

/** Which part of a list: `offset` items are left out, then at most `limit` are given. */
export interface Slice {
  offset: number
  limit: number
}

/** All rows of a period, by date and then in the campaign's order of keywords. */
export function rankings(seed: number, campaign: Campaign, query: RankingQuery): RankingRow[] {
  return [...rankingRows(seed, campaign, query)]
}

/** As `rankings`, one row at a time, for exports that must not be held in memory. */
export function* rankingRows(
  seed: number,
  campaign: Campaign,
  query: RankingQuery,
): Generator<RankingRow, undefined> {
  const plan = planOf(seed, campaign, query)
  for (let first = plan.first; first <= plan.last; first += DAYS_AT_A_TIME) {
    const last = Math.min(plan.last, first + DAYS_AT_A_TIME - 1)
    const computed = plan.keywords.map((keyword) => positionsOn(keyword.track, first - 1, last))
    for (let day = first; day <= last; day++) {
      const date = formatDay(day)
      for (let k = 0; k < plan.keywords.length; k++) {
        yield rowOf(plan, k, day, date, computed[k] as Uint8Array, day - first)
      }
    }
  }
}

/** How many rows a question has; no row is computed. */
export function countRankings(seed: number, campaign: Campaign, query: RankingQuery): number {
  const days = countDays(trackedDays(daysOf(query), campaign))
  return days * tracksOf(seed, campaign, query.keywords).length
}

/** A slice of `rankings`; only the rows of the slice are computed. */
export function rankingsPage(
  seed: number,
  campaign: Campaign,
  query: RankingQuery,
  slice: Slice,
): RankingRow[] {
  return campaignRankingsPage(seed, [campaign], query, slice)
}

/** As `rankingsPage`, of several campaigns: by date, and then in their order. */
export function campaignRankingsPage(
  seed: number,
  campaigns: readonly Campaign[],
  query: RankingQuery,
  { offset, limit }: Slice,
): RankingRow[] {
  const plans = campaigns.map((campaign) => planOf(seed, campaign, query))
  const rows: RankingRow[] = []
  const { first, last } = daysOf(query)
  let skip = Math.max(0, offset)
  for (let day = first; day <= last && rows.length < limit; day++) {
    for (const plan of plans) {
      if (day < plan.first) continue
      const width = plan.keywords.length
      for (let k = Math.min(skip, width); k < width && rows.length < limit; k++) {
        const { track } = plan.keywords[k] as PlannedKeyword
        rows.push(rowOf(plan, k, day, formatDay(day), positionsOn(track, day - 1, day), 0))
      }
      skip -= Math.min(skip, width)
    }
  }
  return rows
}

/** How many days of positions are held while rows are given out one by one. */
const DAYS_AT_A_TIME = 92

interface PlannedKeyword {
  track: Track
  url: string
  volume: number
}

interface Plan extends Days {
  /** The campaign's first day. */
  start: number
  keywords: PlannedKeyword[]
}

function planOf(seed: number, campaign: Campaign, query: RankingQuery): Plan {
  const site = siteOf(campaign)
  const keywords = tracksOf(seed, campaign, query.keywords).map((track) => ({
    track,
    url: landingPage(seed, site, track.keyword),
    volume: searchVolume(seed, track.keyword, campaign.settings?.location),
  }))
  const days = trackedDays(daysOf(query), campaign)
  return { ...days, start: dayNumber(campaign.tracked_since), keywords }
}

/** `positions[at]` is the position of the day before, `positions[at + 1]` that of the day. */
function rowOf(
  plan: Plan,
  index: number,
  day: number,
  date: string,
  positions: Uint8Array,
  at: number,
): RankingRow {
  const { track, url, volume } = plan.keywords[index] as PlannedKeyword
  const position = positions[at + 1] as number
  const previous = day === plan.start ? null : (positions[at] as number)
  return {
    keyword: track.keyword,
    date,
    position,
    previous_position: previous,
    change: previous === null ? null : previous - position,
    url,
    search_volume: volume,
  }
}
