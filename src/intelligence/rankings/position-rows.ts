import type { Campaign } from '../../accounts/campaign.ts'
import { normalize } from '../../accounts/normalize.ts'
import { dayNumber, formatDay } from '../dates.ts'
import { hashText, mix, noise, unit } from '../hash.ts'
import { countDays, type Days, daysOf, type Period, trackedDays } from '../period.ts'
import type { PositionRow } from '../records.ts'
import { type Demand, demandsOf } from './demand.ts'
import { positionsOver } from './positions.ts'
import { landingPage, perCampaign, siteOf, type Track, tracksOf } from './tracks.ts'

export interface RankingQuery extends Period {
  /** Only these keywords, in any case; untracked ones match nothing. */
  keywords?: readonly string[] | undefined
}

/** The positions of `rankings`, one row at a time, for exports that must not be held in memory. */
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

/** The number of matching rows; computes none. */
export function countRankings(seed: number, campaign: Campaign, query: RankingQuery): number {
  const days = countDays(trackedDays(daysOf(query), campaign))
  return days * askedFor(seed, campaign, query).length
}

/** How many days are computed at once for long series. */
export const DAYS_AT_A_TIME = 92

export interface Plan extends Days {
  campaign: Campaign
  /** Numbers of the requested keywords, in the order of `tracksOf`. */
  keywords: readonly number[]
  /** The common parts of each keyword's rows. */
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

/** `positions` begin one day before index 0. */
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
 * Computes several days of a keyword at once, since one day costs nearly as much; days must be requested in order.
 * Calls `compute` for each run of days.
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

/**
 * Features of result pages, with the share of pages that have them: our estimate, not a measurement. Some are more
 * common for certain searches.
 */
const FEATURES: readonly Feature[] = [
  { name: 'ai_overview', part: 0.2, words: /^(how|what|why|best|is|are)\b/, boost: 0.4 },
  { name: 'featured_snippet', part: 0.1, words: /^(how|what|why|who)\b/, boost: 0.45 },
  { name: 'people_also_ask', part: 0.7 },
  { name: 'local_pack', part: 0.05, words: /\b(near me|shop|repair|hotel|dentist)\b/, boost: 0.75 },
  { name: 'images', part: 0.35 },
  { name: 'video', part: 0.22, words: /\b(how to|reviews?)\b/, boost: 0.4 },
  { name: 'shopping', part: 0.12, words: /\b(buy|cheap|under \d+|best|for)\b/, boost: 0.25 },
  { name: 'reviews', part: 0.3, words: /\b(reviews?|best|top)\b/, boost: 0.35 },
  { name: 'sitelinks', part: 0.25 },
]

interface Feature {
  name: string
  part: number
  /** Searches for which it is more common, by `boost`. */
  words?: RegExp
  boost?: number
}

/** Names of all features, in the order of rows. */
export const SERP_FEATURES: readonly string[] = FEATURES.map(({ name }) => name)

/** How many days a results page keeps its features. */
const STAY = 7

/**
 * The features of a keyword's result page on a day. They depend on the campaign's location, device and search
 * engine, but not on its site, since all sites share the page. Days with equal features share one list, which
 * callers must not change.
 */
export function serpFeatures(seed: number, track: Track): (day: number) => string[] {
  const normal = normalize(track.keyword)
  const stream = mix(hashText(normal, mix(seed, 7)), track.settings)
  const chances = FEATURES.map(({ part, words, boost = 0 }) =>
    words?.test(normal) ? part + boost : part,
  )
  let week = Number.NaN
  let present: string[] = []
  return (day) => {
    const current = Math.floor(day / STAY)
    if (current === week) return present
    week = current
    present = SERP_FEATURES.filter((_, n) => {
      const own = mix(stream, n)
      return unit(own) + 0.12 * noise(mix(own, 1), current, 6) < (chances[n] as number)
    })
    return present
  }
}
