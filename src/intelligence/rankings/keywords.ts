import { normalize } from '../../accounts/normalize.ts'
import type { Phase } from '../world/phases.ts'
import { siteOf } from '../world/timelines.ts'
import type { World } from '../world/world.ts'
import { type Search, searchOf, type Track } from './position.ts'
import { type ResultsPage, resultsPage } from './results-page.ts'

/** A keyword in one state of a campaign: what all its rows follow from. */
export interface TrackedKeyword {
  /** As the campaign spells it. */
  spelled: string
  normal: string
  search: Search
  page: ResultsPage
  /** What was read before of this keyword, in any state of the campaign. */
  last: LastRow
  /** The own site, and its number on the page. */
  site: string
  own: number
  track: Track
  /** The numbers of the rivals on the page, in the order of the campaign's field. */
  rivals: readonly number[]
  /** How many sites of the page decide the places of these. */
  decisive: number
}

/** The last row that was read of a keyword; undefined if none was looked for yet. */
export interface LastRow {
  row: { day: number; position: number | null } | null | undefined
}

/** The keywords of a phase, by their number in it, each made when it is first asked for. */
export type PhaseKeywords = (k: number) => TrackedKeyword

/** `withRivals`: whether the rivals are needed, too. */
export function keywordsOf(
  world: World,
  phase: Phase,
  { withRivals, lastOf }: { withRivals: boolean; lastOf: (normal: string) => LastRow },
): PhaseKeywords {
  const { campaign } = phase
  const site = siteOf(campaign)
  const search = searchOf(world.seed, campaign)
  const rivals = withRivals ? world.field(phase).slice(1) : []
  // The first spelling of a keyword counts.
  const spelled = new Map(campaign.keywords.toReversed().map((each) => [normalize(each), each]))
  const make = (k: number): TrackedKeyword => {
    const normal = phase.keywords[k] as string
    const page = resultsPage(world, phase, search, normal)
    const numberOf = (domain: string) => page.sites.findIndex((each) => each.domain === domain)
    const own = numberOf(site)
    const rivalNumbers = rivals.map(({ domain }) => numberOf(domain))
    return {
      spelled: spelled.get(normal) as string,
      normal,
      search,
      page,
      last: lastOf(normal),
      site,
      own,
      track: page.track(own),
      rivals: rivalNumbers,
      decisive: Math.max(own, ...rivalNumbers) + 1,
    }
  }
  const made: TrackedKeyword[] = []
  return (k) => {
    made[k] ??= make(k)
    return made[k]
  }
}
