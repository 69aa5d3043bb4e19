import type { Campaign, Story } from '../accounts/campaign.ts'
import { normalize } from '../accounts/normalize.ts'
import { updateStream } from './algorithm-updates.ts'
import { hashText, mix, signed, unit } from './hash.ts'
import { wordsOf } from './keyword-facts.ts'
import { perCampaign } from './per-campaign.ts'
import { hostOf } from './site.ts'

/**
 * What decides the positions of one keyword for one site: a level, and streams of random numbers.
 * Positions follow from the site and the settings, not from the id of the campaign, so that two
 * campaigns which track the same thing agree, as they would in a real index.
 */
export interface Track {
  /** As the campaign spells it. */
  keyword: string
  /** As keywords are compared. */
  normal: string
  /** Natural logarithm of the long-term position. */
  level: number
  /** How lively the position is; 1 is usual. */
  liveliness: number
  /** How much of what an algorithm update does to the site the keyword feels; 1 is usual. */
  exposure: number
  /** Moves all keywords of a site together. */
  site: number
  /** When algorithm updates are. */
  updates: number
  /** Location, device and search engine. */
  settings: number
  story: Story | undefined
  trend: number
  week: number
  day: number
  jump: number
}

/** The site whose positions a campaign tracks. */
export function siteOf(campaign: Pick<Campaign, 'domain' | 'brand' | 'name'>): string {
  return hostOf(campaign.domain, campaign.brand || campaign.name)
}

/** The tracks of a campaign in its order of keywords, each once. */
export const tracksOf = perCampaign((seed, campaign): readonly Track[] => {
  const search = searchOf(seed, campaign)
  const tracks = new Map<string, Track>()
  for (const keyword of campaign.keywords) {
    const normal = normalize(keyword)
    if (!tracks.has(normal)) tracks.set(normal, trackOf(search, keyword, normal))
  }
  return [...tracks.values()]
})

/** The tracks of another site, such as a competitor's, for the keywords and settings of a campaign. */
export function rivalTracksOf(
  seed: number,
  site: string,
  { story: _, ...campaign }: Campaign,
): readonly Track[] {
  return tracksOf(seed, { ...campaign, domain: site, brand: '' })
}

/** What all keywords of a campaign have in common. */
interface Search {
  site: number
  /** All settings, and each of them. */
  settings: number
  location: number
  device: number
  engine: number
  updates: number
  story: Story | undefined
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
    // A search for the brand finds its site first. Other phrases have the less competition the longer
    // they are. Another place or engine ranks other pages, another device nearly the same.
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
