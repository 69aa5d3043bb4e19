import type { Campaign } from '../accounts/campaign.ts'
import { normalize } from '../accounts/normalize.ts'
import { addNoise, easing, hashText, mix, signed, unit } from './hash.ts'
import { hostOf } from './site.ts'

/**
 * What decides the positions of one keyword for one site: a level, and streams of random numbers.
 * Positions follow from the site and the settings, not from the id of the campaign, so that two
 * campaigns which track the same thing agree, as they would in a real index.
 */
export interface Track {
  /** As the campaign spells it. */
  keyword: string
  /** Natural logarithm of the long-term position. */
  level: number
  /** How lively the position is; 1 is usual. */
  liveliness: number
  /** Moves all keywords of a site together. */
  site: number
  trend: number
  week: number
  day: number
  jump: number
}

const TREND = easing(110)
const SITE = easing(75)
const WEEK = easing(7)
const JUMP_BLOCK = 45
const HIGHEST = Math.log(66)

/** Positions by logarithm in steps of 1/256: a look-up costs a fraction of an exponential. */
const STEPS = 256
const POSITIONS = Uint8Array.from({ length: Math.ceil(Math.log(101) * STEPS) }, (_, step) =>
  Math.min(100, Math.round(Math.exp((step + 0.5) / STEPS))),
)

/** The site whose positions a campaign tracks. */
export function siteOf(campaign: Pick<Campaign, 'domain' | 'brand' | 'name'>): string {
  return hostOf(campaign.domain, campaign.brand || campaign.name)
}

/** The tracks of a campaign in its order of keywords, each once; of those in `only` when given. */
export function tracksOf(seed: number, campaign: Campaign, only?: readonly string[]): Track[] {
  const wanted = only && new Set(only.map(normalize))
  const search = searchOf(seed, campaign)
  const seen = new Set<string>()
  const tracks: Track[] = []
  for (const keyword of campaign.keywords) {
    const normal = normalize(keyword)
    if (seen.has(normal) || (wanted && !wanted.has(normal))) continue
    seen.add(normal)
    tracks.push(trackOf(search, keyword, normal))
  }
  return tracks
}

/** The tracks of another site, such as a competitor's, for the keywords and settings of a campaign. */
export function rivalTracksOf(seed: number, site: string, campaign: Campaign): Track[] {
  return tracksOf(seed, { ...campaign, domain: site, brand: '' })
}

/** The positions, 1 to 100, of consecutive days. */
export function positionsOn(track: Track, first: number, last: number): Uint8Array {
  const length = Math.max(0, last - first + 1)
  return fillPositions(track, first, new Uint8Array(length), new Float64Array(length))
}

/**
 * As `positionsOn`, into the caller's arrays of equal length, because over many keywords allocating
 * costs more than computing. Everything happens on a logarithmic scale, as in real rankings: a page in
 * third place moves by one place, a page in sixtieth by ten. A day's position does not depend on which
 * other days are asked for.
 */
export function fillPositions(
  track: Track,
  first: number,
  positions: Uint8Array,
  moves: Float64Array,
): Uint8Array {
  moves.fill(0)
  addNoise(moves, first + (track.trend & 127), track.trend, TREND, 0.5)
  addNoise(moves, first, track.site, SITE, 0.22)
  addNoise(moves, first + (track.week & 7), track.week, WEEK, 0.13)
  addJumps(moves, first, track.jump)

  const { level, liveliness, day: stream } = track
  for (let i = 0; i < positions.length; i++) {
    let log = level + liveliness * ((moves[i] as number) + 0.06 * signed(mix(stream, first + i)))
    // Far down the list places are crowded: compress, so that few keywords stick to 100.
    if (log > HIGHEST) log = HIGHEST + (log - HIGHEST) * 0.4
    positions[i] = log <= 0 ? 1 : (POSITIONS[(log * STEPS) | 0] ?? 100)
  }
  return positions
}

/**
 * Now and then a page drops or climbs at once and drifts back over the following days: at most once in
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
    for (let day = Math.max(first, start); day < Math.min(end, start + length); day++) {
      moves[day - first] = (moves[day - first] as number) + size * (1 - (day - start) / length)
    }
  }
}

/** What all keywords of a campaign have in common. */
interface Search {
  site: number
  settings: number
  /** Words that make a keyword a search for the brand itself. */
  names: string[]
}

function searchOf(seed: number, campaign: Campaign): Search {
  const { location = '', device = '', search_engine = '' } = campaign.settings ?? {}
  const site = siteOf(campaign)
  const label =
    site
      .replace(/^www\./, '')
      .split('.')[0]
      ?.replaceAll('-', ' ') ?? ''
  // A brand or site called like the campaign was probably made up from it: "Running shoes".
  const title = normalize(campaign.name)
  return {
    site: hashText(site, mix(seed, 1)),
    settings: hashText([location, device, search_engine].map(normalize).join('|')),
    names: [label, normalize(campaign.brand)].filter((it) => it.length > 3 && it !== title),
  }
}

function trackOf(search: Search, keyword: string, normal: string): Track {
  const base = hashText(normal, search.site)
  const own = mix(base, search.settings)
  const branded = search.names.some((name) => normal.includes(name))
  const words = Math.min(6, normal.split(' ').length)
  return {
    keyword,
    // A search for the brand finds its site first. Other phrases have the less competition the longer
    // they are; settings shift the level a little.
    level: branded
      ? 0.1 + 0.35 * unit(mix(base, 1))
      : Math.max(
          0.1,
          0.25 + 4.1 * unit(mix(base, 1)) ** 0.7 - 0.12 * (words - 2) + 0.3 * signed(mix(own, 1)),
        ),
    liveliness: branded ? 0.35 : 0.6 + 0.8 * unit(mix(base, 3)),
    site: mix(search.site, 1),
    trend: mix(base, 2),
    week: mix(own, 3),
    day: mix(own, 4),
    jump: mix(own, 5),
  }
}
