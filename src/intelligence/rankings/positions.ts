import type { Story } from '../../accounts/campaign.ts'
import { dayNumber } from '../dates.ts'
import { addNoise, easing, mix, signed } from '../hash.ts'
import { countDays, type Days } from '../period.ts'
import { addUpdates, lastUpdate, ROLLOUT } from './algorithm-updates.ts'
import type { Track } from './tracks.ts'

const TREND = easing(110)
const SITE = easing(75)
const WEEK = easing(7)
const DAYS_TOGETHER = easing(4)
const JUMP_BLOCK = 45

/** Positions by logarithm in steps of 1/256: a look-up is much cheaper than an exponential. */
const STEPS = 256

/** From this place on, pages are nearly equal. */
const CROWDED = 60
const CROWDED_LOG = Math.log(CROWDED)
/** How far below CROWDED a site sinks at most, apart from daily variation. */
const SINK = 31
/** The most places by which a day varies in the crowd. */
const UNREST = 8

const POSITIONS = Uint8Array.from({ length: Math.ceil(CROWDED_LOG * STEPS) + 1 }, (_, step) =>
  Math.round(Math.exp((step + 0.5) / STEPS)),
)

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

/** The positions, 1 to 100, of consecutive days. */
export function positionsOn(track: Track, first: number, last: number): Uint8Array {
  return positionsOver([track], { first, last })(0)
}

/**
 * The positions of the tracks of one site on consecutive days, by number of the track. Each is computed on demand,
 * their common part once.
 */
export function positionsOver(tracks: readonly Track[], days: Days): (track: number) => Uint8Array {
  const fill = positionFiller(tracks, days)
  return (track) => {
    const positions = new Uint8Array(countDays(days))
    fill(track, positions, 0)
    return positions
  }
}

/**
 * As `positionsOver`, into the caller's array from the index `at` on, because allocating for many keywords costs
 * more than computing. It works on a logarithmic scale, as in real rankings: a page in third place moves by one
 * place, a page in sixtieth by ten. A day's position does not depend on the other requested days.
 */
export function positionFiller(
  tracks: readonly Track[],
  days: Days,
): (track: number, positions: Uint8Array, at: number) => void {
  const { first } = days
  const moves = new Float64Array(countDays(days))
  let tide: Tide | undefined
  return (number, positions, at) => {
    const track = tracks[number] as Track
    tide ??= tideOf(track, days)
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
      else if (log < CROWDED_LOG) positions[at + i] = POSITIONS[(log * STEPS) | 0] as number
      else positions[at + i] = crowdedPosition(log - CROWDED_LOG, stream, first + i)
    }
  }
}

/**
 * Compresses places far down the list, so that no page stays at 100, and varies them more by day, which decides the
 * order among many equals. `depth` is below CROWDED_LOG.
 */
function crowdedPosition(depth: number, stream: number, day: number): number {
  const sunk = 1 - Math.exp((-depth * CROWDED) / SINK)
  const unrest = 0.55 * signed(mix(stream, day)) + 0.45 * signed(mix(stream, day - 1))
  return Math.min(100, Math.round(CROWDED + sunk * (SINK + UNREST * unrest)))
}

/**
 * Occasionally a page drops or climbs suddenly, and drifts back or returns as suddenly, as if another page of the
 * site had replaced it for a while: at most once in each block of days and within it, so that a day depends on one
 * block.
 */
function addJumps(moves: Float64Array, first: number, stream: number): void {
  const end = first + moves.length
  for (let block = Math.floor(first / JUMP_BLOCK); block * JUMP_BLOCK < end; block++) {
    const hash = mix(stream, block)
    if ((hash & 0xff) > 110) continue

    const length = 3 + ((hash >>> 8) & 15)
    const start = block * JUMP_BLOCK + (((hash >>> 12) & 0xff) % (JUMP_BLOCK - length))
    // Drops are somewhat more common than sudden climbs.
    const size = (hash >>> 28 < 9 ? 1 : -1) * (0.3 + ((hash >>> 20) & 0xff) / 400)
    const drift = (hash & 1) / length
    for (let day = Math.max(first, start); day < Math.min(end, start + length); day++) {
      moves[day - first] = (moves[day - first] as number) + size * (1 - (day - start) * drift)
    }
  }
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
