import type { Campaign } from '../../accounts/campaign.ts'
import type { Steps } from '../../time/steps.ts'
import { addRow, emptySums, percent, type RowSums, rankingFigures } from '../figures.ts'
import { completeContext, contextFor, domainOf } from '../mentions/context.ts'
import { countDays, type Days, daysOf, type Period, trackedDays } from '../period.ts'
import type { CompetitorRecord } from '../records.ts'
import { demandsOf, searchesOn } from './demand.ts'
import { positionsOver } from './positions.ts'
import { perCampaign, rivalTracksOf, siteOf, type Track, tracksOf } from './tracks.ts'

const COMPARED = 10

interface Site {
  /** As in chat answers. */
  name: string
  domain: string
}

/** The compared sites of a campaign, with their tracks. */
export interface Field {
  /** The campaign's own first. */
  sites: readonly Site[]
  /** By site and keyword, in the campaign's order. */
  tracks: readonly [own: readonly Track[], ...rivals: (readonly Track[])[]]
}

/**
 * The campaign's site and its rivals: the listed competitors, or, without any, the brands that chat answers also
 * name.
 */
export const fieldOf = perCampaign((seed, campaign): Field => {
  const own = { name: campaign.brand, domain: siteOf(campaign) }
  const rivals = rivalSites(seed, campaign, own)
  return {
    sites: [own, ...rivals],
    tracks: [
      tracksOf(seed, campaign),
      ...rivals.map(({ domain }) => rivalTracksOf(seed, domain, campaign)),
    ],
  }
})

/**
 * Positions of all sites on consecutive days, by number of the keyword: an array for each site, all different on a
 * day.
 */
export function standingsOver({ tracks }: Field, days: Days): (keyword: number) => Uint8Array[] {
  const sites = tracks.map((of) => positionsOver(of, days))
  return (keyword) => {
    const positions = sites.map((positionsOf) => positionsOf(keyword))
    makeDistinct(positions)
    return positions
  }
}

/** The competitors of a campaign, compared by its keywords. */
export function* competitorSteps(
  seed: number,
  campaign: Campaign,
  period: Period,
): Steps<CompetitorRecord[]> {
  const field = fieldOf(seed, campaign)
  const days = trackedDays(daysOf(period), campaign)
  const length = countDays(days)
  const sums = field.sites.map(emptySums)
  const ahead = field.sites.map(() => 0)

  const standings = standingsOver(field, days)
  const demands = length > 0 ? demandsOf(seed, campaign) : []
  for (const [k, demand] of demands.entries()) {
    yield
    const positions = standings(k)
    const own = positions[0]?.[length - 1] as number
    const searches = searchesOn(demand, days)
    positions.forEach((of, s) => {
      for (let i = 0; i < length; i++) {
        addRow(sums[s] as RowSums, of[i] as number, searches[i] as number)
      }
      if ((of[length - 1] as number) < own) ahead[s] = (ahead[s] ?? 0) + 1
    })
  }
  const all = sums.reduce((total, { traffic }) => total + traffic, 0)
  return field.sites.map(({ name, domain }, s) => {
    const of = sums[s] as RowSums
    return {
      name,
      domain,
      own: s === 0,
      ...rankingFigures(of),
      keywords_ahead: ahead[s] ?? 0,
      share_of_voice: percent(of.traffic, all),
    }
  })
}

function rivalSites(seed: number, campaign: Campaign, own: Site): Site[] {
  const { rivals } = completeContext(seed, campaign.brand, contextFor([campaign], campaign.brand))
  const listed = rivals.filter((rival) => rival.listed !== null)
  const sites = new Map([[own.domain, own]])
  for (const rival of listed.length > 0 ? listed : rivals) {
    const domain = domainOf(rival)
    if (!sites.has(domain)) sites.set(domain, { name: rival.name, domain })
  }
  return [...sites.values()].slice(1, 1 + COMPARED)
}

/**
 * Gives each site its own place: a later site in the list moves down to the next free place, or up at the end of the
 * list.
 */
function makeDistinct(positions: readonly Uint8Array[]): void {
  const days = positions[0]?.length ?? 0
  for (let s = 1; s < positions.length; s++) {
    const of = positions[s] as Uint8Array
    for (let day = 0; day < days; day++) {
      let place = of[day] as number
      while (place <= 100 && isTaken(positions, s, day, place)) place++
      if (place > 100) for (place = 100; isTaken(positions, s, day, place); ) place--
      of[day] = place
    }
  }
}

function isTaken(
  positions: readonly Uint8Array[],
  before: number,
  day: number,
  place: number,
): boolean {
  for (let s = 0; s < before; s++) if ((positions[s] as Uint8Array)[day] === place) return true
  return false
}
