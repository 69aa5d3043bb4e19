import { faker } from '@faker-js/faker/locale/en'
import type { Campaign } from '../accounts/campaign.ts'
import { hashText, mix, pick } from './hash.ts'
import { brandOfDomain, hostOf, normalize } from './site.ts'
import { INDUSTRIES, TRADES, type Trade, WORDING } from './vocabulary.ts'

/** What is known about a brand, from which prompts, rivals and citations are made. */
export interface MentionContext {
  keywords: readonly string[]
  /** Domains or names of rivals. */
  competitors: readonly string[]
  domain: string
}

export interface Rival {
  /** As answers name it. */
  name: string
  /** What the campaign lists, which tells the domain; null for invented rivals. */
  listed: string | null
}

/** The context with its gaps filled: always some topics and some rivals. */
export interface BrandContext {
  trade: Trade
  keywords: readonly string[]
  rivals: readonly Rival[]
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
  const wanted = normalize(brand)
  // Oldest first, so that the words of a mention do not depend on the order of the caller's list.
  const about = campaigns
    .filter((campaign) => normalize(campaign.brand) === wanted)
    .sort((a, b) => (ageOf(a) < ageOf(b) ? -1 : 1))
  const first = about[0]
  if (!first) return undefined
  return {
    keywords: about.flatMap((campaign) => campaign.keywords),
    competitors: about.flatMap((campaign) => campaign.competitors),
    domain: first.domain,
  }
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
  // Nobody asks for the best brand by the name of one: searches for the brand itself are no topics.
  const name = normalize(brand)
  const given = context?.keywords.map(normalize).filter((it) => it !== '' && !it.includes(name))
  const keywords = given && given.length > 0 ? given : industryOf(name, hash).topics
  const trade = tradeOf([...keywords, name])
  return {
    trade,
    keywords,
    rivals: rivalsOf(brand, hash, trade, context?.competitors ?? []),
    domain: hostOf(context?.domain ?? '', brand),
  }
}

function industryOf(name: string, hash: number): (typeof INDUSTRIES)[number] {
  return INDUSTRIES.find(({ hint }) => hint.test(name)) ?? pick(INDUSTRIES, mix(hash, 1))
}

function tradeOf(texts: readonly string[]): Trade {
  let trade: Trade = 'other'
  let most = 0
  for (const [name, pattern] of TRADES) {
    const matches = texts.filter((text) => pattern.test(text)).length
    if (matches > most) [trade, most] = [name, matches]
  }
  return trade
}

/** The listed rivals, then invented ones; never the brand itself, and none twice. */
function rivalsOf(
  brand: string,
  hash: number,
  trade: Trade,
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
  for (let n = 0; n < STRANGERS; n++) {
    const surname = pick(SURNAMES, mix(hash, 10 + n))
    add(`${surname} ${pick(WORDING[trade].suffixes, mix(hash, 20 + n))}`, null)
  }
  return rivals
}
