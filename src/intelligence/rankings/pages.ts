import { hashText, mix, pick } from '../../text/hash.ts'
import { brandOfDomain, slugOf } from '../site.ts'
import { pageOn } from './jumps.ts'
import type { TrackedKeyword } from './keywords.ts'

/** The first section holds two entries, since most pages lie at the top. */
const SECTIONS = ['', '', 'blog/', 'guides/', 'products/', 'solutions/', 'learn/'] as const

/** Names of sections in titles. */
const TITLES: Record<string, string> = {
  'blog/': ' Blog',
  'guides/': ' Guides',
  'learn/': ' Academy',
}

/** A page of a site. */
export interface Page {
  url: string
  title: string
}

/** The page of the own site that ranks for a keyword on a day. */
export function rankingPage(keyword: TrackedKeyword, day: number): Page {
  return pagesOf(keyword)[pageOn(keyword.track.jump, day)] as Page
}

/** Another page of the own site. */
export function secondPage(keyword: TrackedKeyword, day: number): Page {
  return pagesOf(keyword)[pageOn(keyword.track.jump, day) === 0 ? 1 : 0] as Page
}

// Rows of many days have the same pages.
const known = new WeakMap<TrackedKeyword, readonly Page[]>()

/** The pages of the own site about a keyword: the first is the one that usually ranks. */
function pagesOf(keyword: TrackedKeyword): readonly Page[] {
  const pages = known.get(keyword) ?? makePages(keyword)
  known.set(keyword, pages)
  return pages
}

function makePages({ search, site, spelled, normal }: TrackedKeyword): Page[] {
  const hash = hashText(normal, hashText(site, mix(search.seed, 3)))
  const usual = pick(SECTIONS, hash)
  const others = SECTIONS.slice(1).filter((section) => section !== usual)
  const sections = [usual, ...[1, 2].map((number) => others[(hash + number) & 3] as string)]
  const slug = slugOf(normal)
  const name = spelled.trim().charAt(0).toUpperCase() + spelled.trim().slice(1)
  return sections.map((section) => ({
    url: `https://${site}/${section}${slug}`,
    title: `${name} | ${brandOfDomain(site)}${TITLES[section] ?? ''}`,
  }))
}
