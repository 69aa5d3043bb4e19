import type { Campaign } from '../accounts/campaign.ts'
import { normalize } from '../accounts/normalize.ts'
import { dayNumber, formatDay } from './dates.ts'
import { type Demand, demandsOf } from './demand.ts'
import { landingPage } from './keyword-facts.ts'
import { perCampaign } from './per-campaign.ts'
import { countDays, type Days, daysOf, type Period, trackedDays } from './period.ts'
import { positionsOver } from './positions.ts'
import { serpFeatures } from './serp-features.ts'
import { siteOf, tracksOf } from './tracks.ts'

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

export interface RankingQuery extends Period {
  /** Only these keywords, in any case; those that the campaign does not track match nothing. */
  keywords?: readonly string[] | undefined
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

/** How many days are computed at a time where many are read. */
export const DAYS_AT_A_TIME = 92

export interface Plan extends Days {
  campaign: Campaign
  /** Numbers of the keywords that are asked for, in the order of `tracksOf`. */
  keywords: readonly number[]
  /** What the rows of a keyword have in common. */
  facts: readonly KeywordFacts[]
  /** The campaign's first day. */
  start: number
}

export interface KeywordFacts {
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

export function planOf(seed: number, campaign: Campaign, query: RankingQuery): Plan {
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

/** `positions` begin on the day before that of index 0. */
export function positionRow(
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
export function readAhead<Value>(
  plan: Plan,
  ahead: number,
  compute: (days: Days) => (keyword: number) => Value,
): (keyword: number, day: number) => Value {
  let last = Number.NEGATIVE_INFINITY
  let computed: (Value | undefined)[] = []
  let computeOne: (keyword: number) => Value
  return (keyword, day) => {
    if (day > last) {
      last = Math.min(plan.last, day + ahead - 1)
      computed = new Array(plan.facts.length)
      computeOne = compute({ first: day, last })
    }
    const known = computed[keyword] ?? computeOne(keyword)
    computed[keyword] = known
    return known
  }
}

export function withDayBefore({ first, last }: Days): Days {
  return { first: first - 1, last }
}
