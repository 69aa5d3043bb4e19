import { mix, unit } from './hash.ts'
import type { Kind } from './kinds.ts'
import { GENERIC } from './wording-generic.ts'
import { DINING, LODGING, TRANSPORT, TRAVEL } from './wording-hospitality.ts'
import { FOOD, GOODS, SOFTWARE } from './wording-products.ts'
import { EDUCATION, FINANCE, HEALTH, PROFESSIONAL, TRADES } from './wording-services.ts'

/**
 * What people praise and complain about, by theme. What a theme holds can contradict itself, so an
 * answer takes from a theme once, be it praise or complaint; what can contradict each other, such as
 * price and value, is one theme. Every text is a noun phrase that fits after "for", "with" and "about".
 */
export type Themes = Readonly<
  Record<string, { praise: readonly string[]; complaint: readonly string[] }>
>

/** How answers speak about one kind of business. */
export interface Wording {
  /** What is listed, in the singular and in the plural. */
  names: readonly [one: string, many: string]
  /** Those who have an opinion, in the plural. */
  people: string
  themes: Themes
  audiences: readonly Audience[]
  /** Second words of invented company names. */
  suffixes: readonly string[]
}

/** Whom something suits; fits after "a good fit for". */
export interface Audience {
  text: string
  /** What these people look at first: praised where it suits them, not blamed where it may. */
  theme: string
}

export const WORDING: Record<Kind, Wording> = {
  software: SOFTWARE,
  goods: GOODS,
  food: FOOD,
  lodging: LODGING,
  travel: TRAVEL,
  transport: TRANSPORT,
  dining: DINING,
  trades: TRADES,
  professional: PROFESSIONAL,
  finance: FINANCE,
  health: HEALTH,
  education: EDUCATION,
  generic: GENERIC,
}

/** Different themes in an order that the hash decides, without the one to avoid. */
export function drawThemes(
  { themes }: Wording,
  count: number,
  hash: number,
  avoid?: string,
): string[] {
  const names = Object.keys(themes).filter((name) => name !== avoid)
  for (let n = 0; n < count; n++) {
    const other = n + Math.floor(unit(mix(hash, n)) * (names.length - n))
    const drawn = names[other] as string
    names[other] = names[n] as string
    names[n] = drawn
  }
  return names.slice(0, count)
}
