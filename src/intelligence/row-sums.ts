import { mean, round2 } from './figures.ts'
import { trafficOf, visibilityOf, visibilityWeight } from './visibility.ts'

/** Sums over ranking rows, integers all, so that every average made of them is exact. */
export interface RowSums {
  rows: number
  /** Of positions. */
  positions: number
  /** Of visibility weights. */
  weight: number
  /** Of estimated visits, in hundredths. */
  traffic: number
}

export function emptySums(): RowSums {
  return { rows: 0, positions: 0, weight: 0, traffic: 0 }
}

/** Adds one row; `searches` of its day in hundredths. */
export function addRow(sums: RowSums, position: number, searches: number): void {
  sums.rows++
  sums.positions += position
  sums.weight += visibilityWeight(position)
  sums.traffic += trafficOf(searches, position)
}

export function addSums(sums: RowSums, more: RowSums): void {
  sums.rows += more.rows
  sums.positions += more.positions
  sums.weight += more.weight
  sums.traffic += more.traffic
}

/** Mean position; null of no rows. */
export function averageOf(sums: RowSums): number | null {
  return mean(sums.positions, sums.rows)
}

/** 0–100; null of no rows. */
export function visibilityOfSums(sums: RowSums): number | null {
  return visibilityOf(sums.weight, sums.rows)
}

/** Estimated visits; 0 of no rows. */
export function visitsOf(sums: RowSums): number {
  return round2(sums.traffic / 100)
}
