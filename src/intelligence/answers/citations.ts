import { normalize } from '../../accounts/normalize.ts'
import { mix, signed, unit } from '../../text/hash.ts'
import { formatDay } from '../dates.ts'
import { positionOn, rankOf, searchOf, trackOf } from '../rankings/position.ts'
import type { Citation } from '../records.ts'
import { slugOf } from '../site.ts'
import { languageOf } from '../wording/languages.ts'
import { phraseOf } from '../wording/phrase.ts'
import type { World } from '../world/world.ts'
import type { Answer, SubjectBrand } from './answers.ts'
import { ALWAYS } from './findings.ts'
import { OWN_PAGES, pageOf, pagesOf, SITES_BY_KIND, type Site, type Words } from './sites.ts'
import { answersOf, answersOn } from './world-answers.ts'

/** A source that an answer cites, whichever brand one looks from. */
export type Source = Omit<Citation, 'type'>

/** Pages of other sites that are used for a prompt, and how many days each stays, at least and at most. */
const POOL = { size: 10, least: 14, most: 45 }

/**
 * How often an answer cites the site of a brand that it names, by the place of the site for the keyword up to which it holds: most
 * sources of AI Overviews rank (Ahrefs, 2025).
 */
const OWN_CHANCES = [
  [10, 0.52],
  [20, 0.28],
  [50, 0.12],
  [101, 0.04],
] as const
/** Days after which another choice of own sites is made. */
const OWN_STAY = 21

/** The sources of an answer, in its order. Answers to one prompt have most of them in common. */
export function sourcesOf(answer: Answer): Source[] {
  const { hash, platform, day, subject, stream } = answer
  const usual = mix(mix(stream, platform.number), 50)
  const [least, most] = platform.citations
  const change = Math.round(1.6 * signed(mix(hash, 50)))
  const wanted = least + Math.floor(unit(usual) * (most - least + 1)) + change
  const count = Math.min(most, Math.max(least, wanted))
  const words = wordsOf(subject.topic.keyword, day)
  const sources: Source[] = []
  const add = (domain: string, path: string, title: string) => {
    const url = `https://${domain}/${path}`
    if (sources.length === count || sources.some((source) => source.url === url)) return
    sources.push({ title, url, domain, position: sources.length + 1 })
  }
  const own = ownSites(answer)
  const others = poolOf(answer, usual)
  // Press and forums come first in most answers.
  const late = unit(mix(usual, 52)) < 0.6 ? Math.min(2, Math.max(0, count - own.length)) : 0
  for (const page of others.slice(0, late)) addPage(answer, page, words, add)
  for (const { domain, name, hash } of own) {
    const page = skewed(mix(mix(usual, hash), 53), OWN_PAGES.length)
    const [path, title] = OWN_PAGES[page] as (typeof OWN_PAGES)[number]
    const headline = words.isEnglish ? filled(title, words) : words.title
    add(domain, filled(path, words), `${headline} | ${name}`)
  }
  for (const page of others.slice(late)) addPage(answer, page, words, add)
  return sources
}

/** The named brands whose sites the answer cites. */
function ownSites({ subject, named, day, stream, found, platform }: Answer): SubjectBrand[] {
  const search = searchOf(subject.seed, found.check.phase.campaign)
  const phrase = phraseOf(subject.topic.normal)
  return named
    .filter(({ brand, isCited }) => {
      if (!isCited) return false
      const { kind, date } = brand.renown.story ?? {}
      const story = kind !== undefined && date !== undefined ? { kind, date } : undefined
      const track = trackOf(search, { domain: brand.domain, story }, phrase)
      const rank = rankOf(positionOn(track, day))
      const [, chance] = OWN_CHANCES.find(([last]) => rank <= last) ?? [0, 0]
      const own = mix(mix(stream, brand.hash), platform.number)
      const period = Math.floor((day + (own & 31)) / OWN_STAY)
      return unit(mix(own, period)) < chance * (0.7 + 0.6 * unit(mix(brand.hash, 54)))
    })
    .map(({ brand }) => brand)
}

/** The pages of other sites for a prompt on a day, as hashes, the most used first: mostly the same ones every day. */
function poolOf({ stream, hash, day }: Answer, usual: number): number[] {
  const slots = Array.from({ length: POOL.size }, (_, n) => {
    const slot = mix(stream, 60 + n)
    const stay = POOL.least + Math.floor(unit(mix(slot, 1)) * (POOL.most - POOL.least))
    const page = mix(slot, Math.floor((day + (slot & 63)) / stay))
    return { page, order: unit(mix(usual, n)) + 0.15 * unit(mix(hash, 60 + n)) }
  })
  return slots.sort((a, b) => a.order - b.order).map(({ page }) => page)
}

/** Whether the AI overview of a keyword on a day cites a site; undefined if nobody asked for it. */
export function overviewCites(
  world: World,
  { keyword, day }: { keyword: { normal: string; site: string }; day: number },
): boolean | undefined {
  const subject = answersOf(world).subject(keyword.normal)
  const overviews = answersOn(day, subject, ALWAYS).filter(({ platform }) => platform.isOverview)
  if (overviews.length === 0) return undefined
  return overviews.flatMap(sourcesOf).some(({ domain }) => domain === keyword.site)
}

/** The sources of an answer as they look from a brand. */
export function citationsOf(
  answer: Answer,
  brand: SubjectBrand,
  sources: readonly Source[] = sourcesOf(answer),
): Citation[] {
  return sources.map(({ title, url, domain, position }) => {
    const type = sourceType(answer, domain, brand)
    return { title, url, domain, position, type }
  })
}

/** The owner of a page that the answer cites, from the view of a brand. */
function sourceType(
  { subject, named, found }: Answer,
  domain: string,
  brand: SubjectBrand,
): Citation['type'] {
  if (domain === brand.domain) return 'own'
  // A site that became a rival later was none then.
  const isRival =
    subject.brands.some((it) => it.domain === domain && it.since <= found.moment) ||
    named.some((it) => it.brand.domain === domain)
  return isRival ? 'rival' : 'third_party'
}

/** Cites a page of another site; most of the time of one of a few sites. */
function addPage(
  { subject }: Answer,
  hash: number,
  words: Words,
  add: (domain: string, path: string, title: string) => void,
): void {
  const sites = SITES_BY_KIND.get(subject.topic.kind) as readonly Site[]
  const site = sites[skewed(mix(hash, 2), sites.length)] as (typeof sites)[number]
  const page = skewed(mix(hash, 3), pagesOf(site).length)
  add(site.domain, ...pageOf(site, page, words))
}

/** An index below `length`; each half as far down the list is as frequent as the next (Zipf's law). */
function skewed(hash: number, length: number): number {
  return Math.floor((length + 1) ** unit(hash)) - 1
}

function wordsOf(keyword: string, day: number): Words {
  return {
    slug: slugOf(normalize(keyword)),
    title: titleOf(keyword),
    isEnglish: languageOf(keyword) === 'en',
    year: Number(formatDay(day).slice(0, 4)),
  }
}

function titleOf(keyword: string): string {
  const text = keyword.length > 80 ? `${[...keyword].slice(0, 80).join('')}…` : keyword
  return text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())
}

function filled(text: string, { slug, title }: Words): string {
  return text.replace('{slug}', slug).replace('{title}', () => title)
}
