import type { Campaign, Story } from '../../accounts/campaign.ts'
import { normalize } from '../../accounts/normalize.ts'
import { addNoise, hashText, mix, signed, unit } from '../../text/hash.ts'
import type { Phrase } from '../wording/phrase.ts'
import { isRelated } from '../world/fields.ts'
import type { Phase } from '../world/phases.ts'
import { effectOfUpdates, engineOf, updateStream } from './algorithm-updates.ts'
import { addJump } from './jumps.ts'
import { type Place, placeOf } from './places.ts'
import { launchLevel, OUT_OF_SIGHT, withStory } from './stories.ts'

/**
 * Why does a keyword have position 7 today? This file tells it from top to bottom:
 *
 * 1. `listNext`: the sites of a results page (`results-page.ts`) want a place each. The one that is known longest takes the
 *    place that it wants, the next one the place that it wants or the next free one, and so on.
 * 2. `positionOn`: the place that a site wants is e^log, where log = level + liveliness × moves. On this scale a page in
 *    third place moves by one place, a page in sixtieth by ten.
 * 3. `trackOf`: the level, and the streams of random numbers for the moves, follow from the seed, the site, the keyword
 *    and the settings. Nothing is stored, and a day depends on no other day, so equal seeds give equal positions.
 *
 * For example, a level of 2.2, a liveliness of 0.8 and moves of −0.3 make a log of 1.96: the site wants place e^1.96 = 7, and has
 * it unless a site that is known longer has taken it.
 */

/** How many results a check reads. */
export const DEPTH = 100

/** The rank of a position for comparisons: the place below the list for a page that is not in it. */
export function rankOf(position: number | null): number {
  return position ?? DEPTH + 1
}

/** For each place of a results page whether some site has it, 0 or 1. */
export type Taken = Uint8Array

/** The places of a site on a results page; null if it is not in the list. */
export interface Listing {
  position: number | null
  /** Of a second page of the site, on some days. */
  second: number | null
}

/**
 * 1. The listing of the next site of a results page: `taken` are the places of more senior ones. So a new site never moves one that
 * was there before.
 */
export function listNext(track: Track, day: number, taken: Taken): Listing {
  const position = takePlace(positionOn(track, day), taken)
  return { position, second: takePlace(secondOn(track, position, day), taken) }
}

/** The place that a page wants, or the next one that no other has; null if it is out of the list. */
function takePlace(wanted: number | null, taken: Taken): number | null {
  if (wanted === null) return null
  let place = wanted
  while (taken[place] === 1) place++
  if (place > DEPTH) return null
  taken[place] = 1
  return place
}

/** The slow and fast moves of a site, of its pages about one thing, and of a keyword: how many days lie between their turning points, and how far they go. */
const SITE_SEASON = { length: 65, amplitude: 0.46 }
const SITE_DAYS = { length: 4, amplitude: 0.06 }
const SEASON = { length: 110, amplitude: 0.38 }
const OWN = { length: 60, amplitude: 0.15 }
const WEEK = { length: 7, amplitude: 0.1 }

/** How all keywords of a site move together on the day that was asked for last. */
export class Tide {
  #day = Number.NaN
  season = 0
  /** The effect of algorithm updates, which each keyword feels by its exposure. */
  updates = 0

