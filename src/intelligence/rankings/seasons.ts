import { mix, unit } from '../../text/hash.ts'
import { isSouthern, type Place } from './places.ts'

/** The annual season of a keyword: searches are 1 + size × shape[index of the date + shift] times the usual ones. */
export interface Season {
  /** By days since the peak, with mean 0. */
  shape: readonly number[]
  shift: number
  size: number
}

const YEAR = 366

function shapeOf(at: (days: number) => number): number[] {
  const values = Array.from({ length: YEAR }, (_, i) => at(Math.min(i, YEAR - i)))
  const mean = values.reduce((sum, value) => sum + value, 0) / YEAR
  return values.map((value) => value - mean)
}

/** Half the year above the mean, half below. */
const BROAD = shapeOf((days) => Math.cos((2 * Math.PI * days) / YEAR))
/** A peak of some weeks, about ten times the mean at its top. */
const SHARP = shapeOf((days) => 11.5 * Math.exp(-((days / 18) ** 2)))

interface Known {
  words: RegExp
  /** Index of the date of the peak in a leap year. */
  peak: number
  size: number
  shape: readonly number[]
  /** Half a year later in the south. */
  weather?: true
}

const KNOWN: readonly Known[] = [
  {
    words: /\b(?:gifts?|presents?|christmas|xmas|advent|toys?|stocking)\b/,
    peak: 346,
    size: 0.55,
    shape: SHARP,
  },
  { words: /\bhalloween|pumpkin/, peak: 300, size: 0.8, shape: SHARP },
  { words: /\bvalentine/, peak: 41, size: 0.8, shape: SHARP },
  { words: /\beaster\b/, peak: 96, size: 0.7, shape: SHARP },
  { words: /\bblack friday|cyber monday/, peak: 331, size: 0.85, shape: SHARP },
  { words: /\b(?:back to school|school|backpacks?|student)\b/, peak: 236, size: 0.2, shape: SHARP },
  { words: /\b(?:gym|diet|fitness|weight loss|resolutions?)\b/, peak: 7, size: 0.1, shape: SHARP },
  { words: /\btax(?:es)?\b/, peak: 90, size: 0.25, shape: SHARP },
  {
    words:
      /\b(?:garden|patio|lawn|bbq|barbecue|camping|tents?|swim\w*|pool|sun\w*|beach|summer|sandals)\b/,
    peak: 181,
    size: 0.7,
    shape: BROAD,
    weather: true,
  },
  {
    words: /\b(?:bikes?|bicycles?|cycling|e-?bikes?|hiking|trail|running)\b/,
    peak: 160,
    size: 0.4,
    shape: BROAD,
    weather: true,
  },
  {
    words: /\b(?:hotels?|holidays?|flights?|spa|weekend breaks?|travel)\b/,
    peak: 205,
    size: 0.3,
    shape: BROAD,
    weather: true,
  },
  {
    words: /\b(?:ski\w*|snow\w*|winter|heaters?|coats?|gloves|thermal)\b/,
    peak: 358,
    size: 0.7,
    shape: BROAD,
    weather: true,
  },
]

/** Most keywords have a weak season at any time of the year. */
export function seasonOf(normal: string, place: Place, stream: number): Season {
  const known = KNOWN.find(({ words }) => words.test(normal))
  if (!known) {
    const peak = (mix(stream, 1) >>> 8) % YEAR
    return { shape: BROAD, shift: YEAR - peak, size: 0.03 + 0.15 * unit(mix(stream, 2)) ** 2 }
  }
  const { shape, size, weather } = known
  const peak = (known.peak + (weather && isSouthern(place) ? YEAR / 2 : 0)) % YEAR
  return { shape, shift: YEAR - peak, size: size * (0.85 + 0.3 * unit(mix(stream, 3))) }
}
