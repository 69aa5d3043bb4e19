import { faker } from '@faker-js/faker/locale/en'
import type { Campaign } from '../../accounts/campaign.ts'
import { normalize } from '../../accounts/normalize.ts'
import { hashText, mix, pick } from '../hash.ts'
import { brandOfDomain, hostOf } from '../site.ts'
import { keywordsFor, kindOf, prevailingKind } from '../wording/kinds.ts'
import { type Kind, VOCABULARY } from '../wording/vocabulary.ts'

/** The facts about a brand from which prompts, rivals and citations are made. */
export interface MentionContext {
  keywords: readonly string[]
  /** Domains or names of rivals. */
  competitors: readonly string[]
  domain: string
}

export interface Rival {
  /** As answers name it. */
  name: string
  /** The campaign's entry, which names the domain; null for invented rivals. */
  listed: string | null
}

/** A complete context, which always has topics and rivals. */
export interface BrandContext {
  /** The subject of most keywords. */
  kind: Kind
  keywords: readonly string[]
  rivals: readonly Rival[]
  domain: string
}

/** How many invented brands answers also name. */
const STRANGERS = 3

/** From faker's word list directly: the hash chooses, so faker needs no seed. */
const SURNAMES = (faker.rawDefinitions.person?.last_name?.generic ?? []).filter((name) =>
  /^[A-Z][a-z]{3,8}$/.test(name),
)

/** The context of a brand from the account's campaigns about it; undefined if there are none. */
export function contextFor(
  campaigns: readonly Campaign[],
  brand: string,
): MentionContext | undefined {
  // Oldest first, so that the words of a mention do not depend on the order of the list.
  const about = campaignsAbout(campaigns, brand).sort((a, b) => (ageOf(a) < ageOf(b) ? -1 : 1))
  const first = about[0]
  if (!first) return undefined
  return {
    keywords: about.flatMap((campaign) => campaign.keywords),
    competitors: about.flatMap((campaign) => campaign.competitors),
    domain: first.domain,
  }
}

/**
 * The first day on which an account has mentions of a brand: that of its first campaign about it. Undefined without
 * campaigns: then all mentions are visible.
 */
export function watchedSince(campaigns: readonly Campaign[], brand: string): string | undefined {
  return campaignsAbout(campaigns, brand).reduce<string | undefined>(earlier, undefined)
}

/** The first day of a campaign, or `since` if that is earlier. */
export function earlier(since: string | undefined, { tracked_since }: Campaign): string {
  return since !== undefined && since < tracked_since ? since : tracked_since
}

function campaignsAbout(campaigns: readonly Campaign[], brand: string): Campaign[] {
  const wanted = normalize(brand)
  return campaigns.filter((campaign) => normalize(campaign.brand) === wanted)
}

function ageOf({ created_at, id }: Campaign): string {
  return `${created_at} ${id}`
}

/** The site of a rival. Not in the record, since counting needs names only. */
export function domainOf({ name, listed }: Rival): string {
  return hostOf(listed ?? '', listed ?? name)
}

/** Completes a context to suit the brand. */
export function completeContext(
  seed: number,
  brand: string,
  context: MentionContext | undefined,
): BrandContext {
  const hash = hashText(normalize(brand), mix(seed, 5))
  const name = normalize(brand)
  const listed = (context?.competitors ?? []).map((it) => normalize(brandOfDomain(it)))
  const given = topicsOf(context?.keywords ?? [], [name, ...listed])
  const keywords = given.length > 0 ? given : keywordsFor(name, mix(hash, 1))
  const kind = prevailingKind([...keywords, name])
  return {
    kind,
    keywords,
    rivals: rivalsOf(brand, hash, kind, context?.competitors ?? []),
    domain: hostOf(context?.domain ?? '', brand),
  }
}

/**
 * Searches for the brand itself or for a rival are not topics: nobody asks for the best brand by the name of one.
 * Without other searches, the rest of their words is the topic.
 */
function topicsOf(keywords: readonly string[], names: readonly string[]): string[] {
  const searches = keywords.map(normalize).filter((it) => it !== '')
  const searched = names.filter((name) => name !== '')
  const nameOf = (search: string) => searched.find((name) => ` ${search} `.includes(` ${name} `))
  const topics = searches.filter((it) => nameOf(it) === undefined)
  if (topics.length > 0) return topics
  return searches
    .map((it) => ` ${it} `.replace(` ${nameOf(it)} `, ' ').trim())
    .filter((it) => kindOf(it) !== undefined && nameOf(it) === undefined)
}

/** The listed rivals, then invented ones, each once and without the brand itself. */
function rivalsOf(
  brand: string,
  hash: number,
  kind: Kind,
  competitors: readonly string[],
): Rival[] {
  const rivals: Rival[] = []
  const known = new Set([normalize(brand)])
  const add = (name: string, listed: string | null) => {
    const key = normalize(name)
    if (key === '' || known.has(key)) return
    known.add(key)
    rivals.push({ name, listed })
  }
  for (const competitor of competitors) {
    add(brandOfDomain(competitor), competitor)
  }
  const surnames = new Set<string>()
  for (let n = 0; n < STRANGERS; n++) {
    const surname = pick(SURNAMES, mix(hash, 10 + n))
    if (surnames.has(surname)) continue
    surnames.add(surname)
    add(`${surname} ${pick(VOCABULARY[kind].suffixes, mix(hash, 20 + n))}`, null)
  }
  return rivals
}
