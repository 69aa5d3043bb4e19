import type { Distribution, Mover, Movers } from '../records.ts'
import type { CampaignTally, KeywordTally } from './campaign-tally.ts'
import { DEPTH, rankOf, UNRANKED } from './positions.ts'

/** How many keywords are listed in either direction. */
const LISTED_MOVERS = 5

/** The keywords with the greatest moves, greatest first. */
export function moversOf(tallies: readonly CampaignTally[]): Movers {
  const up: Mover[] = []
  const down: Mover[] = []
  for (const { timeline, keywords } of tallies) {
    const { campaign } = timeline
    for (const { keyword, start, end } of keywords) {
      const places = rankOf(start) - rankOf(end)
      if (places === 0) continue
      const list = places > 0 ? up : down
      const at = indexOf(list, Math.abs(places), rankOf(end))
      if (at === LISTED_MOVERS) continue
      list.splice(at, 0, {
        campaign_id: campaign.id,
        campaign_name: campaign.name,
        keyword,
        position: end || null,
        start_position: start || null,
        change: changeOf(start, end),
      })
      list.splice(LISTED_MOVERS)
    }
  }
  return { up, down }
}

/** Places gained; null if the keyword was not in the list at either end. */
export function changeOf(start: number, end: number): number | null {
  return start === UNRANKED || end === UNRANKED ? null : start - end
}

/** The index of a move in the list. Of equal moves, the one with the higher final position comes first. */
function indexOf(list: readonly Mover[], places: number, end: number): number {
  let at = list.length
  for (; at > 0; at--) {
    const { start_position, position } = list[at - 1] as Mover
    const last = rankOf(position ?? UNRANKED)
    const less = places - Math.abs(rankOf(start_position ?? UNRANKED) - last) || last - end
    if (less <= 0) break
  }
  return at
}

/** How many keywords are in the top positions on the last day. */
export function distributionOf(tallies: readonly CampaignTally[]): Distribution {
  const to = (place: number) => count(tallies, ({ end }) => rankOf(end) <= place)
  return {
    top_3: to(3),
    top_10: to(10),
    top_20: to(20),
    top_100: to(DEPTH),
    unranked: count(tallies, ({ end }) => end === UNRANKED),
  }
}

/** How many keywords have improved, declined and stayed since the first day; entering the list is an improvement. */
export function movementOf(tallies: readonly CampaignTally[]) {
  return {
    improved: count(tallies, ({ start, end }) => rankOf(end) < rankOf(start)),
    declined: count(tallies, ({ start, end }) => rankOf(end) > rankOf(start)),
    unchanged: count(tallies, ({ start, end }) => end === start),
  }
}

function count(
  tallies: readonly CampaignTally[],
  isMeant: (keyword: KeywordTally) => boolean,
): number {
  return tallies.reduce((sum, { keywords }) => sum + keywords.filter(isMeant).length, 0)
}
