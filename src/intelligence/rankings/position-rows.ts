import { isoTime } from '../../time/clock.ts'
import { formatDay } from '../dates.ts'
import { daysOf, horizon } from '../period.ts'
import type { PositionRow } from '../records.ts'
import type { Phase } from '../world/phases.ts'
import type { Check } from '../world/spans.ts'
import type { Timeline } from '../world/timeline.ts'
import { siteOf } from '../world/timelines.ts'
import type { World } from '../world/world.ts'
import { type Demand, demandsOf } from './demand.ts'
import { type PageFeatures, serpFeatures } from './features.ts'
import { type Page, pageOn, pagesFor } from './pages.ts'
import { NO_ROW, UNRANKED } from './positions.ts'
import { Standings } from './standings.ts'
import { perCampaign, type Track, tracksOf } from './tracks.ts'
import { type Before, type RankingQuery, Selection, Trail } from './trail.ts'

/** How many days are computed at once for long series, since one day costs nearly as much. */
export const DAYS_AT_A_TIME = 92

/** The positions of `rankings`, one row at a time, for exports that must not be held in memory. */
export function* positionRows(
  world: World,
  timeline: Timeline,
  query: RankingQuery,
): Generator<PositionRow, undefined> {
  const selection = new Selection(world.seed, query)
  const trail = new Trail(world, timeline)
  const read = ownPlaces(world, DAYS_AT_A_TIME)
  for (const check of checksOf(timeline, query)) {
    const facts = factsOf(world.seed, check.phase.campaign)
    const stamp = stampOf(check)
    for (const k of selection.of(check)) {
      const position = read(check, k)
      yield positionRow(facts[k] as KeywordFacts, stamp, position, trail.before(check, k))
      trail.record(check, k, position)
    }
  }
}

/** The number of matching rows; computes none. */
export function countRankings(world: World, timeline: Timeline, query: RankingQuery): number {
  const selection = new Selection(world.seed, query)
  return checksOf(timeline, query).reduce((sum, check) => sum + selection.of(check).length, 0)
}

/** The checks of a campaign that have rows in a period. */
export function checksOf(timeline: Timeline, query: RankingQuery): Check[] {
  return timeline.checks(daysOf(query), horizon(query))
}

/** The common parts of a keyword's rows. Runs need neither pages nor features, which take most of the memory. */
export class KeywordFacts {
  readonly track: Track
  readonly demand: Demand
  readonly #seed: number
  readonly #site: string
  #page: ((number: number) => Page) | undefined
  #featuresOn: ((day: number) => PageFeatures) | undefined

  constructor(
    seed: number,
    site: string,
    { track, demand }: Pick<KeywordFacts, 'track' | 'demand'>,
  ) {
    this.#seed = seed
    this.#site = site
    this.track = track
    this.demand = demand
  }

  get keyword(): string {
    return this.track.keyword
  }

  page(number: number): Page {
    this.#page ??= pagesFor(this.#seed, this.#site, this.keyword)
    return this.#page(number)
  }

  featuresOn(day: number): PageFeatures {
    this.#featuresOn ??= serpFeatures(this.track)
    return this.#featuresOn(day)
  }
}

export const factsOf = perCampaign((seed, campaign): readonly KeywordFacts[] => {
  const site = siteOf(campaign)
  const demands = demandsOf(seed, campaign)
  return tracksOf(seed, campaign).map(
    (track, k) => new KeywordFacts(seed, site, { track, demand: demands[k] as Demand }),
  )
})

/** The common parts of the rows of a check. */
export interface Stamp {
  day: number
  date: string
  checked_at: string
  device: string | null
}

export function stampOf({ day, at, phase }: Check): Stamp {
  return {
    day,
    date: formatDay(day),
    checked_at: isoTime(at),
    device: phase.campaign.settings?.device ?? null,
  }
}

const NO_PAGE = { url: null, title: null }

export function positionRow(
  facts: KeywordFacts,
  { day, date, checked_at, device }: Stamp,
  position: number,
  before: Before,
): PositionRow {
  const { keyword, track, demand } = facts
  const isRanked = position !== UNRANKED
  const wasRanked = before.position !== UNRANKED && before.position !== NO_ROW
  const { url, title } = isRanked ? facts.page(pageOn(track, day)) : NO_PAGE
  return {
    keyword,
    date,
    position: isRanked ? position : null,
    previous_position: wasRanked ? before.position : null,
    change: isRanked && wasRanked ? before.position - position : null,
    is_new: isRanked && before.position === UNRANKED,
    is_lost: wasRanked && !isRanked,
    url,
    title,
    search_volume: demand.volume,
    device,
    checked_at,
  }
}

/** The place of the own site in a check; checks must be read in their order. */
export function ownPlaces(world: World, ahead: number): (check: Check, k: number) => number {
  const read = readAhead(world, ahead, (standings, k, length) => {
    const places = new Uint8Array(length)
    standings.fillOwn(k, places, 0)
    return places
  })
  return (check, k) => {
    const { first, value } = read(check, k)
    return value[check.day - first] as number
  }
}

/** Values for several days of a keyword. */
export interface Ahead<Value> {
  /** The first of the days. */
  first: number
  value: Value
}

/**
 * Computes several days of a keyword at once, since one day costs nearly as much; checks must be read in their order.
 * Calls `compute` for each run of days.
 */
export function readAhead<Value>(
  world: World,
  ahead: number,
  compute: (standings: Standings, keyword: number, length: number) => Value,
): (check: Check, keyword: number) => Ahead<Value> {
  let phase: Phase | undefined
  let first = 0
  let last = Number.NEGATIVE_INFINITY
  let standings: Standings
  let computed: (Ahead<Value> | undefined)[] = []
  return (check, keyword) => {
    if (check.phase !== phase || check.day > last || check.day < first) {
      phase = check.phase
      first = check.day
      last = first + ahead - 1
      computed = []
      standings = new Standings(world, phase, { first, last })
    }
    let known = computed[keyword]
    if (!known) {
      known = { first, value: compute(standings, keyword, ahead) }
      computed[keyword] = known
    }
    return known
  }
}
