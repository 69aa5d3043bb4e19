import { round2 } from './figures.ts'

/**
 * Share of searchers, in percent, who click the result in places 1 to 10: Backlinko, "We analyzed 4
 * million Google search results" (backlinko.com/google-ctr-stats).
 */
const FIRST_PAGE = [27.6, 15.8, 11.0, 8.4, 6.3, 4.9, 3.9, 3.3, 2.7, 2.4] as const

/** Studies see less than one percent on later pages and stop there; the tail is our continuation. */
const SECOND_PAGE = 0.9
const DECLINE = 0.93

/** The weight of first place. Weights are integers, so that sums do not depend on the order of adding. */
export const FULL_WEIGHT = 10_000_000

/** By position, in percent; a place always earns more than the next. */
const RATES = Float64Array.from({ length: 101 }, (_, position) => {
  if (position === 0) return 0
  return FIRST_PAGE[position - 1] ?? SECOND_PAGE * DECLINE ** (position - 11)
})

const PARTS = RATES.map((rate) => rate / 100)

const WEIGHTS = RATES.map((rate) => Math.round((rate / FIRST_PAGE[0]) * FULL_WEIGHT))

/** Visits that a position, 1 to 100, earns of so many searches; in the unit of the searches, whole: of 32 bits. */
export function trafficOf(searches: number, position: number): number {
  return (searches * (PARTS[position] as number) + 0.5) | 0
}

/** How much a position, 1 to 100, counts towards visibility; FULL_WEIGHT for the first. */
export function visibilityWeight(position: number): number {
  return WEIGHTS[position] as number
}

/**
 * Visibility from 0 to 100: the clicks that the positions earn, of those that first place for every
 * keyword would earn. Null of no positions. The definition is that of Semrush Position Tracking and
 * Nightwatch: 100 when every keyword is in first place.
 */
export function visibilityOf(weightSum: number, count: number): number | null {
  return count === 0 ? null : round2((weightSum / (count * FULL_WEIGHT)) * 100)
}
