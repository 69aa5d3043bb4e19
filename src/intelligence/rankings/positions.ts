import type { Story } from '../../accounts/campaign.ts'
import { addNoise, easing, mix, signed, unit } from '../../text/hash.ts'
import { dayNumber } from '../dates.ts'
import { countDays, type Days } from '../period.ts'
import { addUpdates, lastUpdate, ROLLOUT } from './algorithm-updates.ts'
import { OUT_OF_SIGHT, type Track } from './tracks.ts'

const TREND = easing(110)
const SITE = easing(75)
const WEEK = easing(7)
const DAYS_TOGETHER = easing(4)
const JUMP_BLOCK = 45

/** Positions by logarithm in steps of 1/256: a look-up is much cheaper than an exponential. */
const STEPS = 256

/** In arrays of positions: not among the first 100 results. */
export const UNRANKED = 0
/** In arrays of positions: no row on this day. */
export const NO_ROW = 255
/** How many results a check reads. */
export const DEPTH = 100

/** The rank of a position for comparisons: the place below the list for an unranked one. */
export function rankOf(position: number): number {
  return position === UNRANKED ? DEPTH + 1 : position
}

const DEPTH_LOG = Math.log(DEPTH + 0.5)

const POSITIONS = Uint8Array.from({ length: Math.ceil(DEPTH_LOG * STEPS) + 1 }, (_, step) => {
  const position = Math.round(Math.exp((step + 0.5) / STEPS))
  return position > DEPTH ? UNRANKED : position
})

/** The common movement of a site's keywords on consecutive days. */
export interface Tide {
  season: Float64Array
  /** Applied to each keyword by its exposure. */
  updates: Float64Array
}

function tideOf({ site, updates, story }: Track, { first, last }: Days): Tide {
  const length = countDays({ first, last })
  const tide = { season: new Float64Array(length), updates: new Float64Array(length) }
  addNoise(tide.season, first, site, SITE, 0.2)
  addNoise(tide.season, first, mix(site, 1), DAYS_TOGETHER, 0.06)
  addUpdates(tide.updates, first, updates, mix(site, 2))
  if (story) addStory(tide.updates, first, story, updates)
  return tide
}

/** The positions of consecutive days, 1 to 100 or UNRANKED. */
export function positionsOn(track: Track, first: number, last: number): Uint8Array {
  const positions = new Uint8Array(countDays({ first, last }))
  positionFiller({ first, last })(track, positions, 0)
  return positions
}

/** Fills in the positions of a track, 1 to 100 or UNRANKED, into the caller's array from the index `at` on. */
export type PositionFiller = (track: Track, positions: Uint8Array, at: number) => void

/**
 * Computes the positions of any tracks on consecutive days, as if no other site competed; the common part of a site
 * once. It works on a logarithmic scale, as in real rankings: a page in third place moves by one place, a page in
 * sixtieth by ten. A day's position does not depend on the other requested days.
 */
export function positionFiller(days: Days): PositionFiller {
  const { first } = days
  const moves = new Float64Array(countDays(days))
  const tides = new Map<number, Tide>()
  return (track, positions, at) => {
    let tide = tides.get(track.tide)
    if (!tide) {
      tide = tideOf(track, days)
      tides.set(track.tide, tide)
    }
    const { season, updates } = tide
    moves.set(season)
    addNoise(moves, first + (track.trend & 127), track.trend, TREND, 0.5)
    addNoise(moves, first + (track.week & 7), track.week, WEEK, 0.1)
    addJumps(moves, first, track.jump)

    const { level, liveliness, exposure, day: stream, story } = track
    const launch = story?.kind === 'launch' ? dayNumber(story.date) : undefined
    for (let i = 0; i < moves.length; i++) {
      // Cubed: most days are calm, with occasional larger moves.
      const chance = signed(mix(stream, first + i))
      const move =
        (moves[i] as number) + exposure * (updates[i] as number) + 0.14 * chance * chance * chance
      const base = launch === undefined ? level : launched(level, launch, exposure, first + i)
      const log = base + liveliness * move
      if (log <= 0) positions[at + i] = 1
      else positions[at + i] = log < DEPTH_LOG ? (POSITIONS[(log * STEPS) | 0] as number) : UNRANKED
    }
  }
}

/**
 * Occasionally a page drops or climbs suddenly, and drifts back or returns as suddenly, mostly because another page of
 * the site replaces it for a while: at most once in each block of days and within it, so that a day depends on one
 * block.
 */
