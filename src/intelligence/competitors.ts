import type { Campaign } from '../accounts/campaign.ts'
import { inOneGo, type Steps } from '../time/steps.ts'
import { completeContext, contextFor, domainOf } from './context.ts'
import { demandsOf, searchesOn } from './demand.ts'
import { percent } from './figures.ts'
import { perCampaign } from './per-campaign.ts'
import { countDays, type Days, daysOf, type Period, trackedDays } from './period.ts'
import { positionsOver } from './positions.ts'
import {
  addRow,
  averageOf,
  emptySums,
  type RowSums,
  visibilityOfSums,
  visitsOf,
} from './row-sums.ts'
import { rivalTracksOf, siteOf, type Track, tracksOf } from './tracks.ts'

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
  /** Visits that its positions earn in the period. */
  estimated_traffic: number
  /** Percent of the visits that all of the compared sites earn. */
  share_of_voice: number
}

interface Site {
  /** As chat answers name it. */
  name: string
  domain: string
}

/** The sites that are compared for a campaign, and what decides their positions. */
export interface Field {
  /** The campaign's own first. */
  sites: readonly Site[]
  /** By site and keyword, in the campaign's order. */
  tracks: readonly [own: readonly Track[], ...rivals: (readonly Track[])[]]
}

/**
 * The own site and its rivals: the competitors that the campaign lists, or without any the brands that
 * chat answers name beside it.
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
 * Positions of all sites on consecutive days, by number of the keyword: an array for each site, of which no
 * two are equal on a day.
 */
export function standingsOver({ tracks }: Field, days: Days): (keyword: number) => Uint8Array[] {
  const sites = tracks.map((of) => positionsOver(of, days))
  return (keyword) => {
    const positions = sites.map((positionsOf) => positionsOf(keyword))
    makeDistinct(positions)
    return positions
  }
}

/** How the competitors of a campaign stand for its keywords. */
export function competitorStandings(
  seed: number,
  campaign: Campaign,
  period: Period,
): CompetitorRecord[] {
  return inOneGo(competitorSteps(seed, campaign, period))
}

/** `competitorStandings` in steps. */
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
      average_position: averageOf(of),
      visibility: visibilityOfSums(of),
      keywords_ahead: ahead[s] ?? 0,
      estimated_traffic: visitsOf(of),
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
 * Two sites cannot hold one place: whoever comes later in the list moves to the next free one below, or
 * at the end of the list above.
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
