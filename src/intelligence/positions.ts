import { addUpdates } from './algorithm-updates.ts'
import { dayNumber } from './dates.ts'
import { addNoise, easing, mix, signed } from './hash.ts'
import { countDays, type Days } from './period.ts'
import { addStory, launched } from './stories.ts'
import type { Track } from './tracks.ts'

const TREND = easing(110)
const SITE = easing(75)
const WEEK = easing(7)
const DAYS_TOGETHER = easing(4)
const JUMP_BLOCK = 45

/** Positions by logarithm in steps of 1/256: a look-up costs a fraction of an exponential. */
const STEPS = 256

/** From this place on, places are crowded, and nobody is far ahead of the next. */
const CROWDED = 60
const CROWDED_LOG = Math.log(CROWDED)
/** How many places below it a site sinks at most, apart from what the days do to it. */
const SINK = 31
/** How many places a crowded day differs at most. */
const UNREST = 8

const POSITIONS = Uint8Array.from({ length: Math.ceil(CROWDED_LOG * STEPS) + 1 }, (_, step) =>
  Math.round(Math.exp((step + 0.5) / STEPS)),
)

/** What moves the keywords of one site together on consecutive days. */
export interface Tide {
  season: Float64Array
  /** Felt by each keyword according to its exposure. */
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
 * The positions of the tracks of one site on consecutive days, by number of the track: each is computed
 * when it is asked for, what they have in common once.
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
 * As `positionsOver`, into the caller's array from the index `at` on, because over many keywords
 * allocating costs more than computing. Everything happens on a logarithmic scale, as in real rankings: a
 * page in third place moves by one place, a page in sixtieth by ten. A day's position does not depend on
 * which other days are asked for.
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
      // By the third power: most days are calm, and the calm is broken now and then.
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
 * Far down the list the way gets longer, so that nobody arrives at 100 and stays there, and the days
 * change more: what they do to many equals decides the order. `depth` is that below CROWDED_LOG.
 */
function crowdedPosition(depth: number, stream: number, day: number): number {
  const sunk = 1 - Math.exp((-depth * CROWDED) / SINK)
  const unrest = 0.55 * signed(mix(stream, day)) + 0.45 * signed(mix(stream, day - 1))
  return Math.min(100, Math.round(CROWDED + sunk * (SINK + UNREST * unrest)))
}

/**
 * Now and then a page drops or climbs at once, and drifts back over the following days or returns as
 * suddenly, as when another page of the site took its place for a while: at most once in
 * each block of days, and wholly inside of it, so that a day needs to look at one block only.
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
