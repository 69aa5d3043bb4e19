import type { Campaign } from '../../accounts/campaign.ts'
import { normalize } from '../../accounts/normalize.ts'
import { hashText, mix } from '../../text/hash.ts'
import { brandOfDomain, hostOf } from '../site.ts'
import { type Kind, kindOf, prevailingKind } from '../wording/kinds.ts'
import { isGeneral, type Phrase, phraseOf } from '../wording/phrase.ts'
import type { AccountIndex } from './account-index.ts'
import {
  bySeniority,
  type Contestant,
  contestant,
  type Entry,
  entryOf,
  withStories,
} from './contestants.ts'
import { type Brand, inventedBrands } from './invented-brands.ts'
import type { Phase } from './phases.ts'
import { siteOf } from './timelines.ts'

/** How many invented brands compete with a campaign that lists no competitors, and for each topic. */
export const INVENTED = 3

/** The sites of campaigns: their own, and their rivals. */
export class Fields {
  readonly seed: number
  readonly index: AccountIndex
  readonly #known = new Map<Phase, readonly Contestant[]>()
  readonly #entries = new Map<Phase, readonly Entry[]>()
  readonly #ranked = new Map<Phase, readonly Contestant[]>()

  constructor(seed: number, index: AccountIndex) {
    this.seed = seed
    this.index = index
  }

  /** The campaign's own site, then its rivals in the order of its competitors, each domain once. */
  of(phase: Phase): readonly Contestant[] {
    let field = this.#known.get(phase)
    if (!field) {
      field = this.#brandsOf(phase).map((brand) => contestant(brand, phase.from, phase))
      this.#known.set(phase, field)
    }
    return field
  }

  /** The sites of a phase. The own name is known only as long as the phase lasts. */
  entries(phase: Phase): readonly Entry[] {
    let entries = this.#entries.get(phase)
    if (!entries) {
      entries = this.of(phase).map((site, n) => entryOf(site, n === 0 ? phase.until : undefined))
      this.#entries.set(phase, entries)
    }
    return entries
  }

  /** The sites of a phase on a results page that no other phase looks at, most senior first. */
  ranked(phase: Phase): readonly Contestant[] {
    let ranked = this.#ranked.get(phase)
    if (!ranked) {
      ranked = withStories(bySeniority(this.entries(phase)), [phase])
      this.#ranked.set(phase, ranked)
    }
    return ranked
  }

  /** The own brand of a campaign, and its rivals when the phase began. */
  #brandsOf(phase: Phase): readonly Brand[] {
    const { campaign, from } = phase
    const own = ownBrand(campaign)
    const listed = campaign.competitors.map((entry) => {
      const domain = hostOf(entry, entry)
      const owner = this.index.owner(domain)
      const isKnown = owner !== undefined && owner.from <= from
      return { name: isKnown ? owner.name : brandOfDomain(entry), domain }
    })
    const brands = distinct(own, listed)
    return brands.length > 1 ? brands : inventedFor(this.seed, own, kindOfPhase(phase))
  }
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

function ownBrand(campaign: Campaign): Brand {
  return { name: campaign.brand, domain: siteOf(campaign) }
}

function inventedFor(seed: number, own: Brand, kind: Kind): readonly Brand[] {
  const hash = hashText(own.domain, mix(seed, 14))
  return distinct(own, inventedBrands(seed, kind, hash, INVENTED))
}

/** What a campaign is about. */
interface Focus {
  /** The kind of business of most of its keywords, and whether that is most of all. */
  kind: Kind
  isClear: boolean
  /** How many of its keywords have a stem. */
  stems?: ReadonlyMap<string, number>
}

const focuses = new WeakMap<Campaign, Focus>()

function focusOf({ campaign, keywords }: Phase): Focus {
  let focus = focuses.get(campaign)
  if (!focus) {
    const { kind, count } = prevailingKind([...keywords, normalize(campaign.brand)])
    focus = { kind, isClear: 2 * count > keywords.length }
    focuses.set(campaign, focus)
  }
  return focus
}

/** The kind of business of most keywords of a phase. */
export function kindOfPhase(phase: Phase): Kind {
  return focusOf(phase).kind
}

/** Whether a keyword has to do with the business of a campaign: the others are of its kind, or share a word with it. */
export function isRelated(phase: Phase, phrase: Phrase): boolean {
  const focus = focusOf(phase)
  const kind = kindOf(phrase.normal)
  const isOther = kind === undefined ? isGeneral(phrase) : kind !== focus.kind
  if (!focus.isClear || !isOther) return true
  focus.stems ??= countsOf(phase.keywords.flatMap((normal) => phraseOf(normal).stems))
  return phrase.stems.some((stem) => (focus.stems?.get(stem) ?? 0) > 1)
}

function countsOf(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

/** Equal for phases without competitors that add the same sites to the same results page. */
export function sitesKey(phase: Phase): string {
  const { brand } = phase.campaign
  return JSON.stringify([brand, siteOf(phase.campaign), kindOfPhase(phase), phase.page])
}