function addJumps(moves: Float64Array, first: number, stream: number): void {
  const end = first + moves.length
  for (let block = Math.floor(first / JUMP_BLOCK); block * JUMP_BLOCK < end; block++) {
    const hash = mix(stream, block)
    if (!hasJump(hash)) continue
    const length = lengthOf(hash)
    const start = startOf(hash, block)
    // Drops are somewhat more common than sudden climbs.
    const size = (hash >>> 28 < 9 ? 1 : -1) * (0.3 + ((hash >>> 20) & 0xff) / 400)
    const drift = (hash & 1) / length
    for (let day = Math.max(first, start); day < Math.min(end, start + length); day++) {
      moves[day - first] = (moves[day - first] as number) + size * (1 - (day - start) * drift)
    }
  }
}

/** The hash of the jump that a keyword is in on a day. */
export function jumpOn(stream: number, day: number): number | undefined {
  const block = Math.floor(day / JUMP_BLOCK)
  const hash = mix(stream, block)
  if (!hasJump(hash)) return undefined
  const start = startOf(hash, block)
  return day >= start && day < start + lengthOf(hash) ? hash : undefined
}

function hasJump(hash: number): boolean {
  return (hash & 0xff) <= 110
}

function lengthOf(hash: number): number {
  return 3 + ((hash >>> 8) & 15)
}

function startOf(hash: number, block: number): number {
  return block * JUMP_BLOCK + (((hash >>> 12) & 0xff) % (JUMP_BLOCK - lengthOf(hash)))
}

/** Days for which a second page of a site ranks, and the part of such times, in 256ths. */
const DOUBLE_BLOCK = 50
const DOUBLES = 28

/**
 * Fills in the place that a second page of the site would have on consecutive days, some way below the first;
 * UNRANKED on most days. Returns whether there is any.
 */
export function fillSecondPages(
  { double }: Track,
  first: number,
  places: Uint8Array,
  seconds: Uint8Array,
): boolean {
  let isAny = false
  for (let i = 0; i < places.length; ) {
    const block = Math.floor((first + i) / DOUBLE_BLOCK)
    const end = Math.min(places.length, (block + 1) * DOUBLE_BLOCK - first)
    const hash = mix(double, block)
    if ((hash & 0xff) >= DOUBLES) {
      seconds.fill(UNRANKED, i, end)
      i = end
      continue
    }
    const factor = 1.15 + 2 * unit(mix(hash, 1))
    for (; i < end; i++) {
      const place = places[i] as number
      const below = Math.ceil(place * (factor + 0.1 * signed(mix(hash, first + i))))
      const isListed = place !== UNRANKED && below <= DEPTH
      seconds[i] = isListed ? below : UNRANKED
      isAny ||= isListed
    }
  }
  return isAny
}

/** Length and size of a rise on the logarithmic scale: from place 45 to 10, for example. */
const RISE = { days: 240, size: 1.5 }
const RISING = easing(RISE.days)

/** The size of a fall after an update, and the part that is left after some days. */
const FALL = { days: 240, size: 1, left: 0.65 }

/** How far below the list a site starts, the delay between its first and last page, and its pace. */
const LAUNCH = { log: Math.log(200), delay: 12, days: 26 }

/** The weight of updates on a site with a story, which they would otherwise hide. */
const SUBDUED = 0.35

/**
 * Reduces the effect of updates on a site on consecutive days, on the logarithmic scale of positions, and adds its
 * story. `updates` is the stream of updates, since a fall follows one of them.
 */
function addStory(sums: Float64Array, first: number, story: Story, updates: number): void {
  const offset = offsetOf(story, updates)
  for (let i = 0; i < sums.length; i++) {
    sums[i] = SUBDUED * (sums[i] as number) + offset(first + i)
  }
}

function offsetOf({ kind, date }: Story, updates: number): (day: number) => number {
  const day = dayNumber(date)
  if (kind === 'rise') {
    return (at) => {
      const step = at - day + RISE.days
      return step <= 0 ? RISE.size : RISE.size * (1 - (RISING[step] ?? 1))
    }
  }
  if (kind === 'fall') {
    const hit = lastUpdate(updates, day)
    return (at) => {
      const age = at - hit
      if (age < 0) return 0
      const recovered = (1 - FALL.left) * Math.min(1, age / FALL.days)
      return FALL.size * (ROLLOUT[age] ?? 1 - recovered)
    }
  }
  if (kind === 'lost') return (at) => (at < day ? 0 : OUT_OF_SIGHT)
  return () => 0
}

/**
 * The logarithmic level of a keyword of a new site on a day; `level` is the final one. Even a good page starts at the
 * bottom; greater exposure makes it rise earlier and faster.
 */
function launched(level: number, launch: number, exposure: number, day: number): number {
  const found = launch + LAUNCH.delay * (1.5 - exposure)
  const age = Math.max(0, day - found)
  return level + (LAUNCH.log - level) * Math.exp((-age * exposure) / LAUNCH.days)
}
