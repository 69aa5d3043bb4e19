/** Positions without those of rows that have none. */
export function ranked(positions: readonly (number | null)[]): number[] {
  return positions.filter((position) => position !== null)
}

/** The place of a position for comparisons: below the list without one. */
export function placeOf(position: number | null | undefined): number {
  return position ?? 101
}
