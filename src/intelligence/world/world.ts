import type { Account } from '../../accounts/account.ts'
import type { Campaign, CampaignHistory } from '../../accounts/campaign.ts'
import { normalize } from '../../accounts/normalize.ts'
import { hashText, mix } from '../hash.ts'
import { brandOfDomain, hostOf } from '../site.ts'
import type { Kind } from '../wording/frames/nouns.ts'
import { kindOf, prevailingKind } from '../wording/kinds.ts'
import {
  bySeniority,
  type Contestant,
  contestant,
  type Entry,
  underAllNames,
} from './contestants.ts'
import { group } from './group.ts'
import { type Brand, inventedBrands } from './invented-brands.ts'
import { normalKeywords, type Phase, Timeline } from './timeline.ts'

/** A keyword as the subject of prompts. */
export interface Topic {
  normal: string
  /** As the first campaign spells it. */
  keyword: string
  kind: Kind
  /** Location of the first campaign. */
  location: string
  /** Campaigns that have or had the keyword, deleted ones too, oldest first. */
  watchers: readonly Timeline[]
  /** Who answers can name: own brands, rivals and invented brands, the longest known first. */
  brands: readonly Contestant[]
}

/** How many invented brands compete with a campaign that lists no competitors, and for each topic. */
const INVENTED = 3

/**
 * All that answers and results pages of an account are made of: its campaigns and their histories, and who competes for
 * each keyword. A newcomer never changes the place of a site that was known before, or who was named in an answer.
 */
export class World {
  readonly seed: number
  readonly #campaigns: Account['campaigns']
  readonly #past: Account['past']
  readonly #deleted: readonly Timeline[]
  #timelines: readonly Timeline[] | undefined
  readonly #fields = new Map<Phase, readonly Contestant[]>()
  readonly #topics = new Map<string, Topic>()
  readonly #contestants = new Map<string, readonly Contestant[]>()
  #watchers: Map<string, Timeline[]> | undefined
  #owners: Map<string, Owner[]> | undefined
  #brands: Map<string, Phase[]> | undefined

  constructor({ seed, campaigns, past }: Pick<Account, 'seed' | 'campaigns' | 'past'>) {
    this.seed = seed
    this.#campaigns = campaigns
    this.#past = past
    this.#deleted = [...past]
      .filter(([id]) => !campaigns.has(id))
      .map(([, history]) => new Timeline(undefined, history))
  }

  timeline(campaignId: string): Timeline | undefined {
    const campaign = this.#campaigns.get(campaignId)
    return campaign && timelineOf(campaign, this.#past.get(campaignId))
  }

  /** The timelines of existing campaigns, newest first. */
  get timelines(): readonly Timeline[] {
    this.#timelines ??= Array.from(this.#campaigns.values(), (campaign) =>
      timelineOf(campaign, this.#past.get(campaign.id)),
    ).reverse()
    return this.#timelines
  }

  /** The campaign's own site, then its rivals in the order of its competitors, each domain once. */
  field(phase: Phase): readonly Contestant[] {
    let field = this.#fields.get(phase)
    if (!field) {
      field = this.#brandsOf(phase.campaign, phase.from).map((brand) =>
        contestant(brand, phase.from),
      )
      this.#fields.set(phase, field)
    }
    return field
  }

