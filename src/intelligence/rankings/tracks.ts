import type { Campaign, Story } from '../../accounts/campaign.ts'
import { normalize } from '../../accounts/normalize.ts'
import { hashText, mix, pick, signed, unit } from '../hash.ts'
import { hostOf, slugOf } from '../site.ts'
import { updateStream } from './algorithm-updates.ts'

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
  /** Dates of algorithm updates. */
  updates: number
  /** Location, device and search engine. */
  settings: number
  story: Story | undefined
  trend: number
  week: number
  day: number
  jump: number
}

/**
 * Caches a value for each campaign object: accounts are snapshots, so a changed campaign is another object. Keeps the
 * last seed only, since an account has one.
 */
export function perCampaign<Value>(
  compute: (seed: number, campaign: Campaign) => Value,
): (seed: number, campaign: Campaign) => Value {
  const known = new WeakMap<Campaign, { seed: number; value: Value }>()
  return (seed, campaign) => {
    const kept = known.get(campaign)
    if (kept?.seed === seed) return kept.value
    const value = compute(seed, campaign)
    known.set(campaign, { seed, value })
    return value
  }
}

/** The tracked site of a campaign. */
export function siteOf(campaign: Pick<Campaign, 'domain' | 'brand' | 'name'>): string {
  return hostOf(campaign.domain, campaign.brand || campaign.name)
}

/** The tracks of a campaign in the order of its keywords, each once. */
export const tracksOf = perCampaign((seed, campaign): readonly Track[] => {
  const search = searchOf(seed, campaign)
  const tracks = new Map<string, Track>()
  for (const keyword of campaign.keywords) {
    const normal = normalize(keyword)
    if (!tracks.has(normal)) tracks.set(normal, trackOf(search, keyword, normal))
  }
  return [...tracks.values()]
})

/** The tracks of another site, such as a competitor's, with the keywords and settings of a campaign. */
export function rivalTracksOf(
  seed: number,
  site: string,
  { story: _, ...campaign }: Campaign,
): readonly Track[] {
  return tracksOf(seed, { ...campaign, domain: site, brand: '' })
}

/** The common inputs of all keywords of a campaign. */
interface Search {
  site: number
  /** All settings together, then each alone. */
  settings: number
  location: number
  device: number
  engine: number
  updates: number
  story: Story | undefined
  /** Words that mark a search for the brand itself. */
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
  // A brand or site with the campaign's name was probably derived from it: "Running shoes".
  const title = normalize(campaign.name)
  return {
    site: hashText(site, mix(seed, 1)),
    settings: hashText([location, device, search_engine].map(normalize).join('|')),
    location: hashText(normalize(location), 1),
    device: hashText(normalize(device), 2),
    engine: hashText(normalize(search_engine), 3),
    updates: updateStream(seed),
    story: campaign.story,
    names: [label, normalize(campaign.brand)].filter((it) => it.length > 3 && it !== title),
  }
}

function trackOf(search: Search, keyword: string, normal: string): Track {
  const base = hashText(normal, search.site)
  const own = mix(base, search.settings)
  const branded = search.names.some((name) => normal.includes(name))
  const words = wordsOf(normal)
  return {
    keyword,
    normal,
    // A search for the brand finds its site first. Longer phrases have less competition. Another place or
    // engine ranks other pages, another device nearly the same.
    level: branded
      ? 0.1 + 0.35 * unit(mix(base, 1))
      : Math.max(
          0.1,
          0.25 +
            4.1 * unit(mix(base, 1)) ** 0.7 -
            0.12 * (words - 2) +
            0.25 * signed(mix(base, search.location)) +
            0.12 * signed(mix(base, search.device)) +
            0.25 * signed(mix(base, search.engine)),
        ),
    liveliness: branded ? 0.35 : 0.6 + 0.8 * unit(mix(base, 3)),
    exposure: 0.5 + unit(mix(base, 4)),
    site: mix(search.site, 1),
    updates: search.updates,
    settings: search.settings,
    story: search.story,
    trend: mix(base, 2),
    week: mix(own, 3),
    day: mix(own, 4),
    jump: mix(own, 5),
  }
}

/** The number of words of a normalized keyword, up to six. */
export function wordsOf(normal: string): number {
  let words = 1
  for (let i = 0; i < normal.length && words < 6; i++) if (normal.charCodeAt(i) === 0x20) words++
  return words
}

const SECTIONS = ['', '', 'blog/', 'guides/', 'products/', 'solutions/', 'learn/'] as const

/** The page of a site that ranks for a keyword. */
export function landingPage(seed: number, site: string, keyword: string): string {
  const normal = normalize(keyword)
  const hash = hashText(normal, hashText(site, mix(seed, 3)))
  return `https://${site}/${pick(SECTIONS, hash)}${slugOf(normal)}`
}
