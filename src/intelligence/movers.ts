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
  const moved: Mover[] = tallies.flatMap(({ campaign, keywords }) =>
    keywords
      .filter(({ start, end }) => start !== end)
      .map(({ track, start, end }) => ({
        campaign_id: campaign.id,
        campaign_name: campaign.name,
        keyword: track.keyword,
        position: end,
        start_position: start,
        change: start - end,
      })),
  )
  // Of equal moves the one that ends higher matters more.
  const by = (sign: number) => (a: Mover, b: Mover) =>
    sign * (b.change - a.change) || a.position - b.position
  return {
    up: moved
      .filter(({ change }) => change > 0)
      .sort(by(1))
      .slice(0, LISTED_MOVERS),
    down: moved
      .filter(({ change }) => change < 0)
      .sort(by(-1))
      .slice(0, LISTED_MOVERS),
  }
}