  /**
   * The sites that compete for a normalized keyword on the results page of a phase's location, device and search engine,
   * most senior first.
   */
  contestants({ campaign }: Pick<Phase, 'campaign'>, normal: string): readonly Contestant[] {
    const page = pageOf(campaign)
    const key = `${page}\n${normal}`
    let found = this.#contestants.get(key)
    if (!found) {
      const phases = this.#phasesWith(normal).filter((it) => pageOf(it.campaign) === page)
      found = withStories(bySeniority(phases.flatMap((phase) => this.#entries(phase))), phases)
      this.#contestants.set(key, found)
    }
    return found
  }

  /** Identifies, in continuation of `hash`, the sites that are senior to a phase's own site on any of its pages. */
  seniority(phase: Phase, hash: number): number {
    const own = siteOf(phase.campaign)
    let sites = hash
    for (const normal of normalKeywords(phase.campaign)) {
      for (const each of this.contestants(phase, normal)) {
        if (each.domain === own) break
        sites = mix(sites, each.hash)
      }
      sites = mix(sites, 1)
    }
    return sites
  }

  topic(normal: string): Topic {
    let topic = this.#topics.get(normal)
    if (!topic) {
      topic = this.#topicOf(normal)
      this.#topics.set(normal, topic)
    }
    return topic
  }

  /** The topics of all keywords that a campaign has or had. */
  topicsOf({ keywords }: Timeline): Topic[] {
    return keywords.map((normal) => this.topic(normal))
  }

  /** All topics of existing campaigns. */
  get topics(): Topic[] {
    return [...new Set(this.timelines.flatMap(({ keywords }) => keywords))].map((normal) =>
      this.topic(normal),
    )
  }

  /** When a normalized brand was the own brand of an existing campaign, oldest first. */
  ownSpans(brand: string): readonly Pick<Phase, 'from' | 'until'>[] {
    this.#brands ??= group(
      this.timelines.flatMap(({ phases }) => phases),
      ({ campaign }) => [normalize(campaign.brand)],
    )
    return (this.#brands.get(brand) ?? []).toSorted((a, b) => a.from - b.from)
  }

  #topicOf(normal: string): Topic {
    const phases = this.#phasesWith(normal)
    // The oldest.
    const { campaign, from } = phases[0] as Phase
    const kind = kindOf(normal) ?? kindOfCampaign(campaign)
    const hash = hashText(normal, mix(this.seed, 13))
    const invented = inventedBrands(this.seed, kind, hash, INVENTED).map((brand) => ({
      ...contestant(brand, from),
      isOwn: false,
    }))
    const entries = phases.flatMap((phase) => this.#entries(phase))
    return {
      normal,
      keyword: campaign.keywords.find((keyword) => normalize(keyword) === normal) as string,
      kind,
      location: campaign.settings?.location ?? '',
      watchers: this.#watchersOf(normal),
      brands: underAllNames([...entries, ...invented]),
    }
  }

  /** The sites of a phase; the own name is known as long as the phase lasts. */
  #entries(phase: Phase): Entry[] {
    return this.field(phase).map(({ name, domain, since, hash, until: end }, n) => {
      const isOwn = n === 0
      // Spelled out: V8 makes a hidden class for each object with a spread like this.
      return { name, domain, since, until: isOwn ? phase.until : end, hash, isOwn }
    })
  }

  /**
   * The phases that have a keyword, oldest first. Of campaigns without a story that never changed and have the same
   * sites on the same page, the oldest alone: the others add nothing, and there may be thousands.
   */
  #phasesWith(normal: string): Phase[] {
    const known = new Map<readonly Brand[], Set<string>>()
    const isKnown = ({ campaign, history, begin }: Timeline) => {
      if (history || campaign.story || campaign.competitors.length > 0) return false
      const brands = this.#brandsOf(campaign, begin)
      const pages = known.get(brands) ?? new Set()
      known.set(brands, pages)
      const page = pageOf(campaign)
      if (pages.has(page)) return true
      pages.add(page)
      return false
    }
    return this.#watchersOf(normal)
      .flatMap((timeline) => (isKnown(timeline) ? [] : timeline.phases))
      .filter(({ campaign }) => normalKeywords(campaign).includes(normal))
      .sort((a, b) => a.from - b.from || (a.campaign.id < b.campaign.id ? -1 : 1))
  }

  #watchersOf(normal: string): readonly Timeline[] {
    this.#watchers ??= group(this.history.sort(byAge), ({ keywords }) => keywords)
    return this.#watchers.get(normal) ?? []
  }

  /** The timelines of all campaigns, the deleted ones too. */
  get history(): Timeline[] {
    return [...this.timelines, ...this.#deleted]
  }

  /** The own brand of a campaign, and its rivals at `time`. */
  #brandsOf(campaign: Campaign, time: number): readonly Brand[] {
    // Without competitors that others may have named, they are the same in all worlds of a seed.
    if (campaign.competitors.length > 0) return this.#listedBy(campaign, time)
    const { known, shared } = fieldsOf(this.seed)
    let brands = known.get(campaign)
    if (!brands) {
      const own = { name: campaign.brand, domain: siteOf(campaign) }
      const kind = kindOfCampaign(campaign)
      const key = JSON.stringify([own, kind])
      brands = shared.get(key) ?? this.#invented(own, kind)
      if (shared.size > MOST_SHARED) shared.clear()
      shared.set(key, brands)
      known.set(campaign, brands)
    }
    return brands
  }

  #listedBy(campaign: Campaign, time: number): readonly Brand[] {
    const own = { name: campaign.brand, domain: siteOf(campaign) }
    const listed = campaign.competitors.map((entry) => {
      const domain = hostOf(entry, entry)
      return { name: this.#nameOf(domain, time) ?? brandOfDomain(entry), domain }
    })
    const brands = distinct(own, listed)
    return brands.length > 1 ? brands : this.#invented(own, kindOfCampaign(campaign))
  }

