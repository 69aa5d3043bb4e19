import type { Campaign } from '../../accounts/campaign.ts'
import { normalize } from '../../accounts/normalize.ts'

// By the list, because campaigns share equal ones.
const normals = new WeakMap<readonly string[], readonly string[]>()

/** The normalized keywords of a campaign, each once. */
export function normalKeywords({ keywords }: Pick<Campaign, 'keywords'>): readonly string[] {
  let known = normals.get(keywords)
  if (!known) {
    const normal = [...new Set(keywords.map(normalize))]
    known = keywords.every((keyword, n) => keyword === normal[n]) ? keywords : normal
    normals.set(keywords, known)
  }
  return known
}

/** Keywords of a campaign that are looked through; more are kept as a set. */
const FEW_KEYWORDS = 8

const sets = new WeakMap<Campaign, ReadonlySet<string>>()

/** Whether a campaign has a normalized keyword. */
export function hasKeyword(campaign: Campaign, normal: string): boolean {
  const all = normalKeywords(campaign)
  if (all.length <= FEW_KEYWORDS) return all.includes(normal)
  let known = sets.get(campaign)
  if (!known) {
    known = new Set(all)
    sets.set(campaign, known)
  }
  return known.has(normal)
}
