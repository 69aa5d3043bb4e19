import type { Campaign } from '../accounts/campaign.ts'
import { formatDay } from './dates.ts'
import { countDays, type Days, daysOf, type Period } from './period.ts'
import { engineOf, updateStream, updatesBetween } from './rankings/algorithm-updates.ts'
import type { CampaignTally } from './rankings/campaign-tally.ts'
import { NO_ROW, rankOf, UNRANKED } from './rankings/positions.ts'
import type { RankingEvent } from './records.ts'
import type { World } from './world/world.ts'

const LISTED = 10

/**
 * The newest events of a period: algorithm updates of the campaigns' search engines, and keywords that crossed into or
 * out of the top 3, 10 or 100 since the day before. Updates come first on a day, then the higher positions.
 */
export function recentEvents(
  world: World,
  tallies: readonly CampaignTally[],
  period: Period,
): RankingEvent[] {
  const { first, last } = daysOf(period)
  const campaigns = tallies.map(({ timeline }) => timeline.campaign)
  // Hardly a day passes without an event, so the search starts with the last days.
  for (let days = 2; ; days *= 4) {
    const from = Math.max(first, last - days + 1)
    const events = [
      ...algorithmUpdates(world.seed, campaigns, { first: from, last }),
      ...tallies.flatMap((tally) => crossings(world, tally, { first: from, last })),
    ].sort(byDate)
    if (events.length >= LISTED || from <= first) return events.slice(0, LISTED)
  }
}

function byDate(a: RankingEvent, b: RankingEvent): number {
  if (a.date !== b.date) return a.date < b.date ? 1 : -1
  return orderOf(a) - orderOf(b)
}

function orderOf({ type, position }: RankingEvent): number {
  return type === 'algorithm_update' ? 0 : rankOf(position ?? UNRANKED)
}

/** The updates of the campaigns' search engines in the world of `seed`. */
export function algorithmUpdates(
  seed: number,
  campaigns: Iterable<Pick<Campaign, 'settings'>>,
  { first, last }: Days,
): RankingEvent[] {
  const engines = new Set<string>()
  for (const { settings } of campaigns) engines.add(engineOf(settings?.search_engine))
  return [...engines].flatMap((engine) =>
    updatesBetween(updateStream(seed, engine), first, last).map((day) => ({
      date: formatDay(day),
      type: 'algorithm_update',
      search_engine: engine,
      campaign_id: null,
      campaign_name: null,
      keyword: null,
      position: null,
      previous_position: null,
    })),
  )
}

/** Crossings from one row to the next of a keyword. */
function crossings(
  world: World,
  { timeline, positions }: CampaignTally,
  days: Days,
): RankingEvent[] {
  const { id, name } = timeline.campaign
  const { first, last, places, keywords } = positions
  const width = countDays(positions)
  const events: RankingEvent[] = []
  keywords.forEach((keyword, n) => {
    for (let day = last; day >= days.first; day--) {
      const at = n * width + day - first
      const position = places[at] as number
      if (position === NO_ROW) continue
      const inPeriod = rowBefore(places, at, n * width)
      const before = inPeriod === NO_ROW ? (positions.before(world)[n] as number) : inPeriod
      if (before === NO_ROW) break
      const type = crossingOf(before, position)
      if (type === undefined) continue
      events.push({
        date: formatDay(day),
        type,
        search_engine: null,
        campaign_id: id,
        campaign_name: name,
        keyword,
        position: position || null,
        previous_position: before || null,
      })
    }
  })
  return events
}

/** The position in the row before, not before the index `from`. */
function rowBefore(places: Uint8Array, at: number, from: number): number {
  for (let i = at - 1; i >= from; i--) {
    if (places[i] !== NO_ROW) return places[i] as number
  }
  return NO_ROW
}

const BORDERS = [3, 10, 100] as const

/** Crossing several borders at once means entering the highest one, or leaving the lowest one. */
function crossingOf(before: number, position: number): RankingEvent['type'] | undefined {
  const [from, to] = [rankOf(before), rankOf(position)]
  const crossed = BORDERS.filter((border) => to <= border !== from <= border)
  if (crossed.length === 0) return undefined
  return to < from
    ? `entered_top_${crossed[0] as (typeof BORDERS)[number]}`
    : `left_top_${crossed.at(-1) as (typeof BORDERS)[number]}`
}
