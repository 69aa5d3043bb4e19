import type { Campaign } from '../../accounts/campaign.ts'
import { countDays, type Days } from '../period.ts'
import type { Phase } from '../world/phases.ts'
import { siteOf } from '../world/timelines.ts'
import type { World } from '../world/world.ts'
import {
  DEPTH,
  fillSecondPages,
  type PositionFiller,
  positionFiller,
  UNRANKED,
} from './positions.ts'
import { keywordsOf, trackFor } from './tracks.ts'

/** The places on the results page of a keyword, on consecutive days. */
export interface Standing {
  own: Uint8Array
  /** A second page of the own site; UNRANKED on most days, absent if on all. */
  second: Uint8Array | undefined
  /** In the order of the world's field of the phase, without the own site. */
  rivals: readonly Uint8Array[]
}

interface Placed {
  places: Map<string, Uint8Array>
  second: Uint8Array | undefined
}

/**
 * The places of sites on the results pages of a phase of a campaign, on consecutive days. A page is the same for all
 * campaigns that look at it: the sites take their places in the order of seniority, a junior one the next free place. So
 * a new site never moves one that was there before.
 */
export class Standings {
  readonly days: Days
  readonly #world: World
  readonly #phase: Phase
  readonly #length: number
  readonly #own: string
  readonly #fill: PositionFiller

  constructor(world: World, phase: Phase, days: Days) {
    this.#world = world
    this.#phase = phase
    this.days = days
    this.#length = countDays(days)
    this.#own = siteOf(phase.campaign)
    this.#fill = positionFiller(days)
  }

  get campaign(): Campaign {
    return this.#phase.campaign
  }

  /** Fills in the places of the own site for a keyword, into the caller's array from the index `at` on. */
  fillOwn(k: number, places: Uint8Array, at: number): void {
    const { seed } = this.#world
    const { campaign } = this.#phase
    const [site] = this.#sites(k)
    if (site?.domain === this.#own) this.#fill(trackFor(seed, campaign, site, k), places, at)
    else places.set(this.#place(k, new Set([this.#own])).places.get(this.#own) as Uint8Array, at)
  }

  /** The places of the own site and its rivals for a keyword. */
  of(k: number): Standing {
    const field = this.#world.field(this.#phase).map(({ domain }) => domain)
    const { places, second } = this.#place(k, new Set(field))
    const [own, ...rivals] = field.map((domain) => places.get(domain) as Uint8Array)
    return { own: own as Uint8Array, second, rivals }
  }

  #sites(k: number) {
    const { campaign } = this.#phase
    const normal = keywordsOf(this.#world.seed, campaign).normal[k] as string
    return this.#world.contestants(this.#phase, normal)
  }

  /** The places of the wanted sites, which those of all more senior ones decide. */
  #place(k: number, wanted: ReadonlySet<string>): Placed {
    const { seed } = this.#world
    const { campaign } = this.#phase
    const found: Placed = { places: new Map(), second: undefined }
    const taken = new Uint8Array(this.#length * PLACES)
    for (const site of this.#sites(k)) {
      const track = trackFor(seed, campaign, site, k)
      const places = new Uint8Array(this.#length)
      this.#fill(track, places, 0)
      makeDistinct(places, taken)
      if (wanted.has(site.domain)) {
        found.places.set(site.domain, places)
        if (found.places.size === wanted.size && site.domain !== this.#own) break
      }
      const second = new Uint8Array(this.#length)
      if (!fillSecondPages(track, this.days.first, places, second)) {
        if (found.places.size === wanted.size) break
        continue
      }
      makeDistinct(second, taken)
      if (site.domain === this.#own) found.second = second
      if (found.places.size === wanted.size) break
    }
    return found
  }
}

/** Places of a day, and UNRANKED. */
const PLACES = DEPTH + 1

/**
 * Moves a site down to the next place that nobody has taken, or out of the list. `taken` has a 1 for each taken place, by
 * day: thousands of sites may compete.
 */
function makeDistinct(places: Uint8Array, taken: Uint8Array): void {
  for (let day = 0; day < places.length; day++) {
    let place = places[day] as number
    if (place === UNRANKED) continue
    const first = day * PLACES
    while (place <= DEPTH && taken[first + place] === 1) place++
    places[day] = place <= DEPTH ? place : UNRANKED
    if (place <= DEPTH) taken[first + place] = 1
  }
}