  #invented(own: Brand, kind: Kind): readonly Brand[] {
    const hash = hashText(own.domain, mix(this.seed, 14))
    return distinct(own, inventedBrands(this.seed, kind, hash, INVENTED))
  }

  /** The brand of the first campaign that had this site of its own at `time`. */
  #nameOf(domain: string, time: number): string | undefined {
    this.#owners ??= group(
      this.history
        .flatMap(({ phases }) => phases)
        .map(({ campaign, from }) => ({ domain: siteOf(campaign), name: campaign.brand, from }))
        .sort((a, b) => a.from - b.from),
      (owner) => [owner.domain],
    )
    const owner = this.#owners.get(domain)?.[0]
    return owner && owner.from <= time ? owner.name : undefined
  }
}

interface Owner extends Brand {
  from: number
}

/** Each name and each domain once. */
function distinct(own: Brand, others: readonly Brand[]): Brand[] {
  const sites = new Map([[own.domain, own]])
  const names = new Set([normalize(own.name)])
  for (const brand of others) {
    const name = normalize(brand.name)
    if (name === '' || names.has(name) || sites.has(brand.domain)) continue
    names.add(name)
    sites.set(brand.domain, brand)
  }
  return [...sites.values()]
}

/** Fields that campaigns share. */
const MOST_SHARED = 4_096

/** The brands of campaigns without competitors: campaigns with the same site and kind of business have the same array. */
interface Fields {
  seed: number
  known: WeakMap<Campaign, readonly Brand[]>
  shared: Map<string, readonly Brand[]>
}

let fields: Fields = { seed: 0, known: new WeakMap(), shared: new Map() }

function fieldsOf(seed: number): Fields {
  if (fields.seed !== seed) fields = { seed, known: new WeakMap(), shared: new Map() }
  return fields
}

// Campaigns and their collections are parts of snapshots, so they never change.
const timelines = new WeakMap<Campaign, Timeline>()
// Worlds compare timelines by identity. A download reads the same campaigns with a history of its own, and must not replace
// the timelines of the account.
const timelinesWithHistory = new WeakMap<CampaignHistory, WeakMap<Campaign, Timeline>>()
const worlds = new WeakMap<Account['campaigns'], { past: Account['past']; world: World }>()

/** The world of a snapshot of an account, kept as long as its campaigns stay the same. */
export function worldOf(account: Pick<Account, 'seed' | 'campaigns' | 'past'>): World {
  const { seed, campaigns, past } = account
  const known = worlds.get(campaigns)
  if (known?.past === past && known.world.seed === seed) return known.world
  const world = new World(account)
  worlds.set(campaigns, { past, world })
  return world
}

/** The tracked site of a campaign. */
export function siteOf({
  domain,
  brand,
  name,
}: Pick<Campaign, 'domain' | 'brand' | 'name'>): string {
  return hostOf(domain, brand || name)
}

/** The kind of business of most keywords of a campaign. */
function kindOfCampaign(campaign: Campaign): Kind {
  return prevailingKind([...normalKeywords(campaign), normalize(campaign.brand)])
}

/** The timeline of a campaign, kept as long as its state and its history. */
export function timelineOf(campaign: Campaign, past?: CampaignHistory): Timeline {
  const known = past ? timelinesWith(past) : timelines
  let timeline = known.get(campaign)
  if (!timeline) {
    timeline = new Timeline(campaign, past)
    known.set(campaign, timeline)
  }
  return timeline
}

function timelinesWith(past: CampaignHistory): WeakMap<Campaign, Timeline> {
  let known = timelinesWithHistory.get(past)
  if (!known) {
    known = new WeakMap()
    timelinesWithHistory.set(past, known)
  }
  return known
}

function byAge(a: Timeline, b: Timeline): number {
  return a.begin - b.begin || (a.campaign.id < b.campaign.id ? -1 : 1)
}

const pages = new WeakMap<Campaign, string>()

function pageOf(campaign: Campaign): string {
  const { location = '', device = '', search_engine = '' } = campaign.settings ?? {}
  if (location + device + search_engine === '') return '||'
  let page = pages.get(campaign)
  if (page === undefined) {
    page = [location, device, search_engine].map(normalize).join('|')
    pages.set(campaign, page)
  }
  return page
}

/** A story belongs to its site, so rivals see it, too. */
function withStories(sites: readonly Contestant[], phases: readonly Phase[]): Contestant[] {
  const plotted = phases.filter(({ campaign }) => campaign.story)
  return sites.map((site) => {
    const story = plotted.find(({ campaign }) => siteOf(campaign) === site.domain)?.campaign.story
    return story ? { ...site, story } : site
  })
}
