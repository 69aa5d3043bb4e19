import type { Campaign } from '../accounts/campaign.ts'
import { completeContext, contextFor, domainOf } from './context.ts'
import { countDays, daysOf, type Period, trackedDays } from './period.ts'
import { averageOf, emptySums, type RowSums, visibilityOfSums } from './position-tally.ts'
import { positionsOn, rivalTracksOf, siteOf, tracksOf } from './positions.ts'
import { brandOfDomain } from './site.ts'
import { visibilityWeight } from './visibility.ts'

/** How many rivals are compared. */
const COMPARED = 10

/** A site beside those of its rivals, over the keywords of one campaign. */
export interface CompetitorRecord {
  name: string
  domain: string
  /** Whether it is the campaign's own site, which comes first. */
  own: boolean
  average_position: number | null
  /** 0–100 */
  visibility: number | null
  /** Keywords for which it stands above the own site on the last day; 0 for the own site. */
  keywords_ahead: number
}

/**
 * How the competitors of a campaign stand for its keywords. Without competitors, the brands that chat
 * answers name beside it are compared.
 */
export function competitorStandings(
  seed: number,
  campaign: Campaign,
  period: Period,
): CompetitorRecord[] {
  const own = siteOf(campaign)
  const sites = [own, ...rivalSites(seed, campaign, own)]
  const days = trackedDays(daysOf(period), campaign)
  const tracks = sites.map((site, s) =>
    s === 0 ? tracksOf(seed, campaign) : rivalTracksOf(seed, site, campaign),
  )
  const sums = sites.map(emptySums)
  const ahead = sites.map(() => 0)
  const length = countDays(days)

  for (let k = 0; k < (length > 0 ? (tracks[0]?.length ?? 0) : 0); k++) {
    const positions = tracks
      .flatMap((of) => of[k] ?? [])
      .map((it) => positionsOn(it, days.first, days.last))
    makeDistinct(positions)
    positions.forEach((of, s) => {
      for (const position of of) addPosition(sums[s] as RowSums, position)
      const first = positions[0]?.[length - 1] ?? 0
      if ((of[length - 1] ?? 100) < first) ahead[s] = (ahead[s] ?? 0) + 1
    })
  }
  return sites.map((domain, s) => ({
    name: s === 0 ? campaign.brand : brandOfDomain(domain),
    domain,
    own: s === 0,
    average_position: averageOf(sums[s] as RowSums),
    visibility: visibilityOfSums(sums[s] as RowSums),
    keywords_ahead: ahead[s] ?? 0,
  }))
}

function rivalSites(seed: number, campaign: Campaign, own: string): string[] {
  const { rivals } = completeContext(seed, campaign.brand, contextFor([campaign], campaign.brand))
  const listed = rivals.filter((rival) => rival.listed !== null)
  const sites = (listed.length > 0 ? listed : rivals).map(domainOf)
  return [...new Set(sites)].filter((site) => site !== own).slice(0, COMPARED)
}

/** Two sites cannot hold one place: whoever comes later in the list moves to the next free one. */
function makeDistinct(positions: readonly Uint8Array[]): void {
  for (let day = 0; day < (positions[0]?.length ?? 0); day++) {
    const taken = new Set<number>()
    for (const of of positions) {
      let position = of[day] as number
      while (taken.has(position)) position = position === 100 ? 1 : position + 1
      taken.add(position)
      of[day] = position
    }
  }
}

function addPosition(sums: RowSums, position: number): void {
  sums.rows++
  sums.positions += position
  sums.weight += visibilityWeight(position)
}
