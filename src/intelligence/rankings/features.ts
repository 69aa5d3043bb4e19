import { mix, noise, unit } from '../../text/hash.ts'
import { isLocal } from './places.ts'
import type { Track } from './tracks.ts'

/**
 * Features of result pages, with the share of pages that have them: our estimate, not a measurement. Some are more
 * common for certain searches.
 */
const FEATURES: readonly Feature[] = [
  {
    name: 'ai_overview',
    part: 0.2,
    words: /^(how|what|why|best|is|are)\b/,
    boost: 0.4,
    from: 15,
    sites: 5,
  },
  {
    name: 'featured_snippet',
    part: 0.1,
    words: /^(how|what|why|who)\b/,
    boost: 0.45,
    from: 6,
    sites: 1,
  },
  { name: 'people_also_ask', part: 0.7, from: 20, sites: 4 },
  { name: 'local_pack', part: 0, from: 20, sites: 3 },
  { name: 'images', part: 0.35, from: 20, sites: 5 },
  { name: 'video', part: 0.22, words: /\b(how to|reviews?)\b/, boost: 0.4, from: 20, sites: 3 },
  {
    name: 'shopping',
    part: 0.12,
    words: /\b(buy|cheap|under \d+|best|for)\b/,
    boost: 0.25,
    from: 20,
    sites: 4,
  },
  { name: 'reviews', part: 0.3, words: /\b(reviews?|best|top)\b/, boost: 0.35, from: 10, sites: 4 },
  { name: 'sitelinks', part: 0.25, from: 1, sites: 1 },
]

interface Feature {
  name: string
  part: number
  /** Searches for which it is more common, by `boost`. */
  words?: RegExp
  boost?: number
  /** Its contents come from so many sites, */
  sites: number
  /** all from the first places of the list up to this one. */
  from: number
}

const LOCAL_PART = 0.85

/** Names of all features, in the order of rows. */
export const SERP_FEATURES: readonly string[] = FEATURES.map(({ name }) => name)

/** Lists of features by bits; callers must not change them. */
const LISTS: readonly string[][] = Array.from({ length: 1 << FEATURES.length }, (_, bits) =>
  SERP_FEATURES.filter((_, n) => bits & (1 << n)),
)

/** How many days a results page keeps its features. */
const STAY = 7

export interface PageFeatures {
  all: string[]
  /** The features whose contents come, in part, from the site in this place; 0 for a site that is not in the list. */
  ownedAt(position: number): string[]
}

/**
 * The features of a keyword's results page on a day. They depend on location, device and search engine, but not on the
 * site, since all sites share the page: which places a feature shows is a fact of the page, too.
 */
export function serpFeatures({ page, normal, place }: Track): (day: number) => PageFeatures {
  const chances = FEATURES.map(({ name, part, words, boost = 0 }) => {
    if (name === 'local_pack') return isLocal(normal, place) ? LOCAL_PART : -1
    return words?.test(normal) ? part + boost : part
  })
  let week = Number.NaN
  let present = 0
  /** By feature, a bit for each place. */
  const places = new Uint32Array(FEATURES.length)
  const found: PageFeatures = {
    all: [],
    ownedAt: (position) => {
      if (position === 0 || position > 20) return LISTS[0] as string[]
      let bits = 0
      for (let n = 0; n < places.length; n++) {
        if ((places[n] as number) & (1 << position)) bits |= 1 << n
      }
      return LISTS[bits & present] as string[]
    },
  }
  return (day) => {
    const current = Math.floor(day / STAY)
    if (current === week) return found
    week = current
    present = 0
    for (let n = 0; n < FEATURES.length; n++) {
      const own = mix(page, n)
      const isThere = unit(own) + 0.12 * noise(mix(own, 1), current, 6) < (chances[n] as number)
      if (!isThere) continue
      present |= 1 << n
      places[n] = placesOf(FEATURES[n] as Feature, mix(mix(own, 2), Math.floor(current / 4)))
    }
    found.all = LISTS[present] as string[]
    return found
  }
}

function placesOf({ from, sites }: Feature, hash: number): number {
  let bits = 0
  for (let s = 0; s < sites; s++) bits |= 1 << (1 + Math.floor(unit(mix(hash, s)) ** 1.5 * from))
  return bits
}
