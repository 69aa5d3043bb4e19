import { normalize } from '../accounts/normalize.ts'
import { hashText, mix, noise, unit } from './hash.ts'
import type { Track } from './tracks.ts'

/**
 * What a results page shows beside its links, with the part of results pages that have it: our estimate,
 * not a measurement. Some are more common for certain searches.
 */
const FEATURES: readonly Feature[] = [
  { name: 'ai_overview', part: 0.2, words: /^(how|what|why|best|is|are)\b/, boost: 0.4 },
  { name: 'featured_snippet', part: 0.1, words: /^(how|what|why|who)\b/, boost: 0.45 },
  { name: 'people_also_ask', part: 0.7 },
  { name: 'local_pack', part: 0.05, words: /\b(near me|shop|repair|hotel|dentist)\b/, boost: 0.75 },
  { name: 'images', part: 0.35 },
  { name: 'video', part: 0.22, words: /\b(how to|reviews?)\b/, boost: 0.4 },
  { name: 'shopping', part: 0.12, words: /\b(buy|cheap|under \d+|best|for)\b/, boost: 0.25 },
  { name: 'reviews', part: 0.3, words: /\b(reviews?|best|top)\b/, boost: 0.35 },
  { name: 'sitelinks', part: 0.25 },
]

interface Feature {
  name: string
  part: number
  /** Searches for which it is more common, by `boost`. */
  words?: RegExp
  boost?: number
}

/** Names of all features, in the order in which rows list them. */
export const SERP_FEATURES: readonly string[] = FEATURES.map(({ name }) => name)

/** How many days a results page keeps its features. */
const STAY = 7

/**
 * The features of a keyword's results page on a day, for the campaign's location, device and search
 * engine. They follow from those and not from the tracked site, since all sites share the page. Gives
 * one and the same list for days that have the same features, so callers must not change it.
 */
export function serpFeatures(seed: number, track: Track): (day: number) => string[] {
  const normal = normalize(track.keyword)
  const stream = mix(hashText(normal, mix(seed, 7)), track.settings)
  const chances = FEATURES.map(({ part, words, boost = 0 }) =>
    words?.test(normal) ? part + boost : part,
  )
  let week = Number.NaN
  let present: string[] = []
  return (day) => {
    const current = Math.floor(day / STAY)
    if (current === week) return present
    week = current
    present = SERP_FEATURES.filter((_, n) => {
      const own = mix(stream, n)
      return unit(own) + 0.12 * noise(mix(own, 1), current, 6) < (chances[n] as number)
    })
    return present
  }
}
