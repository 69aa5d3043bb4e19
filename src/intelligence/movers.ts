import type { CampaignTally } from './position-tally.ts'

/** How many keywords are listed in either direction. */
export const LISTED_MOVERS = 5

/** A keyword that moved between the first and the last day of the period. */
export interface Mover {
  campaign_id: string
  campaign_name: string
  keyword: string
  position: number
  start_position: number
  /** Places gained; negative when lost. */
  change: number
}

export interface Movers {
  up: Mover[]
  down: Mover[]
}

/** The keywords that moved most, the greatest moves first. */
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

/** Where in the list a move of so many places belongs. Of equal moves the one that ends higher matters more. */
function rankOf(list: readonly Mover[], places: number, end: number): number {
  let rank = list.length
  for (; rank > 0; rank--) {
    const { change, position } = list[rank - 1] as Mover
    const less = places - Math.abs(change) || position - end
    if (less <= 0) break
  }
  return rank
}
