import type { Campaign } from '../accounts/campaign.ts'
import { type Field, fieldOf, standingsOn } from './competitors.ts'
import { dayNumber, formatDay } from './dates.ts'
import { type Demand, demandOf, searchesOn } from './demand.ts'
import { landingPage } from './keyword-facts.ts'
import { countDays, type Days, daysOf, type Period, trackedDays } from './period.ts'
import { type Track, tracksOf } from './positions.ts'
import { serpFeatures } from './serp-features.ts'
import { trafficOf } from './visibility.ts'

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
  /** Searches on that day, two decimals; fewer or more at the weekend. */
  searches: number
  /** Visits that the position earns of them by its click-through rate, two decimals. */
  estimated_traffic: number
  /** What the results page shows beside links, by the names in SERP_FEATURES. */
  serp_features: string[]
  /** Where the rivals stand that day, in the order of `competitorStandings`; never where the site itself does. */
  competitors: RivalPosition[]
}

export interface RivalPosition {
  domain: string
  position: number
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
    const computed = plan.keywords.map((_, k) => daysOfKeyword(plan, k, first, last))
    for (let day = first; day <= last; day++) {
      const date = formatDay(day)
      for (const keyword of computed) yield rowOf(plan, keyword, day, date)
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
        rows.push(rowOf(plan, daysOfKeyword(plan, k, day, day), day, formatDay(day)))
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
  demand: Demand
  featuresOn: (day: number) => string[]
}

interface Plan extends Days {
  /** The campaign's first day. */
  start: number
  keywords: PlannedKeyword[]
  field: Field
}

function planOf(seed: number, campaign: Campaign, query: RankingQuery): Plan {
  const field = fieldOf(seed, campaign, query.keywords)
  const [site = ''] = field.sites
  const keywords = field.tracks[0].map((track) => ({
    track,
    url: landingPage(seed, site, track.keyword),
    demand: demandOf(seed, track.keyword, campaign.settings?.location),
    featuresOn: serpFeatures(seed, track),
  }))
  const days = trackedDays(daysOf(query), campaign)
  return { ...days, start: dayNumber(campaign.tracked_since), keywords, field }
}

/** What rows are made of: one keyword from the day before `first` on. */
interface KeywordDays {
  planned: PlannedKeyword
  first: number
  /** By site and day, beginning the day before `first`. */
  positions: readonly Uint8Array[]
  /** In hundredths, beginning on `first`. */
  searches: Float64Array
}

function daysOfKeyword(plan: Plan, index: number, first: number, last: number): KeywordDays {
  const planned = plan.keywords[index] as PlannedKeyword
  return {
    planned,
    first,
    positions: standingsOn(plan.field, index, { first: first - 1, last }),
    searches: searchesOn(planned.demand, first, last),
  }
}

function rowOf(plan: Plan, keyword: KeywordDays, day: number, date: string): RankingRow {
  const { planned, positions, searches } = keyword
  const at = day - keyword.first
  const [own, ...rivals] = positions as [Uint8Array, ...Uint8Array[]]
  const position = own[at + 1] as number
  const previous = day === plan.start ? null : (own[at] as number)
  const searched = searches[at] as number
  return {
    keyword: planned.track.keyword,
    date,
    position,
    previous_position: previous,
    change: previous === null ? null : previous - position,
    url: planned.url,
    search_volume: planned.demand.volume,
    searches: searched / 100,
    estimated_traffic: trafficOf(searched, position) / 100,
    serp_features: planned.featuresOn(day),
    competitors: rivals.map((of, r) => ({
      domain: plan.field.sites[r + 1] as string,
      position: of[at + 1] as number,
    })),
  }
}
