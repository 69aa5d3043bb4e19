/** Rounds for display: two decimals, never −0. Every average and percentage goes through here. */
export function round2(value: number): number {
  return Math.round(value * 100) / 100 + 0
}

/** The mean of integers rounded to two decimals; null of nothing. */
export function mean(sum: number, count: number): number | null {
  return count === 0 ? null : round2(sum / count)
}

/** Percent of the whole, two decimals; 0 of nothing. */
export function percent(part: number, whole: number): number {
  return whole === 0 ? 0 : round2((part / whole) * 100)
}

/** How much two figures differ, rounded; null when there is nothing to compare with. */
export function difference(minuend: number | null, subtrahend: number | null): number | null {
  return minuend === null || subtrahend === null ? null : round2(minuend - subtrahend)
}
