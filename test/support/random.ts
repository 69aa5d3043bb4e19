import { mix, unit } from '../../src/text/hash.ts'

/** Numbers that follow from a seed alone, so that a failure can be repeated. */
export interface Random {
  /** A whole number from 0 up to, but not including, `end`. */
  below(end: number): number
  pick<T>(list: readonly T[]): T
  /** True in so many of a hundred cases. */
  chance(percent: number): boolean
}

export function randomFrom(seed: number): Random {
  let drawn = 0
  const below = (end: number) => Math.floor(unit(mix(seed, drawn++)) * end)
  return {
    below,
    pick: (list) => list[below(list.length)] as (typeof list)[number],
    chance: (percent) => below(100) < percent,
  }
}
