import { normalize } from '../../accounts/normalize.ts'
import { hashText, mix, pick } from '../../text/hash.ts'
import { brandOfDomain, slugOf } from '../site.ts'
import { jumpOn } from './positions.ts'
import type { Track } from './tracks.ts'

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

/** The page of a site that usually ranks for a keyword. */
export function landingPage(seed: number, site: string, keyword: string): string {
  return pagesFor(seed, site, keyword)(0).url
}

/** The pages of a site about a keyword: 0 is the one that usually ranks. Each is another address. */
export function pagesFor(seed: number, site: string, keyword: string): (number: number) => Page {
  const normal = normalize(keyword)
  const hash = hashText(normal, hashText(site, mix(seed, 3)))
  const usual = pick(SECTIONS, hash)
  const others = SECTIONS.slice(1).filter((section) => section !== usual)
  const slug = slugOf(normal)
  const name = keyword.trim().charAt(0).toUpperCase() + keyword.trim().slice(1)
  const brand = brandOfDomain(site)
  const known: Page[] = []
  return (number) => {
    const section = number === 0 ? usual : (others[(hash + number) & 3] as string)
    known[number] ??= {
      url: `https://${site}/${section}${slug}`,
      title: `${name} | ${brand}${TITLES[section] ?? ''}`,
    }
    return known[number]
  }
}

/** The number of the page that ranks on a day: most sudden moves come from another page that ranks for a while. */
export function pageOn({ jump }: Track, day: number): number {
  const found = jumpOn(jump, day)
  return found === undefined || (found & 2) === 0 ? 0 : 1 + ((found >>> 4) & 1)
}
