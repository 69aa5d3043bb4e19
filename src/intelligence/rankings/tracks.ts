import { LRUCache } from 'lru-cache'
import type { Campaign, Story } from '../../accounts/campaign.ts'
import { normalize } from '../../accounts/normalize.ts'
import { hashText, mix, signed, unit } from '../../text/hash.ts'
import { siteOf } from '../world/timelines.ts'
import { engineOf, updateStream } from './algorithm-updates.ts'
import { type Place, placeOf } from './places.ts'

/** A level beyond any list, on the logarithmic scale of positions, whatever else moves a keyword. */
export const OUT_OF_SIGHT = 100

/**
 * The inputs for the positions of one keyword for one site: a level, and streams of random numbers. They follow
 * from the site and the settings, not from the campaign's id, so that two campaigns that track the same thing
 * agree, as in a real index.
 */
export interface Track {
  /** As the campaign spells it. */
  keyword: string
  /** Normalized, for comparisons. */
  normal: string
  /** Natural logarithm of the long-term position. */
  level: number
  /** Size of the daily moves; 1 is usual. */
  liveliness: number
  /** Effect of algorithm updates on the keyword; 1 is usual. */
  exposure: number
  /** Moves all keywords of a site together. */
  site: number
  /** Differs between sites, and between stories of a site. */
  tide: number
  /** Dates of algorithm updates of the search engine. */
  updates: number
  /** The results page: keyword, location, device and search engine, the same for all sites. */
  page: number
  place: Place
  story: Story | undefined
  trend: number
  week: number
  day: number
  jump: number
  /** When a second page of the site ranks, too. */
  double: number
}

/** Limit of cached values, in keywords. */
const KEPT_KEYWORDS = 32_768
/** Smaller campaigns count as this many keywords. The limit then holds 1,024 campaigns, enough for the demo's largest account. */
const FEW_KEYWORDS = 32

/**
 * Caches a value for the most recently used campaigns. Accounts are immutable snapshots, so a changed campaign is a new
 * object. One value for each campaign is enough, because an account has one seed.
 */
export function perCampaign<Value>(
  compute: (seed: number, campaign: Campaign) => Value,
): (seed: number, campaign: Campaign) => Value {
  const known = new LRUCache<Campaign, { seed: number; value: Value }>({
    maxSize: KEPT_KEYWORDS,
    sizeCalculation: (_, { keywords }) => Math.max(FEW_KEYWORDS, keywords.length),
  })
  return (seed, campaign) => {
    const kept = known.get(campaign)
    if (kept?.seed === seed) return kept.value
    const value = compute(seed, campaign)
    known.set(campaign, { seed, value })
    return value
  }
}

/** The keywords of a campaign, each once. */
export class Keywords {
  /** As the campaign spells them. */
  readonly spelled: readonly string[]
  /** Normalized, in the same order. */
  readonly normal: readonly string[]
  #indexes: ReadonlyMap<string, number> | undefined

  constructor({ keywords }: Pick<Campaign, 'keywords'>) {
    const spelled = new Map<string, string>()
    for (const keyword of keywords) {
      const normal = normalize(keyword)
      if (!spelled.has(normal)) spelled.set(normal, keyword)
    }
    this.spelled = [...spelled.values()]
    this.normal = [...spelled.keys()]
  }

  /** Indexes by normalized keyword. The first run of a campaign needs none. */
  get indexes(): ReadonlyMap<string, number> {
    this.#indexes ??= new Map(this.normal.map((keyword, k) => [keyword, k]))
    return this.#indexes
  }
}

export const keywordsOf = perCampaign((_, campaign) => new Keywords(campaign))

/** The tracks of a campaign's own site in the order of its keywords, each once. */
export const tracksOf = perCampaign((seed, campaign): readonly Track[] => {
  const site = { domain: siteOf(campaign), story: campaign.story }
  const { normal } = keywordsOf(seed, campaign)
  return normal.map((_, k) => trackFor(seed, campaign, site, k))
})

/** A site on a results page, with its story there. */
export interface PageSite {
  domain: string
  story?: Story | undefined
}

/** By site, with and without a story: the tracks of a campaign's keywords, made when they are needed. */
interface Made {
  search: Search
  tracks: (Track | undefined)[]
}

const madeFor = perCampaign(() => new Map<string, Made>())

