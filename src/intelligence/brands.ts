import type { Campaign } from '../accounts/campaign.ts'
import { completeContext, contextFor, type Rival } from './context.ts'
import { formatDay } from './dates.ts'
import type { MentionFacts } from './mention-facts.ts'
import { byTime, factsOf, type Mention, mentionOf } from './mentions.ts'
import { daysOf, type Period } from './period.ts'
import { normalize } from './site.ts'

/** A brand of an account, and the campaigns about it; its mentions count once however many those are. */
export interface OwnBrand {
  brand: string
  campaigns: Campaign[]
}

/** The brands of an account in the order of their first campaigns. */
export function brandsOf(campaigns: readonly Campaign[]): OwnBrand[] {
  const brands = new Map<string, OwnBrand>()
  for (const campaign of campaigns) {
    const key = normalize(campaign.brand)
    const known = brands.get(key)
    if (known) known.campaigns.push(campaign)
    else brands.set(key, { brand: campaign.brand, campaigns: [campaign] })
  }
  return [...brands.values()]
}

/** Names that answers may give beside a brand. */
export function rivalsOf(seed: number, { brand, campaigns }: OwnBrand): readonly Rival[] {
  return completeContext(seed, brand, contextFor(campaigns, brand)).rivals
}

/** The newest mentions of any of the brands. */
export function recentMentions(
  seed: number,
  brands: readonly OwnBrand[],
  period: Period,
  limit: number,
): Mention[] {
  const { first, last } = daysOf(period)
  // Hardly a day passes without a mention: look at the last ones before looking at all.
  for (let days = 1; ; days *= 4) {
    const from = formatDay(Math.max(first, last - days + 1))
    const newest = brands
      .flatMap((own) => newestOf(seed, own, { ...period, from }, limit))
      .sort((a, b) => byTime(a.facts, b.facts))
      .slice(0, limit)
    if (newest.length < limit && last - days + 1 > first) continue

    return newest.map(({ own: { brand, campaigns }, facts }) =>
      mentionOf(brand, completeContext(seed, brand, contextFor(campaigns, brand)), facts),
    )
  }
}

function newestOf(seed: number, own: OwnBrand, period: Period, limit: number) {
  const found: { own: OwnBrand; facts: MentionFacts }[] = []
  for (const facts of factsOf(seed, { ...period, brand: own.brand })) {
    found.push({ own, facts })
    if (found.length >= limit) break
  }
  return found
}
