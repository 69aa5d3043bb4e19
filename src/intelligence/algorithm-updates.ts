import { mix, signed } from './hash.ts'

/** One update begins in each block of so many days: five a year, as Google announces core and spam updates. */
const BLOCK = 73
/** In so many days of the block, so that two updates are at least a month apart. */
const SPREAD = 40
/** After so many days nothing is left of what an update did to a site: it has recovered, or others have caught up. */
const FADE = 150
/** Part of the effect on the days on which an update is rolled out; then it begins to fade. */
export const ROLLOUT = [0.65, 0.9] as const

/** The dates of updates, which are the same for all sites of a seed. */
export function updateStream(seed: number): number {
  return mix(seed, 8)
}

/** The days, from `first` to `last`, on which the search engine began to rank by a new algorithm. */
export function updatesBetween(stream: number, first: number, last: number): number[] {
  const days: number[] = []
  for (let block = Math.floor(first / BLOCK); block * BLOCK <= last; block++) {
    const day = dayOfUpdate(stream, block)
    if (day >= first && day <= last) days.push(day)
  }
  return days
}

/** The day of the last update up to this day. */
export function lastUpdate(stream: number, day: number): number {
  const block = Math.floor(day / BLOCK)
  const found = dayOfUpdate(stream, block)
  return found <= day ? found : dayOfUpdate(stream, block - 1)
}

/**
 * Adds to consecutive days what updates did to a site, on the logarithmic scale of positions: most do
 * some places, some a lot. A day follows from the updates of the last `FADE` days alone.
 */
export function addUpdates(sums: Float64Array, first: number, stream: number, site: number): void {
  const end = first + sums.length
  for (const day of updatesBetween(stream, first - FADE, end - 1)) {
    const turn = signed(mix(site, day))
    const size = 0.12 * Math.sign(turn) + 0.55 * turn * Math.abs(turn)
    for (let at = Math.max(first, day); at < Math.min(end, day + FADE); at++) {
      const age = at - day
      const part = ROLLOUT[age] ?? 1 - age / FADE
      sums[at - first] = (sums[at - first] as number) + size * part
    }
  }
}

function dayOfUpdate(stream: number, block: number): number {
  return block * BLOCK + ((mix(stream, block) >>> 8) % SPREAD)
}
