import type { Campaign } from '../accounts/campaign.ts'
import { inOneGo, type Steps } from '../time/steps.ts'
import { fieldOf, standingsOver } from './competitors.ts'
import { formatDay } from './dates.ts'
import { searchesOn } from './demand.ts'
import { daysOf } from './period.ts'
import {
  DAYS_AT_A_TIME,
  type KeywordFacts,
  type Plan,
  type PositionRow,
  planOf,
  positionRow,
  type RankingQuery,
  readAhead,
  withDayBefore,
} from './position-rows.ts'
import { trafficOf } from './visibility.ts'

/** A ranking record with what is known about its results page. */
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

/** A slice of `rankings`; only the rows of the slice are computed. */
export function rankingsPage(
  seed: number,
  campaign: Campaign,
  query: RankingQuery,
  slice: Slice,
): RankingRow[] {
  return inOneGo(rankingPageSteps(seed, [campaign], query, slice))
}

/** As `rankingsPage`, of several campaigns: by date, and then in their order. */
export function* rankingPageSteps(
  seed: number,
  campaigns: readonly Campaign[],
  query: RankingQuery,
  { offset, limit }: Slice,
): Steps<RankingRow[]> {
  const plans = campaigns.map((campaign) => planOf(seed, campaign, query))
  const width = plans.reduce((sum, { keywords }) => sum + keywords.length, 0)
  // A page that begins in the middle of a day ends in the middle of one.
  const ahead = Math.min(DAYS_AT_A_TIME, Math.ceil(limit / Math.max(1, width)) + 1)
  const readers = plans.map((plan) => rowReader(seed, plan, ahead))
  const rows: RankingRow[] = []
  const { first, last } = daysOf(query)
  let skip = Math.max(0, offset)
  for (let day = first; day <= last && rows.length < limit; day++) {
    for (const [p, { first: start, keywords }] of plans.entries()) {
      if (day < start) continue
      const rowOf = readers[p] as RowReader
      const end = Math.min(keywords.length, skip + limit - rows.length)
      const date = skip < end ? formatDay(day) : ''
      for (let k = skip; k < end; k++) {
        rows.push(rowOf(keywords[k] as number, day, date))
        yield
      }
      skip -= Math.min(skip, keywords.length)
    }
  }
  return rows
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
  const rivals = field.sites.slice(1).map(({ domain }) => domain)
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
