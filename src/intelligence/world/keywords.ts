import { normalize } from '../../accounts/normalize.ts'

/** A campaign, or a phase of it. */
interface Tracking {
  readonly keywords: readonly string[]
}

/** The normalized keywords of a campaign, each once; its own list if that is the same, as most are. */
export function normalKeywords({ keywords }: Tracking): readonly string[] {
  const normal = keywords.map(normalize)
  const isSame = normal.every((keyword, n) => keyword === keywords[n])
  const distinct = isDistinct(normal) ? normal : [...new Set(normal)]
  return isSame && distinct === normal ? keywords : distinct
}

/** Whether one of these campaigns has, or had, a keyword in any case. */
export function isTracked(campaigns: readonly Tracking[], keyword: string): boolean {
  const normal = normalize(keyword)
  return campaigns.some((campaign) => hasKeyword(campaign, normal))
}

/** Keywords that are compared one by one, or looked through; more are put in a set. */
const FEW_KEYWORDS = 8

function isDistinct(all: readonly string[]): boolean {
  if (all.length > FEW_KEYWORDS) return new Set(all).size === all.length
  return all.every((each, n) => all.indexOf(each) === n)
}

// By the list, because equal ones are shared.
const sets = new WeakMap<readonly string[], ReadonlySet<string>>()

/** Whether a phase has a normalized keyword. */
export function hasKeyword({ keywords }: Tracking, normal: string): boolean {
  if (keywords.length <= FEW_KEYWORDS) return keywords.includes(normal)
  let known = sets.get(keywords)
  if (!known) {
    known = new Set(keywords)
    sets.set(keywords, known)
  }
  return known.has(normal)
}
