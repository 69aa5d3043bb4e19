import type { Campaign } from '../accounts/campaign.ts'
import { fieldOf, standingsOver } from './competitors.ts'
import { dayNumber, formatDay } from './dates.ts'
import { type Demand, demandsOf, searchesOn } from './demand.ts'
import { landingPage } from './keyword-facts.ts'
import { perCampaign } from './per-campaign.ts'
import { countDays, type Days, daysOf, type Period, trackedDays } from './period.ts'
import { positionsOver, siteOf, tracksOf } from './positions.ts'
import { serpFeatures } from './serp-features.ts'
import { normalize } from './site.ts'
import { trafficOf } from './visibility.ts'

/** Where one keyword stands on one day (§2, Ranking record, and the fields assumed beyond it). */
export interface PositionRow {
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

/** With what is known about the results page. */
export interface RankingRow extends PositionRow {
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
  const all = { offset: 0, limit: Number.POSITIVE_INFINITY }
  return rankingsPage(seed, campaign, query, all)
}

/** The positions of `rankings` alone, one row at a time, for exports that must not be held in memory. */
export function* positionRows(
  seed: number,
  campaign: Campaign,
  query: RankingQuery,
): Generator<PositionRow, undefined> {
  const plan = planOf(seed, campaign, query)
  const tracks = tracksOf(seed, campaign)
  const read = readAhead(plan, DAYS_AT_A_TIME, (days) => {
    const positionsOf = positionsOver(tracks, withDayBefore(days))
    return (k) => ({ first: days.first, positions: positionsOf(k) })
  })
  for (let day = plan.first; day <= plan.last; day++) {
    const date = formatDay(day)
    for (const k of plan.keywords) {
      const { first, positions } = read(k, day)
      yield positionRow(plan, k, day, date, positions, day - first)
    }
  }
}

/** How many rows a question has; no row is computed. */
export function countRankings(seed: number, campaign: Campaign, query: RankingQuery): number {
  const days = countDays(trackedDays(daysOf(query), campaign))
  return days * askedFor(seed, campaign, query).length
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
  const width = plans.reduce((sum, { keywords }) => sum + keywords.length, 0)
  // A page that begins in the middle of a day ends in the middle of one.
  const ahead = Math.min(DAYS_AT_A_TIME, Math.ceil(limit / Math.max(1, width)) + 1)
  const readers = plans.map((plan) => rowReader(seed, plan, ahead))
  const rows: RankingRow[] = []
  const { first, last } = daysOf(query)
  let skip = Math.max(0, offset)
  for (let day = first; day <= last && rows.length < limit; day++) {
    const date = formatDay(day)
    for (const [p, { first: start, keywords }] of plans.entries()) {
      if (day < start) continue
      const rowOf = readers[p] as RowReader
      const end = Math.min(keywords.length, skip + limit - rows.length)
      for (let k = Math.min(skip, end); k < end; k++)
        rows.push(rowOf(keywords[k] as number, day, date))
      skip -= Math.min(skip, keywords.length)
    }
  }
  return rows
}

/** How many days are computed at a time where many are read. */
const DAYS_AT_A_TIME = 92

interface Plan extends Days {
  campaign: Campaign
  /** Numbers of the keywords that are asked for, in the order of `tracksOf`. */
  keywords: readonly number[]
  /** What the rows of a keyword have in common. */
  facts: readonly KeywordFacts[]
  /** The campaign's first day. */
  start: number
}

interface KeywordFacts {
  keyword: string
  url: string
  demand: Demand
  featuresOn: (day: number) => string[]
}

const factsOf = perCampaign((seed, campaign): readonly KeywordFacts[] => {
  const site = siteOf(campaign)
  const demands = demandsOf(seed, campaign)
  return tracksOf(seed, campaign).map((track, k) => ({
    keyword: track.keyword,
    url: landingPage(seed, site, track.keyword),
    demand: demands[k] as Demand,
    featuresOn: serpFeatures(seed, track),
  }))
})

function planOf(seed: number, campaign: Campaign, query: RankingQuery): Plan {
  return {
    ...trackedDays(daysOf(query), campaign),
    campaign,
    keywords: askedFor(seed, campaign, query),
    facts: factsOf(seed, campaign),
    start: dayNumber(campaign.tracked_since),
  }
}

function askedFor(seed: number, campaign: Campaign, { keywords: only }: RankingQuery): number[] {
  const wanted = only && new Set(only.map(normalize))
  const numbers: number[] = []
  tracksOf(seed, campaign).forEach(({ keyword }, k) => {
    if (!wanted || wanted.has(normalize(keyword))) numbers.push(k)
  })
  return numbers
}

/** The row of the keyword of this number on a day. */
type RowReader = (keyword: number, day: number, date: string) => RankingRow

function rowReader(seed: number, plan: Plan, ahead: number): RowReader {
  const field = fieldOf(seed, plan.campaign)
  const read = readAhead(plan, ahead, (days) => {
    const standings = standingsOver(field, withDayBefore(days))
    return (k) => {
      const { demand } = plan.facts[k] as KeywordFacts
      return { first: days.first, places: standings(k), searches: searchesOn(demand, days) }
    }
  })
  const rivals = field.sites.slice(1)
  return (k, day, date) => {
    const { first, places, searches } = read(k, day)
    const at = day - first
    const row = positionRow(plan, k, day, date, places[0] as Uint8Array, at)
    const searched = searches[at] as number
    return {
      keyword: row.keyword,
      date,
      position: row.position,
      previous_position: row.previous_position,
      change: row.change,
      url: row.url,
      search_volume: row.search_volume,
      searches: searched / 100,
      estimated_traffic: trafficOf(searched, row.position) / 100,
      serp_features: (plan.facts[k] as KeywordFacts).featuresOn(day),
      competitors: rivals.map((domain, r) => ({
        domain,
        position: (places[r + 1] as Uint8Array)[at + 1] as number,
      })),
    }
  }
}

/** `positions` begin on the day before that of index 0. */
function positionRow(
  { facts, start }: Plan,
  k: number,
  day: number,
  date: string,
  positions: Uint8Array,
  at: number,
): PositionRow {
  const { keyword, url, demand } = facts[k] as KeywordFacts
  const position = positions[at + 1] as number
  const previous = day === start ? null : (positions[at] as number)
  return {
    keyword,
    date,
    position,
    previous_position: previous,
    change: previous === null ? null : previous - position,
    url,
    search_volume: demand.volume,
  }
}

/**
 * Computes some days of a keyword at once when one of them is asked for, since a single day costs nearly as
 * much; days must be asked for in order. `compute` is called for each run of days.
 */
function readAhead<Value>(
  plan: Plan,
  ahead: number,
  compute: (days: Days) => (keyword: number) => Value,
): (keyword: number, day: number) => Value {
  let last = Number.NEGATIVE_INFINITY
  let computed: (Value | undefined)[] = []
  let valueOf: (keyword: number) => Value
  return (keyword, day) => {
    if (day > last) {
      last = Math.min(plan.last, day + ahead - 1)
      computed = new Array(plan.facts.length)
      valueOf = compute({ first: day, last })
    }
    const known = computed[keyword] ?? valueOf(keyword)
    computed[keyword] = known
    return known
  }
}

function withDayBefore({ first, last }: Days): Days {
  return { first: first - 1, last }
}
