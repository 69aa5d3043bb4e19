import type { Campaign } from '../accounts/campaign.ts'
import { completeContext, contextFor, type Rival } from './context.ts'
import { factsOf, type Mention, mentionsPage } from './mentions.ts'
import type { Period } from './period.ts'
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
  const newest = brands
    .flatMap((own) => {
      const found: { own: OwnBrand; nth: number; detectedAt: number; id: string }[] = []
      for (const { detectedAt, id } of factsOf(seed, { ...period, brand: own.brand })) {
        found.push({ own, nth: found.length, detectedAt, id })
        if (found.length >= limit) break
      }
      return found
    })
    .sort((a, b) => b.detectedAt - a.detectedAt || (a.id < b.id ? -1 : 1))
    .slice(0, limit)

  return newest.flatMap(({ own, nth }) => {
    const context = contextFor(own.campaigns, own.brand)
    const query = { ...period, brand: own.brand, context }
    return mentionsPage(seed, query, { offset: nth, limit: 1 })
  })
}
