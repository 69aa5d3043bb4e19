import { normalize } from '../../accounts/normalize.ts'
import { hashText, mix, signed } from '../../text/hash.ts'

/** Each block of so many days has one update: five a year, as Google announces core and spam updates. */
const BLOCK = 73
/** An update begins in the first days of its block, so that two updates are at least a month apart. */
const SPREAD = 40
/** Days after which an update has no effect any more: a site has recovered, or others have caught up. */
const FADE = 150
/** Part of the effect on the days of the rollout, before it begins to fade. */
export const ROLLOUT = [0.65, 0.9] as const

/** The stream of update dates of a search engine, the same for all sites of a seed. */
export function updateStream(seed: number, engine: string): number {
  return hashText(engine, mix(seed, 8))
}

/** The search engine of a setting such as "google.co.uk"; Google without one. */
export function engineOf(setting: string | undefined): string {
  return /^[a-z]+/.exec(normalize(setting ?? ''))?.[0] ?? 'google'
}

/** The days from `first` to `last` on which an algorithm update began. */
export function updatesBetween(stream: number, first: number, last: number): number[] {
  const days: number[] = []
  for (let block = Math.floor(first / BLOCK); block * BLOCK <= last; block++) {
    const day = dayOfUpdate(stream, block)
    if (day >= first && day <= last) days.push(day)
  }
  return days
}

/** The day of the last update up to `day`. */
export function lastUpdate(stream: number, day: number): number {
  const block = Math.floor(day / BLOCK)
  const found = dayOfUpdate(stream, block)
  return found <= day ? found : dayOfUpdate(stream, block - 1)
}

/**
 * The effect of the updates of the last `FADE` days on a site, on the logarithmic scale of positions: mostly some places,
 * sometimes many.
 */
export function effectOfUpdates(stream: number, site: number, day: number): number {
  let effect = 0
  const first = day - FADE + 1
  for (let block = Math.floor(first / BLOCK); block * BLOCK <= day; block++) {
    const update = dayOfUpdate(stream, block)
    if (update < first || update > day) continue
    const turn = signed(mix(site, update))
    const size = 0.12 * Math.sign(turn) + 0.55 * turn * Math.abs(turn)
    const age = day - update
    effect += size * (ROLLOUT[age] ?? 1 - age / FADE)
  }
  return effect
}

function dayOfUpdate(stream: number, block: number): number {
  return block * BLOCK + ((mix(stream, block) >>> 8) % SPREAD)
}
