import { formatDay } from './dates.ts'
import { countDays, type Days, daysOf, type Period } from './period.ts'
import { updateStream, updatesBetween } from './rankings/algorithm-updates.ts'
import type { CampaignTally } from './rankings/position-tally.ts'
import type { RankingEvent } from './records.ts'

const LISTED = 10

/**
 * The newest events of a period: algorithm updates, and keywords that crossed into or out of the top 3 or 10 since
 * the day before. Updates come first on a day, then the higher positions.
 */
export function recentEvents(
  seed: number,
  tallies: readonly CampaignTally[],
  period: Period,
): RankingEvent[] {
  const { first, last } = daysOf(period)
  // Hardly a day passes without an event, so the search starts with the last days.
  for (let days = 2; ; days *= 4) {
    const from = Math.max(first, last - days + 1)
    const events = [
      ...updateEvents(seed, from, last),
      ...tallies.flatMap((tally) => crossings(tally, { first: from, last })),
    ].sort(byDate)
    if (events.length >= LISTED || from <= first) return events.slice(0, LISTED)
  }
}

function byDate(a: RankingEvent, b: RankingEvent): number {
  if (a.date !== b.date) return a.date < b.date ? 1 : -1
  return (a.position ?? 0) - (b.position ?? 0)
}

function updateEvents(seed: number, first: number, last: number): RankingEvent[] {
  return updatesBetween(updateStream(seed), first, last).map((day) => ({
    date: formatDay(day),
    type: 'algorithm_update',
    campaign_id: null,
    campaign_name: null,
    keyword: null,
    position: null,
    previous_position: null,
  }))
}

function crossings({ campaign, keywords, positions }: CampaignTally, days: Days): RankingEvent[] {
  const { first, last, places } = positions
  const width = countDays(positions)
  // The first day of a campaign has no previous day.
  const from = Math.max(days.first, first + 1)
  const events: RankingEvent[] = []
  keywords.forEach(({ track }, k) => {
    for (let day = from; day <= last; day++) {
      const at = k * width + day - first
      const [before, position] = [places[at - 1] as number, places[at] as number]
      const type = crossingOf(before, position)
      if (type === undefined) continue
      events.push({
        date: formatDay(day),
        type,
        campaign_id: campaign.id,
        campaign_name: campaign.name,
        keyword: track.keyword,
        position,
        previous_position: before,
      })
    }
  })
  return events
}

/** Crossing both borders at once means entering the top 3 or leaving the top 10. */
function crossingOf(before: number, position: number): RankingEvent['type'] | undefined {
  if (position <= 3 && before > 3) return 'entered_top_3'
  if (position <= 10 && before > 10) return 'entered_top_10'
  if (position > 10 && before <= 10) return 'left_top_10'
  if (position > 3 && before <= 3) return 'left_top_3'
  return undefined
}