  moveTo(day: number, { site, updates }: Track): void {
    if (day === this.#day) return
    this.#day = day
    this.season = addNoise(addNoise(0, site, day, SITE_SEASON), mix(site, 1), day, SITE_DAYS)
    this.updates = effectOfUpdates(updates, mix(site, 2), day)
  }
}

/** 2. The position of a site on a day, as if no other site competed. */
export function positionOn(track: Track, day: number): number | null {
  const { trend, own, week, story, exposure, tide } = track
  tide.moveTo(day, track)
  let moves = tide.season
  moves = addNoise(moves, trend, day + (trend & 127), SEASON)
  moves = addNoise(moves, own, day, OWN)
  moves = addNoise(moves, week, day + (week & 7), WEEK)
  moves = addJump(moves, track.jump, day)
  const { updates } = tide
  moves += exposure * (story ? withStory(updates, story, track.updates, day) : updates)

  // Cubed: most days are calm, with occasional larger moves.
  const chance = signed(mix(track.day, day))
  moves += 0.14 * chance * chance * chance

  const isLaunch = story?.kind === 'launch'
  const level = isLaunch ? launchLevel(track.level, exposure, story, day) : track.level
  return placeAt(level + track.liveliness * moves)
}

const DEPTH_LOG = Math.log(DEPTH + 0.5)
/** The logarithm counts in steps of this size. */
const STEP = 1 / 256

function placeAt(log: number): number | null {
  if (log <= 0) return 1
  if (log >= DEPTH_LOG) return null
  const place = Math.round(Math.exp((Math.floor(log / STEP) + 0.5) * STEP))
  return place > DEPTH ? null : place
}

/** Days for which a second page of a site may rank, and the part of such times, in 256ths. */
const DOUBLE_BLOCK = 50
const DOUBLES = 28

/** The place that a second page of the site wants, some way below the first. */
function secondOn({ double }: Track, first: number | null, day: number): number | null {
  const hash = mix(double, Math.floor(day / DOUBLE_BLOCK))
  if (first === null || (hash & 0xff) >= DOUBLES) return null
  const factor = 1.15 + 2 * unit(mix(hash, 1))
  const below = Math.ceil(first * (factor + 0.1 * signed(mix(hash, day))))
  return below <= DEPTH ? below : null
}

/** What the positions of one keyword follow from, for one site. */
export interface Track {
  /** Natural logarithm of the long-term position. */
  level: number
  /** Size of the moves; 1 is usual. */
  liveliness: number
  /** Effect of algorithm updates on the keyword; 1 is usual. */
  exposure: number
  story: Story | undefined
  /** That of its site. */
  tide: Tide
  /** Streams of random numbers: of the site, of the dates of updates, and of the keyword. */
  site: number
  updates: number
  /** Of its pages about one thing, such as bikes. */
  trend: number
  own: number
  week: number
  day: number
  jump: number
  double: number
}

/** The settings of a campaign, which all its keywords share, as text and as hashes. */
export interface Search {
  seed: number
  /** The name of the campaign, normalized. */
  name: string
  place: Place
  /** All settings together, then each alone. */
  settings: number
  location: number
  device: number
  engine: number
  /** The dates of algorithm updates of the search engine. */
  updates: number
}

export function searchOf(seed: number, { name, settings }: Campaign): Search {
  const { location = '', device = '', search_engine = '' } = settings ?? {}
  return {
    seed,
    name: normalize(name),
    place: placeOf(location),
    settings: hashText([location, device, search_engine].map(normalize).join('|')),
    location: hashText(normalize(location), 1),
    device: hashText(normalize(device), 2),
    engine: hashText(normalize(search_engine), 3),
    updates: updateStream(seed, engineOf(search_engine)),
  }
}

/** Added to the level of a keyword that has nothing to do with the business of a site. */
const UNRELATED = 4

/** A site that wants a place. */
interface RankedSite {
  domain: string
  story?: Story | undefined
  /** The phase that listed it first. */
  listed?: Phase | undefined
}

/**
 * 3. The track of a site for a normalized keyword. It follows from the site and the settings, not from the campaign's id, so that two
 * campaigns that track the same thing agree, as in a real index.
 */
export function trackOf(
  search: Search,
  { domain, story, listed }: RankedSite,
  phrase: Phrase,
  tide = new Tide(),
): Track {
  const site = hashText(domain, mix(search.seed, 1))
  // Tied keywords share all numbers of their site.
  const isTied = story?.kind === 'tied'
  const { normal, key, head, stems } = phrase
  const base = hashText(isTied ? '' : key, site)
  const own = mix(isTied ? base : hashText(normal, base), search.settings)
  const isBranded = namesSite(normal, domain, search.name)
  return {
    level: isBranded
      ? 0.1 + 0.35 * unit(mix(base, 1))
      : levelOf(search, { site, story, base, words: isTied ? 2 : stems.length }) +
        (listed && !isRelated(listed, phrase) ? UNRELATED : 0),
    liveliness: isBranded ? 0.35 : 0.6 + 0.8 * unit(mix(base, 3)),
    exposure: 0.5 + unit(mix(base, 4)),
    story,
    tide,
    site: mix(site, 1),
    updates: search.updates,
    trend: mix(isTied ? base : hashText(head, site), 2),
    own: mix(base, 7),
    week: mix(own, 3),
    day: mix(own, 4),
    jump: mix(base, 5),
    double: mix(base, 6),
  }
}

/** Whether this is a search for the brand itself, which finds its site first. */
function namesSite(normal: string, domain: string, campaign: string): boolean {
  const label = domain.replace(/^www\./, '').split('.')[0] ?? ''
  const name = label.replaceAll('-', ' ')
  // A site with the campaign's name was probably derived from it: "Running shoes".
  return name.length > 3 && name !== campaign && normal.includes(name)
}

/**
 * Longer phrases have less competition. Another place or engine ranks other pages, another device nearly the same.
 */
function levelOf(
  { location, device, engine }: Search,
  {
    site,
    story,
    base,
    words,
  }: { site: number; story: Story | undefined; base: number; words: number },
): number {
  const level =
    usualLevel(site, story, unit(mix(base, 1))) -
    0.12 * (Math.min(words, 6) - 2) +
    0.25 * signed(mix(base, location)) +
    0.12 * signed(mix(base, device)) +
    0.25 * signed(mix(base, engine))
  return Math.max(0.1, level)
}

/**
 * The level by luck, from 0 to 1. Sites are strong or weak as a whole, and most have few keywords on the first page and
 * some that are not in the list. A site with a story ranks better.
 */
function usualLevel(site: number, story: Story | undefined, luck: number): number {
  if (story?.kind === 'unranked') return OUT_OF_SIGHT
  if (story) return 0.2 + 3.3 * luck ** 0.7
  return 0.45 + 0.5 * signed(mix(site, 9)) + 4.9 * luck ** 0.45
}
