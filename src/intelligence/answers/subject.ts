import type { Contestant } from '../world/contestants.ts'
import type { Topic } from '../world/rivalry.ts'
import { isCitedSite } from './sites.ts'

/**
 * What the text of an answer says about its topic. It refers to no campaign, so that an answer whose text is made late does
 * not keep the world in which it was found.
 */
export interface Subject extends Pick<Topic, 'keyword' | 'kind' | 'location'> {
  /** Seeds the identifiers of its answers. */
  identity: number
  /** The sites that compete for the keyword, of those that answers cite anyway, and since when, epoch milliseconds. */
  citedRivals: ReadonlyMap<string, number>
}

export function subjectOf(
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
