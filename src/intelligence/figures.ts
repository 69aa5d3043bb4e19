import type { Changes, Figures } from './records.ts'

/** Rounds for display: two decimals, never −0. Every average and percentage goes through here. */
export function round2(value: number): number {
  return Math.round(value * 100) / 100 + 0
}

/** The mean of integers rounded to two decimals; null for an empty set. */
export function mean(sum: number, count: number): number | null {
  return count === 0 ? null : round2(sum / count)
}

/** Percent of the whole with two decimals; 0 for an empty whole. */
export function percent(part: number, whole: number): number {
  return whole === 0 ? 0 : round2((part / whole) * 100)
}

/** The rounded difference of two figures; null if one is missing. */
export function difference(minuend: number | null, subtrahend: number | null): number | null {
  return minuend === null || subtrahend === null ? null : round2(minuend - subtrahend)
}

/**
 * Percentage of searchers who click the result in places 1 to 10: Backlinko, "We analyzed 4 million Google search
 * results" (backlinko.com/google-ctr-stats).
 */
const FIRST_PAGE = [27.6, 15.8, 11.0, 8.4, 6.3, 4.9, 3.9, 3.3, 2.7, 2.4] as const

/** Studies report less than one percent for later pages and stop there; the tail is our continuation. */
const SECOND_PAGE = 0.9
const DECLINE = 0.93

/** The weight of first place. Weights are integers, so that sums do not depend on the order of addition. */
export const FULL_WEIGHT = 10_000_000

/** Percentage of searchers who click a result, by its position; a higher place always earns more. */
const RATES: readonly number[] = Array.from({ length: 101 }, (_, position) =>
  position === 0 ? 0 : (FIRST_PAGE[position - 1] ?? SECOND_PAGE * DECLINE ** (position - 11)),
)
const WEIGHTS = RATES.map((rate) => Math.round((rate / FIRST_PAGE[0]) * FULL_WEIGHT))

/** Visits from `searches` at a position, null for an unranked keyword, in the unit of the searches, as an integer. */
export function trafficOf(searches: number, position: number | null): number {
  return Math.floor(searches * ((RATES[position ?? 0] as number) / 100) + 0.5)
}

/** The weight of a position in visibility; FULL_WEIGHT for the first, 0 for an unranked keyword. */
export function visibilityWeight(position: number | null): number {
  return WEIGHTS[position ?? 0] as number
}

/**
 * Visibility from 0 to 100: the clicks that the positions earn, as a percentage of the clicks of first place for
 * every keyword. Null without rows. Semrush Position Tracking and Nightwatch define it in this way.
 */
export function visibilityOf(weightSum: number, count: number): number | null {
  return count === 0 ? null : round2(points(weightSum, count))
}

/** The points of visibility that weights are worth, unrounded. */
export function points(weightSum: number, count: number): number {
  return (weightSum / (count * FULL_WEIGHT)) * 100
}

/** Sums over ranking rows: integers, so that averages are exact. */
export interface RowSums {
  rows: number
  /** Rows with a position. */
  ranked: number
  /** Sum of positions. */
  positions: number
  /** Sum of visibility weights. */
  weight: number
  /** Estimated visits in hundredths. */
  traffic: number
}

export function emptySums(): RowSums {
  return { rows: 0, ranked: 0, positions: 0, weight: 0, traffic: 0 }
}

/** Adds one row; `searches` of its day are in hundredths. */
export function addRow(sums: RowSums, position: number | null, searches: number): void {
  sums.rows++
  if (position === null) return
  sums.ranked++
  sums.positions += position
  sums.weight += visibilityWeight(position)
  sums.traffic += trafficOf(searches, position)
}

export function addSums(sums: RowSums, more: RowSums): void {
  sums.rows += more.rows
  sums.ranked += more.ranked
  sums.positions += more.positions
  sums.weight += more.weight
  sums.traffic += more.traffic
}

/** The figures for sums of ranking rows and a number of mentions. */
export function figuresOf(sums: RowSums, mentions: number): Figures {
  return { ...rankingFigures(sums), mentions }
}

/** The average position is that of ranked rows; unranked ones count in visibility, with 0. */
export function rankingFigures({ rows, ranked, positions, weight, traffic }: RowSums) {
  return {
    average_position: mean(positions, ranked),
    visibility: visibilityOf(weight, rows),
    estimated_traffic: round2(traffic / 100),
  }
}

/** How much better a period was than the one before. */
export function changesOf(current: Figures, previous: Figures): Changes {
  const comparable = current.visibility !== null && previous.visibility !== null
  return {
    // A lower position is better.
    average_position: difference(previous.average_position, current.average_position),
    visibility: difference(current.visibility, previous.visibility),
    estimated_traffic: comparable
      ? difference(current.estimated_traffic, previous.estimated_traffic)
      : null,
    mentions: current.mentions - previous.mentions,
  }
}
