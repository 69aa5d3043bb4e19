import type { Campaign } from '../../accounts/campaign.ts'
import type { Steps } from '../../time/steps.ts'
import { formatDay } from '../dates.ts'
import { trafficOf } from '../figures.ts'
import { daysOf } from '../period.ts'
import type { RankingRow } from '../records.ts'
import { fieldOf, standingsOver } from './competitors.ts'
import { searchesOn } from './demand.ts'
import {
  DAYS_AT_A_TIME,
  type KeywordFacts,
  type Plan,
  planOf,
  positionRow,
  type RankingQuery,
  readAhead,
  withDayBefore,
} from './position-rows.ts'

/** Part of a list: skips `offset` items, then takes at most `limit`. */
export interface Slice {
  offset: number
  limit: number
}

/** A page of the rows of campaigns, by date, then campaign, then keyword. Computes only these rows. */
export function* rankingPageSteps(
  seed: number,
  campaigns: readonly Campaign[],
  query: RankingQuery,
  { offset, limit }: Slice,
): Steps<RankingRow[]> {
  const plans = campaigns.map((campaign) => planOf(seed, campaign, query))
  const width = plans.reduce((sum, { keywords }) => sum + keywords.length, 0)
  // A page may begin and end in the middle of a day.
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

/** The row of a keyword, by its number, on a day. */
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
      ...row,
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
