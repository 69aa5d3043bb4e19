import type { Distribution, Mover, Movers } from '../records.ts'
import type { CampaignTally, KeywordTally } from './position-tally.ts'

/** How many keywords are listed in either direction. */
const LISTED_MOVERS = 5

/** The keywords with the greatest moves, greatest first. */
export function moversOf(tallies: readonly CampaignTally[]): Movers {
  const up: Mover[] = []
  const down: Mover[] = []
  for (const { campaign, keywords } of tallies) {
    for (const { track, start, end } of keywords) {
      const change = start - end
      if (change === 0) continue
      const list = change > 0 ? up : down
      const rank = rankOf(list, Math.abs(change), end)
      if (rank === LISTED_MOVERS) continue
      list.splice(rank, 0, {
        campaign_id: campaign.id,
        campaign_name: campaign.name,
        keyword: track.keyword,
        position: end,
        start_position: start,
        change,
      })
      list.splice(LISTED_MOVERS)
    }
  }
  return { up, down }
}

/** The index of a move in the list. Of equal moves, the one with the higher final position comes first. */
function rankOf(list: readonly Mover[], places: number, end: number): number {
  let rank = list.length
  for (; rank > 0; rank--) {
    const { change, position } = list[rank - 1] as Mover
    const less = places - Math.abs(change) || position - end
    if (less <= 0) break
  }
  return rank
}

/** How many keywords are in the top positions on the last day. */
export function distributionOf(tallies: readonly CampaignTally[]): Distribution {
  const to = (place: number) => count(tallies, ({ end }) => end <= place)
  return { top_3: to(3), top_10: to(10), top_20: to(20), top_100: to(100) }
}

/** How many keywords have improved, declined and stayed since the first day. */
export function movementOf(tallies: readonly CampaignTally[]) {
  return {
    improved: count(tallies, ({ start, end }) => end < start),
    declined: count(tallies, ({ start, end }) => end > start),
    unchanged: count(tallies, ({ start, end }) => end === start),
  }
}

function count(
  tallies: readonly CampaignTally[],
  isMeant: (keyword: KeywordTally) => boolean,
): number {
  return tallies.reduce((sum, { keywords }) => sum + keywords.filter(isMeant).length, 0)
}
