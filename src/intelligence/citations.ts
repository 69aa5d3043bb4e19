import type { Campaign } from '../accounts/campaign.ts'
import type { Steps } from '../time/steps.ts'
import { completeContext, contextFor, watchedSince } from './context.ts'
import { percent } from './figures.ts'
import { mentionCitations } from './mention-text.ts'
import { factsOf } from './mentions.ts'
import type { Period } from './period.ts'

/** How many sites are listed; percentages are of all. */
const LISTED = 10

/** Which sites the answers that name a brand rely on. */
export interface CitationFigures {
  /** Citations in all of these answers. */
  total: number
  /** The sites that are cited most often. */
  domains: CitedDomain[]
}

export interface CitedDomain {
  domain: string
  /** Whether it is the site of the brand. */
  own: boolean
  citations: number
  /** Percent of all citations. */
  share: number
}

/** Counts the citations of the mentions that GET /chat/mentions lists; `account` as in `contextFor`. */
export function* citationSteps(
  seed: number,
  brand: string,
  account: readonly Campaign[],
  period: Period,
): Steps<CitationFigures> {
  const context = completeContext(seed, brand, contextFor(account, brand))
  const counts = new Map<string, number>()
  let total = 0
  for (const facts of factsOf(seed, { ...period, brand, since: watchedSince(account, brand) })) {
    yield
    for (const { domain } of mentionCitations(brand, context, facts)) {
      counts.set(domain, (counts.get(domain) ?? 0) + 1)
      total++
    }
  }
  return {
    total,
    domains: [...counts]
      .sort(([a, most], [b, more]) => more - most || (a < b ? -1 : 1))
      .slice(0, LISTED)
      .map(([domain, citations]) => ({
        domain,
        own: domain === context.domain,
        citations,
        share: percent(citations, total),
      })),
  }
}
