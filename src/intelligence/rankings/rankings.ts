import type { AbortSignal } from '../../node-globals.ts'
import { isoTime } from '../../time/clock.ts'
import { yieldToEventLoop } from '../../time/pauses.ts'
import { overviewCites } from '../answers/citations.ts'
import { formatDay } from '../dates.ts'
import { trafficOf } from '../figures.ts'
import { daysOf } from '../period.ts'
import type { RankingRow } from '../records.ts'
import { type Check, foundAt } from '../world/spans.ts'
import type { Timeline } from '../world/timeline.ts'
import type { World } from '../world/world.ts'
import { featuresOn, OVERVIEW, type PageFeatures } from './features.ts'
import { rankingPage, secondPage } from './pages.ts'
import { checksOf, type RankingQuery, type Row, RowReader, selection } from './rows.ts'

/** Part of a list: skips `offset` items, then takes at most `limit`. */
export interface Slice {
  offset: number
  limit: number
}

/** A page of the rows of campaigns, by date, then campaign, then keyword. Computes only these rows. */
export async function rankingRows(
  world: World,
  timelines: readonly Timeline[],
  query: RankingQuery,
  { offset, limit }: Slice,
  signal?: AbortSignal,
): Promise<RankingRow[]> {
  const selected = selection(query)
  const rows: RankingRow[] = []
  let skip = Math.max(0, offset)
  for (const { check, reader } of checksByDay(world, timelines, query)) {
    if (rows.length >= limit) break
    const keywords = selected(check)
    const wanted = keywords.slice(skip, skip + limit - rows.length)
    for (const row of await reader.readAll(check, wanted, signal)) {
      rows.push(recordOf(world, check, row))
      await yieldToEventLoop(signal)
    }
    skip -= Math.min(skip, keywords.length)
  }
  return rows
}

/** The checks of campaigns in a period, by date and then by campaign, each with the reader of its campaign. */
function* checksByDay(
  world: World,
  timelines: readonly Timeline[],
  query: RankingQuery,
): Generator<{ check: Check; reader: RowReader }, undefined> {
  const campaigns = timelines.map((timeline) => ({
    checks: checksOf(timeline, query),
    reader: new RowReader(world, timeline, { withRivals: true }),
    next: 0,
  }))
  const { first, last } = daysOf(query)
  for (let day = first; day <= last; day++) {
    for (const campaign of campaigns) {
      const { checks, reader } = campaign
      for (; checks[campaign.next]?.day === day; campaign.next++) {
        yield { check: checks[campaign.next] as Check, reader }
      }
    }
  }
}

/** The number of matching rows; computes none. */
export function countRankings(timeline: Timeline, query: RankingQuery): number {
  const selected = selection(query)
  return checksOf(timeline, query).reduce((sum, check) => sum + selected(check).length, 0)
}

function recordOf(world: World, check: Check, row: Row): RankingRow {
  const { keyword, day, position, before, searches, second } = row
  const { phase } = check
  const previous = before?.position ?? null
  const page = position === null ? undefined : rankingPage(keyword, day)
  const features = featuresOn(keyword, day, position)
  return {
    keyword: keyword.spelled,
    date: formatDay(day),
    position,
    previous_position: previous,
    change: changeOf(previous, position),
    is_new: position !== null && before?.position === null,
    is_lost: position === null && previous !== null,
    url: page?.url ?? null,
    title: page?.title ?? null,
    search_volume: row.volume,
    device: phase.campaign.settings?.device ?? null,
    checked_at: isoTime(foundAt(check, keyword.track.day)),
    searches: searches / 100,
    estimated_traffic: trafficOf(searches, position) / 100,
    serp_features: features.all,
    owned_features: ownedFeatures(world, row, features),
    other_results: second === null ? [] : [{ position: second, url: secondPage(keyword, day).url }],
    competitors: world
      .field(phase)
      .slice(1)
      .map(({ domain }, n) => ({ domain, position: row.rivals[n] as number | null })),
  }
}

/** The features that show the own site. An AI overview that somebody asked for shows the sites that its answer cites. */
function ownedFeatures(world: World, row: Row, { all, owned }: PageFeatures): string[] {
  if (!all.includes(OVERVIEW)) return owned
  const isCited = overviewCites(world, row) ?? owned.includes(OVERVIEW)
  const others = owned.filter((each) => each !== OVERVIEW)
  return isCited ? [OVERVIEW, ...others] : others
}

/** Places gained; null if the keyword was not in the list at either end. */
export function changeOf(from: number | null, to: number | null): number | null {
  return from === null || to === null ? null : from - to
}
