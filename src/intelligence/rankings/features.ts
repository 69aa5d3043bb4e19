import { hashText, mix, noise, unit } from '../../text/hash.ts'
import type { TrackedKeyword } from './keywords.ts'
import { isLocal } from './places.ts'

export const OVERVIEW = 'ai_overview'

/**
 * Features of result pages, with the share of pages that have them: our estimate, not a measurement. Some are more
 * common for certain searches.
 */
const FEATURES: readonly Feature[] = [
  {
    name: OVERVIEW,
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

/** How many days a results page keeps its features. */
const STAY = 7

/** What the features of a keyword's results page follow from, by feature. */
interface Layout {
  hashes: readonly number[]
  /** The chance that the page has it. */
  chances: readonly number[]
}

// Rows of many days have the same layout.
const known = new WeakMap<TrackedKeyword, Layout>()

/** The layout of a keyword's results page. All sites share the page, so it does not depend on the site. */
function layoutOf(keyword: TrackedKeyword): Layout {
  const layout = known.get(keyword) ?? makeLayout(keyword)
  known.set(keyword, layout)
  return layout
}

function makeLayout({ search, normal }: TrackedKeyword): Layout {
  const { seed, settings, place } = search
  const page = mix(hashText(normal, mix(seed, 7)), settings)
  return {
    hashes: FEATURES.map(({ name }, n) => {
      return name === OVERVIEW ? overviewHash(seed, normal) : mix(page, n)
    }),
    chances: FEATURES.map(({ name, part, words, boost = 0 }) => {
      if (name === 'local_pack') return isLocal(normal, place) ? LOCAL_PART : -1
      return words?.test(normal) ? part + boost : part
    }),
  }
}

/** A keyword has an AI overview everywhere or nowhere, because its answers are the same for all campaigns. */
function overviewHash(seed: number, normal: string): number {
  return hashText(normal, mix(seed, 16))
}

/** On which days the results pages of a normalized keyword have an AI overview. */
export function overviewDays(seed: number, normal: string): (day: number) => boolean {
  const { words, part, boost } = FEATURES[0] as Required<Feature>
  const hash = overviewHash(seed, normal)
  const chance = words.test(normal) ? part + boost : part
  return (day) => isShown(hash, chance, day)
}

function isShown(hash: number, chance: number, day: number): boolean {
  return unit(hash) + 0.12 * noise(mix(hash, 1), Math.floor(day / STAY), 6) < chance
}

export interface PageFeatures {
  all: string[]
  /** Those whose contents come, in part, from the site in a place. */
  owned: string[]
}

/** The features of a results page on a day; `position` is that of the site that may own some. */
export function featuresOn(
  keyword: TrackedKeyword,
  day: number,
  position: number | null,
): PageFeatures {
  const { hashes, chances } = layoutOf(keyword)
  const month = Math.floor(day / STAY / 4)
  const found: PageFeatures = { all: [], owned: [] }
  for (const [n, feature] of FEATURES.entries()) {
    const hash = hashes[n] as number
    if (!isShown(hash, chances[n] as number, day)) continue
    found.all.push(feature.name)
    const sources = mix(mix(hash, 2), month)
    if (showsPlace(feature, sources, position)) found.owned.push(feature.name)
  }
  return found
}

/** Whether some of a feature's contents come from the site in this place. */
function showsPlace({ from, sites }: Feature, sources: number, position: number | null): boolean {
  for (let s = 0; s < sites; s++) {
    if (1 + Math.floor(unit(mix(sources, s)) ** 1.5 * from) === position) return true
  }
  return false
}
