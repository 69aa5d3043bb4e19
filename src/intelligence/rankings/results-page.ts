import { LRUCache } from 'lru-cache'
import { type Phrase, phraseOf } from '../wording/phrase.ts'
import type { Contestant } from '../world/contestants.ts'
import type { Phase } from '../world/phases.ts'
import type { World } from '../world/world.ts'
import { type Demand, demandOf } from './demand.ts'
import {
  DEPTH,
  type Listing,
  listNext,
  type Search,
  type Taken,
  Tide,
  type Track,
  trackOf,
} from './position.ts'

/** The results page of a keyword, which is the same for all campaigns that look at it. */
export class ResultsPage {
  readonly sites: readonly Contestant[]
  readonly #search: Search
  readonly #tides: Map<string, Tide>
  readonly phrase: Phrase
  readonly demand: Demand
  readonly #tracks: Track[] = []
  /** The day that was asked for last, with the listings of the first sites, and the places that they take. */
  #day = Number.NaN
  readonly #listings: Listing[] = []
  #known = 0
  readonly #taken: Taken = new Uint8Array(DEPTH + 1)

  constructor(
    search: Search,
    sites: readonly Contestant[],
    normal: string,
    tides: Map<string, Tide>,
  ) {
    this.#search = search
    this.sites = sites
    this.#tides = tides
    this.phrase = phraseOf(normal)
    this.demand = demandOf(search.seed, this.phrase, search.place)
  }

  /** What the positions of a site follow from, by its number in `sites`. */
  track(n: number): Track {
    const known = this.#tracks[n]
    if (known) return known
    const site = this.sites[n] as Contestant
    const track = trackOf(this.#search, site, this.phrase, this.#tideOf(site))
    this.#tracks[n] = track
    return track
  }

  /** The listings of at least the first `count` sites on a day. */
  listings(day: number, count: number): readonly Listing[] {
    if (day !== this.#day) {
      this.#day = day
      this.#known = 0
      this.#taken.fill(0)
    }
    for (; this.#known < count; this.#known++) {
      this.#listings[this.#known] = listNext(this.track(this.#known), day, this.#taken)
    }
    return this.#listings
  }

  /** The keywords of a site on the pages of a search engine move together. */
  #tideOf({ domain }: Contestant): Tide {
    const key = `${this.#search.updates} ${domain}`
    const tide = this.#tides.get(key) ?? new Tide()
    this.#tides.set(key, tide)
    return tide
  }
}

/** How many sites the kept pages of a world may have together. */
const MOST_SITES = 100_000
const known = new WeakMap<
  World,
  { pages: LRUCache<string, ResultsPage>; tides: Map<string, Tide> }
>()

/** The results page of a normalized keyword with the settings of a phase. Campaigns share it, and so do the days of a run. */
export function resultsPage(
  world: World,
  phase: Phase,
  search: Search,
  normal: string,
): ResultsPage {
  const { pages, tides } = known.get(world) ?? {
    pages: new LRUCache<string, ResultsPage>({
      maxSize: MOST_SITES,
      sizeCalculation: ({ sites }) => sites.length,
    }),
    tides: new Map<string, Tide>(),
  }
  known.set(world, { pages, tides })
  // Only a keyword with the name of the campaign depends on that (`namesSite`).
  const name = normal.includes(search.name) ? search.name : ''
  const key = `${phase.page}\n${name}\n${normal}`
  const page =
    pages.get(key) ?? new ResultsPage(search, world.contestants(phase, normal), normal, tides)
  pages.set(key, page)
  return page
}
