import type { Campaign } from '../../accounts/campaign.ts'
import { normalize } from '../../accounts/normalize.ts'
import { RecentValues } from '../../accounts/recent-values.ts'
import { hashText, mix } from '../../text/hash.ts'
import { brandOfDomain, hostOf } from '../site.ts'
import type { Kind } from '../wording/frames/nouns.ts'
import { prevailingKind } from '../wording/kinds.ts'
import type { AccountIndex } from './account-index.ts'
import { type Contestant, contestant, type Entry } from './contestants.ts'
import { type Brand, inventedBrands } from './invented-brands.ts'
import type { Owner } from './owners.ts'
import type { Phase, Unlisted } from './phases.ts'
import { siteOf } from './timelines.ts'

/** How many invented brands compete with a campaign that lists no competitors, and for each topic. */
export const INVENTED = 3

/** The sites of campaigns: their own, and their rivals. */
export class Fields {
  readonly seed: number
  readonly index: AccountIndex
  readonly #known = new Map<Phase, readonly Contestant[]>()
  readonly #owners = new Map<Phase, ReadonlyMap<string, Owner | undefined>>()

  constructor(seed: number, index: AccountIndex) {
    this.seed = seed
    this.index = index
  }

  /** The campaign's own site, then its rivals in the order of its competitors, each domain once. */
  of(phase: Phase): readonly Contestant[] {
    let field = this.#known.get(phase)
    if (!field) {
      field = this.#brandsOf(phase).map((brand) => contestant(brand, phase.from))
      this.#known.set(phase, field)
    }
    return field
  }

  /** The sites that a phase lists as competitors, with the owner that decided the name of each. */
  ownersFor(phase: Phase): ReadonlyMap<string, Owner | undefined> {
    this.of(phase)
    return this.#owners.get(phase) ?? NONE
  }

  /** The sites of a phase. The own name is known only as long as the phase lasts. */
  entries(phase: Phase): Entry[] {
    return this.of(phase).map(({ name, domain, since, hash, until: end }, n) => {
      const isOwn = n === 0
      // Spelled out: V8 makes a hidden class for each object with a spread like this.
      return { name, domain, since, until: isOwn ? phase.until : end, hash, isOwn }
    })
  }

  /** The own brand of a campaign, and its rivals when the phase began. */
  #brandsOf(phase: Phase): readonly Brand[] {
    const { campaign, from } = phase
    // Without competitors, whose names depend on other campaigns, the brands are the same in all worlds of a seed.
    if (campaign.competitors.length === 0) return unlistedOf(this.seed, phase).brands
    const own = ownBrand(campaign)
    const owners = new Map<string, Owner | undefined>()
    const listed = campaign.competitors.map((entry) => {
      const domain = hostOf(entry, entry)
      const owner = this.index.owner(domain)
      owners.set(domain, owner)
      const isKnown = owner !== undefined && owner.from <= from
      return { name: isKnown ? owner.name : brandOfDomain(entry), domain }
    })
    this.#owners.set(phase, owners)
    const brands = distinct(own, listed)
    return brands.length > 1 ? brands : inventedFor(this.seed, own, kindOfPhase(phase))
  }
}

const NONE: ReadonlyMap<string, Owner | undefined> = new Map()

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

function ownBrand(campaign: Campaign): Brand {
  return { name: campaign.brand, domain: siteOf(campaign) }
}

function inventedFor(seed: number, own: Brand, kind: Kind): readonly Brand[] {
  const hash = hashText(own.domain, mix(seed, 14))
  return distinct(own, inventedBrands(seed, kind, hash, INVENTED))
}

/** Campaigns whose kinds are kept. */
const KEPT_KINDS = 1_024

const kinds = new RecentValues<Campaign, Kind>(KEPT_KINDS)

/** The kind of business of most keywords of a phase. */
export function kindOfPhase({ campaign, keywords }: Phase): Kind {
  let kind = kinds.get(campaign)
  if (!kind) {
    kind = prevailingKind([...keywords, normalize(campaign.brand)])
    kinds.set(campaign, kind)
  }
  return kind
}

/** Limit of shared objects. */
const MOST_SHARED = 4_096

let shared = { seed: 0, known: new Map<string, Unlisted>() }

/** The brands of a phase without competitors. Phases of the same site, kind of business and results page share them. */
export function unlistedOf(seed: number, phase: Phase): Unlisted {
  if (phase.unlisted?.seed === seed) return phase.unlisted
  if (shared.seed !== seed) shared = { seed, known: new Map() }
  const { known } = shared
  const own = ownBrand(phase.campaign)
  const kind = kindOfPhase(phase)
  const key = JSON.stringify([own, kind, pageOf(phase.campaign)])
  const unlisted = known.get(key) ?? { seed, brands: inventedFor(seed, own, kind) }
  if (known.size > MOST_SHARED) known.clear()
  known.set(key, unlisted)
  phase.unlisted = unlisted
  return unlisted
}

/** Settings whose pages are kept. */
const KEPT_PAGES = 4_096

const pages = new RecentValues<object, string>(KEPT_PAGES)

/** Identifies the results page of a campaign's location, device and search engine. */
export function pageOf({ settings }: Campaign): string {
  if (!settings) return '||'
  let page = pages.get(settings)
  if (page === undefined) {
    const { location = '', device = '', search_engine = '' } = settings
    page = [location, device, search_engine].map(normalize).join('|')
    pages.set(settings, page)
  }
  return page
}
