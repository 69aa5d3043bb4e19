import type { Campaign } from '../../accounts/campaign.ts'
import { normalize } from '../../accounts/normalize.ts'
import type { Steps } from '../../time/steps.ts'
import { formatDay } from '../dates.ts'
import { daysOf, type Period } from '../period.ts'
import type { Slice } from '../rankings/rankings.ts'
import type { Mention } from '../records.ts'
import { completeContext, contextFor, earlier, type Rival } from './context.ts'
import type { MentionFacts } from './mention-facts.ts'
import { byTime, countMentions, factsOf, type MentionQuery, mentionOf } from './mentions.ts'

/** A brand of an account, with its campaigns; its mentions count once, however many campaigns there are. */
export interface OwnBrand {
  brand: string
  campaigns: Campaign[]
  /** As in `watchedSince`. */
  since: string
}

/** The brands of an account in the order of their first campaigns. */
export function brandsOf(campaigns: readonly Campaign[]): OwnBrand[] {
  const brands = new Map<string, OwnBrand>()
  for (const campaign of campaigns) {
    const key = normalize(campaign.brand)
    const known = brands.get(key)
    if (known) {
      known.campaigns.push(campaign)
      known.since = earlier(known.since, campaign)
    } else {
      const { brand, tracked_since } = campaign
      brands.set(key, { brand, campaigns: [campaign], since: tracked_since })
    }
  }
  return [...brands.values()]
}

/** Other names in the answers about a brand. */
export function rivalsOf(
  seed: number,
  { brand, campaigns }: Pick<OwnBrand, 'brand' | 'campaigns'>,
): readonly Rival[] {
  return completeContext(seed, brand, contextFor(campaigns, brand)).rivals
}

/** The newest mentions of any of the brands. */
export function* recentMentionSteps(
  seed: number,
  brands: readonly OwnBrand[],
  period: Period,
  limit: number,
): Steps<Mention[]> {
  const { first, last } = daysOf(period)
  // Hardly a day passes without a mention, so the search starts with the last days.
  for (let days = 1; ; days *= 4) {
    const from = formatDay(Math.max(first, last - days + 1))
    const slice = { offset: 0, limit }
    const newest = yield* brandMentionSteps(seed, brands, { ...period, from }, slice)
    if (newest.length === limit || last - days + 1 <= first) return newest
  }
}

/** Selects mentions of several brands. */
export type BrandsQuery = Omit<MentionQuery, 'brand' | 'context'>

/** A page of the mentions of all the brands, newest first. */
export function* brandMentionSteps(
  seed: number,
  brands: readonly OwnBrand[],
  query: BrandsQuery,
  { offset, limit }: Slice,
): Steps<Mention[]> {
  const found: Found[] = []
  for (const own of brands) {
    let left = offset + limit
    for (const facts of factsOf(seed, { ...query, brand: own.brand, since: own.since })) {
      found.push({ own, facts })
      if (--left <= 0) break
    }
    yield
  }
  found.sort((a, b) => byTime(a.facts, b.facts))
  const page: Mention[] = []
  for (const one of found.slice(offset, offset + limit)) {
    page.push(inWords(seed, one))
    yield
  }
  return page
}

/** The total number of mentions of the brands. */
export function* brandCountSteps(
  seed: number,
  brands: readonly OwnBrand[],
  query: BrandsQuery,
): Steps<number> {
  let sum = 0
  for (const { brand, since } of brands) {
    sum += countMentions(seed, { ...query, brand, since })
    yield
  }
  return sum
}

interface Found {
  own: OwnBrand
  facts: MentionFacts
}

function inWords(seed: number, { own: { brand, campaigns }, facts }: Found): Mention {
  return mentionOf(brand, completeContext(seed, brand, contextFor(campaigns, brand)), facts)
}