/** The track of a site for a keyword of a campaign, by its index in `keywordsOf`, with the campaign's settings. */
export function trackFor(seed: number, campaign: Campaign, site: PageSite, k: number): Track {
  const { domain, story } = site
  const made = madeFor(seed, campaign)
  const key = story ? `${domain} ${story.kind} ${story.date}` : domain
  let known = made.get(key)
  if (!known) {
    // An array that grows reserves room for 16 more.
    const tracks = new Array<Track | undefined>(keywordsOf(seed, campaign).normal.length)
    known = { search: searchOf(seed, campaign, site), tracks }
    made.set(key, known)
  }
  let track = known.tracks[k]
  if (!track) {
    const { spelled, normal } = keywordsOf(seed, campaign)
    track = trackOf(known.search, spelled[k] as string, normal[k] as string)
    known.tracks[k] = track
  }
  return track
}

/** The common inputs of all keywords of a campaign. */
interface Search {
  site: number
  /** All settings together, then each alone. */
  settings: number
  pages: number
  place: Place
  location: number
  device: number
  engine: number
  updates: number
  story: Story | undefined
  /** Words that mark a search for the brand itself; empty for none. */
  name: string
}

function searchOf(seed: number, campaign: Campaign, { domain, story }: PageSite): Search {
  const { location = '', device = '', search_engine = '' } = campaign.settings ?? {}
  const label = domain.replace(/^www\./, '').split('.')[0] ?? ''
  const name = label.replaceAll('-', ' ')
  return {
    site: hashText(domain, mix(seed, 1)),
    settings: hashText([location, device, search_engine].map(normalize).join('|')),
    pages: mix(seed, 7),
    place: placeOf(location),
    location: hashText(normalize(location), 1),
    device: hashText(normalize(device), 2),
    engine: hashText(normalize(search_engine), 3),
    updates: updateStream(seed, engineOf(search_engine)),
    story,
    // A site with the campaign's name was probably derived from it: "Running shoes".
    name: name.length > 3 && name !== normalize(campaign.name) ? name : '',
  }
}

function trackOf(search: Search, keyword: string, normal: string): Track {
  // Tied keywords share all numbers of their site.
  const base = hashText(search.story?.kind === 'tied' ? '' : normal, search.site)
  const own = mix(base, search.settings)
  const branded = search.name !== '' && normal.includes(search.name)
  const words = search.story?.kind === 'tied' ? 2 : wordsOf(normal)
  return {
    keyword,
    normal,
    // A search for the brand finds its site first. Longer phrases have less competition. Another place or
    // engine ranks other pages, another device nearly the same.
    level: branded
      ? 0.1 + 0.35 * unit(mix(base, 1))
      : Math.max(
          0.1,
          usualLevel(search, unit(mix(base, 1))) -
            0.12 * (words - 2) +
            0.25 * signed(mix(base, search.location)) +
            0.12 * signed(mix(base, search.device)) +
            0.25 * signed(mix(base, search.engine)),
        ),
    liveliness: branded ? 0.35 : 0.6 + 0.8 * unit(mix(base, 3)),
    exposure: 0.5 + unit(mix(base, 4)),
    site: mix(search.site, 1),
    tide: mix(search.site, search.story ? hashText(search.story.kind + search.story.date) : 0),
    updates: search.updates,
    page: mix(hashText(normal, search.pages), search.settings),
    place: search.place,
    story: search.story,
    trend: mix(base, 2),
    week: mix(own, 3),
    day: mix(own, 4),
    jump: mix(own, 5),
    double: mix(base, 6),
  }
}

/**
 * The level of a keyword by its luck, from 0 to 1. Sites are strong or weak as a whole, and most have few keywords on the
 * first page and some that are not in the list. A site with a story ranks better.
 */
function usualLevel({ site, story }: Search, luck: number): number {
  if (story?.kind === 'unranked') return OUT_OF_SIGHT
  if (story) return 0.2 + 3.3 * luck ** 0.7
  return 0.45 + 0.5 * signed(mix(site, 9)) + 4.9 * luck ** 0.45
}

/** The number of words of a normalized keyword, up to six. */
export function wordsOf(normal: string): number {
  let words = 1
  for (let i = 0; i < normal.length && words < 6; i++) if (normal.charCodeAt(i) === 0x20) words++
  return words
}
