import { faker } from '@faker-js/faker/locale/en'
import type { Campaign } from '../accounts/campaign.ts'
import { normalize } from '../accounts/normalize.ts'
import { hashText, mix, pick } from './hash.ts'
import { INDUSTRIES } from './industries.ts'
import { type Kind, kindOf, prevailingKind } from './kinds.ts'
import { brandOfDomain, hostOf } from './site.ts'
import { WORDING } from './wording.ts'

/** What is known about a brand, from which prompts, rivals and citations are made. */
export interface MentionContext {
  keywords: readonly string[]
  /** Domains or names of rivals. */
  competitors: readonly string[]
  domain: string
  /** Where its customers are, as campaigns put it: "Dublin, Ireland". */
  locations?: readonly string[]
}

export interface Rival {
  /** As answers name it. */
  name: string
  /** What the campaign lists, which tells the domain; null for invented rivals. */
  listed: string | null
}

/** The context with its gaps filled: always some topics and some rivals. */
export interface BrandContext {
  /** What most of the keywords are about. */
  kind: Kind
  keywords: readonly string[]
  rivals: readonly Rival[]
  /** Names of places in lower case, to be known beside the usual ones. */
  places: readonly string[]
  domain: string
}

/** Answers name brands that nobody listed, too. */
const STRANGERS = 3

/** From faker's word list directly: the choice is made by the hash, so nothing has to be seeded. */
const SURNAMES = (faker.rawDefinitions.person?.last_name?.generic ?? []).filter((name) =>
  /^[A-Z][a-z]{3,8}$/.test(name),
)

/** What an account's campaigns tell about a brand; undefined when none is about it. */
export function contextFor(
  campaigns: readonly Campaign[],
  brand: string,
): MentionContext | undefined {
  // Oldest first, so that the words of a mention do not depend on the order of the caller's list.
  const about = campaignsAbout(campaigns, brand).sort((a, b) => (ageOf(a) < ageOf(b) ? -1 : 1))
  const first = about[0]
  if (!first) return undefined
  return {
    keywords: about.flatMap((campaign) => campaign.keywords),
    competitors: about.flatMap((campaign) => campaign.competitors),
    domain: first.domain,
    locations: about.flatMap(({ settings }) => settings.location ?? []),
  }
}

/**
 * The first day for which an account has mentions of a brand: that of its first campaign about it. Undefined
 * when none is: of a brand that nobody watches, all that was ever said can be looked up.
 */
export function watchedSince(campaigns: readonly Campaign[], brand: string): string | undefined {
  return campaignsAbout(campaigns, brand).reduce<string | undefined>(earlier, undefined)
}

/** The first day of a campaign, or the one given if that is earlier. */
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

/** The site of a rival. Not kept in the record, since counting needs names only. */
export function domainOf({ name, listed }: Rival): string {
  return hostOf(listed ?? '', listed ?? name)
}

/** Fills the gaps of a context with what suits the brand. */
export function completeContext(
  seed: number,
  brand: string,
  context: MentionContext | undefined,
): BrandContext {
  const hash = hashText(normalize(brand), mix(seed, 5))
  const name = normalize(brand)
  const listed = (context?.competitors ?? []).map((it) => normalize(brandOfDomain(it)))
  const given = topicsOf(context?.keywords ?? [], [name, ...listed])
  const keywords = given.length > 0 ? given : industryOf(name, hash).topics
  const kind = prevailingKind([...keywords, name])
  return {
    kind,
    keywords,
    rivals: rivalsOf(brand, hash, kind, context?.competitors ?? []),
    places: [...new Set((context?.locations ?? []).flatMap(placesOf))],
    domain: hostOf(context?.domain ?? '', brand),
  }
}

/**
 * Nobody asks for the best brand by the name of one: searches for the brand itself or for a rival are
 * no topics. Where there are no others, what they say beside the name is.
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

function industryOf(name: string, hash: number): (typeof INDUSTRIES)[number] {
  return INDUSTRIES.find(({ hint }) => hint.test(name)) ?? pick(INDUSTRIES, mix(hash, 1))
}

function placesOf(location: string): string[] {
  return location
    .split(',')
    .map(normalize)
    .filter((place) => /\p{L}{3}/u.test(place))
}

/** The listed rivals, then invented ones; never the brand itself, and none twice. */
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
    add(`${surname} ${pick(WORDING[kind].suffixes, mix(hash, 20 + n))}`, null)
  }
  return rivals
}
