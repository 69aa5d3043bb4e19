import { normalize } from '../../accounts/normalize.ts'
import type { Phase } from '../world/phases.ts'
import { siteOf } from '../world/timelines.ts'
import type { World } from '../world/world.ts'
import { type Demand, demandOf } from './demand.ts'
import { type Layout, layoutOf } from './features.ts'
import { type Search, searchOf, type Track, trackOf } from './position.ts'

/** A keyword in one state of a campaign: what all its rows follow from. */
export interface TrackedKeyword {
  /** As the campaign spells it. */
  spelled: string
  normal: string
  /** The own site, which is where `own` says in `tracks`. */
  site: string
  search: Search
  demand: Demand
  layout: Layout
  /** Of the sites of the results page, the most senior first, up to the last one that is needed. */
  tracks: readonly Track[]
  own: Track
  /** Indexes in `tracks` of the rivals, in the order of the campaign's field; empty if they are not needed. */
  rivals: readonly number[]
}

/** The keywords of a phase, by their number in it, each made when it is first asked for. */
export type PhaseKeywords = (k: number) => TrackedKeyword

/** `withRivals`: whether the places of rivals are needed, too. */
export function keywordsOf(world: World, phase: Phase, withRivals: boolean): PhaseKeywords {
  const { campaign } = phase
  const site = siteOf(campaign)
  const search = searchOf(world.seed, campaign)
  const rivals = withRivals ? world.field(phase).slice(1) : []
  // The first spelling of a keyword counts.
  const spelled = new Map(campaign.keywords.toReversed().map((each) => [normalize(each), each]))
  const made: TrackedKeyword[] = []
  const make = (k: number): TrackedKeyword => {
    const normal = phase.keywords[k] as string
    const sites = world.contestants(phase, normal)
    const indexOf = (domain: string) => sites.findIndex((each) => each.domain === domain)
    const places = [site, ...rivals.map(({ domain }) => domain)].map(indexOf)
    const tracks = sites
      .slice(0, Math.max(...places) + 1)
      .map((each) => trackOf(search, each, normal))
    return {
      spelled: spelled.get(normal) as string,
      normal,
      site,
      search,
      demand: demandOf(world.seed, normal, search.place),
      layout: layoutOf(search, normal),
      tracks,
      own: tracks[places[0] as number] as Track,
      rivals: places.slice(1),
    }
  }
  return (k) => (made[k] ??= make(k))
}
