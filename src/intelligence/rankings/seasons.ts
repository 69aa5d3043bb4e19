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

/** Words, the index of the date of the peak in a leap year, the size and the shape; weather is half a year later in the south. */
type Known = readonly [
  words: RegExp,
  peak: number,
  size: number,
  shape: readonly number[],
  weather?: 'weather',
]

const KNOWN: readonly Known[] = [
  [/\b(?:gifts?|presents?|christmas|xmas|advent|toys?|stocking)\b/, 346, 0.55, SHARP],
  [/\bhalloween|pumpkin/, 300, 0.8, SHARP],
  [/\bvalentine/, 41, 0.8, SHARP],
  [/\beaster\b/, 96, 0.7, SHARP],
  [/\bblack friday|cyber monday/, 331, 0.85, SHARP],
  [/\b(?:back to school|school|backpacks?|student)\b/, 236, 0.2, SHARP],
  [/\b(?:gym|diet|fitness|weight loss|resolutions?)\b/, 7, 0.1, SHARP],
  [/\btax(?:es)?\b/, 90, 0.25, SHARP],
  [
    /\b(?:garden|patio|lawn|bbq|barbecue|camping|tents?|swim\w*|pool|sun\w*|beach|summer|sandals)\b/,
    181,
    0.7,
    BROAD,
    'weather',
  ],
  [/\b(?:bikes?|bicycles?|cycling|e-?bikes?|hiking|trail|running)\b/, 160, 0.4, BROAD, 'weather'],
  [/\b(?:hotels?|holidays?|flights?|spa|weekend breaks?|travel)\b/, 205, 0.3, BROAD, 'weather'],
  [/\b(?:ski\w*|snow\w*|winter|heaters?|coats?|gloves|thermal)\b/, 358, 0.7, BROAD, 'weather'],
]

/** Most keywords have a weak season at any time of the year. */
export function seasonOf(normal: string, place: Place, stream: number): Season {
  const known = KNOWN.find(([words]) => words.test(normal))
  if (!known) {
    const peak = (mix(stream, 1) >>> 8) % YEAR
    return { shape: BROAD, shift: YEAR - peak, size: 0.03 + 0.15 * unit(mix(stream, 2)) ** 2 }
  }
  const [, usual, size, shape, weather] = known
  const peak = (usual + (weather && isSouthern(place) ? YEAR / 2 : 0)) % YEAR
  return { shape, shift: YEAR - peak, size: size * (0.85 + 0.3 * unit(mix(stream, 3))) }
}
