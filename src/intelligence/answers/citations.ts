import { normalize } from '../../accounts/normalize.ts'
import { mix, unit } from '../../text/hash.ts'
import { formatDay } from '../dates.ts'
import type { Citation } from '../records.ts'
import { slugOf } from '../site.ts'
import { isEnglish } from '../wording/prompts.ts'
import type { Answer, SubjectBrand } from './answers.ts'
import { OWN_PAGES, pageOf, pagesOf, SITES_BY_KIND, type Site, type Words } from './sites.ts'

/** A source that an answer cites, whichever brand one looks from. */
export type Source = Omit<Citation, 'type'>

/** How often the site of a brand that an answer names is among its sources, at least and at most: some sites are more useful. */
const OWN_CHANCE = [0.08, 0.36] as const

/** The sources of an answer, in its order. */
export function sourcesOf(answer: Answer): Source[] {
  const { hash, platform, named, day, subject } = answer
  const [least, most] = platform.citations
  const count = least + Math.floor(unit(mix(hash, 50)) * (most - least + 1))
  const words = wordsOf(subject.topic.keyword, day)
  const sources: Source[] = []
  const add = (domain: string, path: string, title: string) => {
    const url = `https://${domain}/${path}`
    if (sources.length === count || sources.some((source) => source.url === url)) return
    sources.push({ title, url, domain, position: sources.length + 1 })
  }
  const addThirdParties = (from: number, to: number) => {
    for (let n = from; n < to && sources.length < count; n++) addThirdParty(answer, n, words, add)
  }
  const own = named.filter(({ brand, isCited }) => {
    return isCited && unit(mix(mix(hash, brand.hash), 51)) < ownChance(brand)
  })
  // Press and forums come first in most answers.
  const late = unit(mix(hash, 52)) < 0.6 ? Math.min(2, Math.max(0, count - own.length)) : 0
  addThirdParties(0, late)
  for (const { brand } of own) {
    const page = skewed(mix(mix(hash, brand.hash), 53), OWN_PAGES.length)
    const [path, title] = OWN_PAGES[page] as (typeof OWN_PAGES)[number]
    const headline = words.isEnglish ? filled(title, words) : words.title
    add(brand.domain, filled(path, words), `${headline} | ${brand.name}`)
  }
  addThirdParties(late, count)
  return sources
}

function ownChance({ hash }: SubjectBrand): number {
  const [least, most] = OWN_CHANCE
  return least + (most - least) * unit(mix(hash, 54))
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

/** Cites a page of another site, the nth of an answer; most of the time of one of a few sites. */
function addThirdParty(
  { hash, subject }: Answer,
  n: number,
  words: Words,
  add: (domain: string, path: string, title: string) => void,
): void {
  const sites = SITES_BY_KIND.get(subject.topic.kind) as readonly Site[]
  const site = sites[skewed(mix(hash, 60 + n), sites.length)] as (typeof sites)[number]
  const page = skewed(mix(hash, 80 + n), pagesOf(site))
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
    isEnglish: isEnglish(keyword),
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
