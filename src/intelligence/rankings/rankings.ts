import type { Steps } from '../../time/steps.ts'
import { trafficOf } from '../figures.ts'
import { daysOf } from '../period.ts'
import type { RankingRow } from '../records.ts'
import type { Check } from '../world/spans.ts'
import type { Timeline } from '../world/timeline.ts'
import type { World } from '../world/world.ts'
import { searchesOn } from './demand.ts'
import { pageOn } from './pages.ts'
import {
  checksOf,
  DAYS_AT_A_TIME,
  factsOf,
  type KeywordFacts,
  positionRow,
  readAhead,
  type Stamp,
  stampOf,
} from './position-rows.ts'
import { UNRANKED } from './positions.ts'
import { type RankingQuery, Selection, Trail } from './trail.ts'

/** Part of a list: skips `offset` items, then takes at most `limit`. */
export interface Slice {
  offset: number
  limit: number
}

/** The checks of a campaign with rows, and how far they were read. */
interface Plan {
  timeline: Timeline
  checks: readonly Check[]
  next: number
  rowOf: RowReader
}

/** A page of the rows of campaigns, by date, then campaign, then keyword. Computes only these rows. */
export function* rankingPageSteps(
  world: World,
  timelines: readonly Timeline[],
  query: RankingQuery,
  { offset, limit }: Slice,
): Steps<RankingRow[]> {
  const selection = new Selection(world.seed, query)
  const width = timelines.reduce((sum, { campaign }) => sum + campaign.keywords.length, 0)
  // A page may begin and end in the middle of a day.
  const ahead = Math.min(DAYS_AT_A_TIME, Math.ceil(limit / Math.max(1, width)) + 1)
  const plans = timelines.map((timeline): Plan => {
    const checks = checksOf(timeline, query)
    return { timeline, checks, next: 0, rowOf: rowReader(world, timeline, ahead) }
  })
  const rows: RankingRow[] = []
  const { first, last } = daysOf(query)
  let skip = Math.max(0, offset)
  for (let day = first; day <= last && rows.length < limit; day++) {
    for (const plan of plans) {
      for (; plan.checks[plan.next]?.day === day && rows.length < limit; plan.next++) {
        const check = plan.checks[plan.next] as Check
        const keywords = selection.of(check)
        const end = Math.min(keywords.length, skip + limit - rows.length)
        const stamp = skip < end ? stampOf(check) : undefined
        for (let n = skip; n < end; n++) {
          rows.push(plan.rowOf(check, keywords[n] as number, stamp as Stamp))
          yield
        }
        skip -= Math.min(skip, keywords.length)
      }
    }
  }
  return rows
}

/** The row of a keyword, by its number, in a check. */
type RowReader = (check: Check, keyword: number, stamp: Stamp) => RankingRow

function rowReader(world: World, timeline: Timeline, ahead: number): RowReader {
  const trail = new Trail(world, timeline)
  const read = readAhead(world, ahead, (standings, k) => {
    const { demand } = factsOf(world.seed, standings.campaign)[k] as KeywordFacts
    return { ...standings.of(k), searches: searchesOn(demand, standings.days) }
  })
  return (check, k, stamp) => {
    const { campaign } = check.phase
    const facts = factsOf(world.seed, campaign)[k] as KeywordFacts
    const { first, value } = read(check, k)
    const at = check.day - first
    const position = value.own[at] as number
    const row = positionRow(facts, stamp, position, trail.before(check, k))
    trail.record(check, k, position)
    const searches = value.searches[at] as number
    const features = facts.featuresOn(check.day)
    const rivals = world.field(check.phase)
    // Not a spread of the row: that takes three times as long as all of the rest.
    return {
      keyword: row.keyword,
      date: row.date,
      position: row.position,
      previous_position: row.previous_position,
      change: row.change,
      is_new: row.is_new,
      is_lost: row.is_lost,
      url: row.url,
      title: row.title,
      search_volume: row.search_volume,
      device: row.device,
      checked_at: row.checked_at,
      searches: searches / 100,
      estimated_traffic: trafficOf(searches, position) / 100,
      serp_features: features.all,
      owned_features: features.ownedAt(position),
      other_results: otherResults(facts, value.second?.[at] ?? UNRANKED, check.day),
      competitors: value.rivals.map((places, r) => ({
        domain: (rivals[r + 1] as { domain: string }).domain,
        position: places[at] || null,
      })),
    }
  }
}

const NONE: RankingRow['other_results'] = []

function otherResults(facts: KeywordFacts, position: number, day: number) {
  if (position === UNRANKED) return NONE
  return [{ position, url: facts.page(pageOn(facts.track, day) === 0 ? 1 : 0).url }]
}
