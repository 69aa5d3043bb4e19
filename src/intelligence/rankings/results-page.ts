import { LRUCache } from 'lru-cache'
import { type Phrase, phraseOf } from '../wording/phrase.ts'
import type { Contestant } from '../world/contestants.ts'
import type { Phase } from '../world/phases.ts'
import type { World } from '../world/world.ts'
import { type Listing, listNext, type Search, type Tides, type Track, trackOf } from './position.ts'

/** The results page of a keyword, which is the same for all campaigns that look at it. */
export class ResultsPage {
  readonly sites: readonly Contestant[]
  readonly #search: Search
  readonly phrase: Phrase
  readonly #tracks: Track[] = []
  /** The day that was asked for last, with the listings of the first sites, and the places that they take. */
  #day = Number.NaN
  #listings: Listing[] = []
  readonly #taken = new Set<number>()

  constructor(search: Search, sites: readonly Contestant[], normal: string) {
    this.#search = search
    this.sites = sites
    this.phrase = phraseOf(normal)
  }

  /** What the positions of a site follow from, by its number in `sites`. */
  track(n: number): Track {
    this.#tracks[n] ??= trackOf(this.#search, this.sites[n] as Contestant, this.phrase)
    return this.#tracks[n]
  }

  /** The listings of at least the first `count` sites on a day. */
  listings(day: number, count: number, tides: Tides): readonly Listing[] {
    if (day !== this.#day) {
      this.#day = day
      this.#listings = []
      this.#taken.clear()
    }
    for (let n = this.#listings.length; n < count; n++) {
      this.#listings.push(listNext(this.track(n), day, { taken: this.#taken, tides }))
    }
    return this.#listings
  }
}

/** How many sites the kept pages of a world may have together. */
const MOST_SITES = 100_000
const known = new WeakMap<World, LRUCache<string, ResultsPage>>()

/** The results page of a normalized keyword with the settings of a phase. Campaigns share it, and so do the days of a run. */
export function resultsPage(
  world: World,
  phase: Phase,
  search: Search,
  normal: string,
): ResultsPage {
  const pages =
    known.get(world) ??
    new LRUCache<string, ResultsPage>({
      maxSize: MOST_SITES,
      sizeCalculation: ({ sites }) => sites.length,
    })
  known.set(world, pages)
  // Only a keyword with the name of the campaign depends on that (`namesSite`).
  const name = normal.includes(search.name) ? search.name : ''
  const key = `${phase.page}\n${name}\n${normal}`
  const page = pages.get(key) ?? new ResultsPage(search, world.contestants(phase, normal), normal)
  pages.set(key, page)
  return page
}
