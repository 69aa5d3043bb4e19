export function median(values: number[]): number {
  return percentile(values, 0.5)
}

/** The value that `share` of all are not above, by the nearest rank. */
export function percentile(values: number[], share: number): number {
  const sorted = Float64Array.from(values).sort()
  const rank = Math.max(1, Math.ceil(sorted.length * share))
  return sorted[rank - 1] ?? Number.NaN
}
