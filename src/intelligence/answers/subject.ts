import type { Contestant } from '../world/contestants.ts'
import type { Topic } from '../world/rivalry.ts'
import { isCitedSite } from './sites.ts'

/**
 * The facts about a topic that the text of an answer needs. They refer to no campaign, so that a lazy answer does not keep
 * the world in which it was found.
 */
export interface Subject extends Pick<Topic, 'keyword' | 'kind' | 'location'> {
  /** The seed of the identifiers of its answers. */
  identity: number
  /** Sites that answers cite as sources and that also compete for the keyword, with the time since when (epoch ms). */
  citedRivals: ReadonlyMap<string, number>
}

export function topicSubjectOf(
  { keyword, kind, location, brands }: Omit<Topic, 'watchers'>,
  identity: number,
): Subject {
  return { keyword, kind, location, identity, citedRivals: citedAmong(brands) }
}

function citedAmong(brands: readonly Contestant[]): Map<string, number> {
  const cited = new Map<string, number>()
  for (const { domain, since } of brands) {
    if (isCitedSite(domain)) cited.set(domain, Math.min(since, cited.get(domain) ?? since))
  }
  return cited
}
