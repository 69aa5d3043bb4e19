import { mix } from '../../text/hash.ts'
import { type Kind, NOUNS } from '../wording/kinds.ts'
import { listsOf } from '../wording/lists.ts'

/** A site that answers cite; all are invented, under .example, which nobody can register. */
export interface Site {
  name: string
  domain: string
  type: 'press' | 'guide' | 'forum' | 'directory' | 'video'
}

const NAMES = listsOf(`
guide: Comparewise | Practical Buyer | Side by Side | Verdict Desk | The Shortlist Journal | Honest Bench | Picked Apart | Second Opinion Lab | The Weighing Room
press: Fieldnotes Weekly | Insider Ledger | The Independent Reviewer | Harbour Post | Northern Dispatch | The Trade Gazette | Morning Almanac | Quarterly Lens
forum: Openforum | Askwell | The Common Thread | Neighbourly | Deep Replies | Worth It?
video: Viewfinder Tube | Loopcast
directory: Listed Places | Star Register | Opinion Atlas | Findery | Rated Locally | The Index of Makers | Openpedia
`)

const SITES: readonly Site[] = Object.entries(NAMES).flatMap(([type, names]) =>
  names.map((name) => ({ name, type: type as Site['type'], domain: domainOf(name) })),
)

function domainOf(name: string): string {
  const words =
    name
      .toLowerCase()
      .replace(/^the /, '')
      .match(/[a-z]+/g) ?? []
  return `${words.join('-')}.example`
}

const LEADERS = new Set(['Viewfinder Tube', 'Openforum', 'Openpedia'])

/** All sites in the order in which answers of a kind cite them. */
export const SITES_BY_KIND: ReadonlyMap<Kind, readonly Site[]> = new Map(
  (Object.keys(NOUNS) as Kind[]).map((kind) => [kind, sitesOf(kind)]),
)

function sitesOf(kind: Kind): Site[] {
  const hash = [...kind].reduce((sum, letter) => mix(sum, letter.charCodeAt(0)), 0)
  const rankOf = ({ name }: Site, n: number) => {
    const rank = mix(mix(hash, 1), n) >>> 0
    // Video and forum sites lead, and the encyclopedia knows a lot about everything.
    return LEADERS.has(name) ? rank >>> 4 : rank
  }
  return SITES.map((site, n) => ({ site, rank: rankOf(site, n) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ site }) => site)
}

/** A topic in paths and headlines. */
export interface Words {
  slug: string
  title: string
  /** Headlines about topics of other languages consist of the topic. */
  isEnglish: boolean
  year: number
}

/** A page of a site about a topic: the path and the title. */
export function pageOf(
  site: Site,
  page: number,
  { slug, title, isEnglish, year }: Words,
): readonly [path: string, title: string] {
  const [path = '', headline = ''] = (pagesOf(site)[page] as string).split(' > ')
  const fill = (text: string) =>
    text
      .replace('{slug}', slug)
      .replace('{title}', () => title)
      .replace('{year}', String(year))
  return [fill(path), `${fill(isEnglish ? headline : '{title}')} | ${site.name}`]
}

/** The most frequent first. */
const PAGES = listsOf(`
guide: {slug} > {title}: the best options compared | {slug}/how-we-test > {title}: how we test | {slug}/{year} > {title}: what to know in {year} | {slug}/questions > {title}: questions and answers | {slug}/prices > {title}: what it costs
press: {year}/{slug} > {title}: an overview | {year}/{slug}-trends > {title}: the trends of {year} | opinion/{slug} > {title}: what our readers say | {year}/{slug}-market > {title}: who leads the market
forum: t/{slug} > {title}: any recommendations? | t/{slug}-experiences > {title}: your experiences | t/{slug}-alternatives > {title}: alternatives | t/{slug}-worth-it > {title}: is it worth it? | t/{slug}-beginners > {title}: where to start
video: watch/{slug} > {title}: tested on camera | watch/{slug}-comparison > {title}: side by side | watch/{slug}-{year} > {title}: worth it in {year}?
directory: lists/{slug} > {title}: all entries | lists/{slug}/top-rated > {title}: top rated | lists/{slug}/new > {title}: new entries
`)

/** Paths and titles of the pages of a site. */
export function pagesOf({ type }: Site): readonly string[] {
  return PAGES[type] as string[]
}

/** Pages of a brand's own site. */
export const OWN_PAGES: readonly (readonly [path: string, title: string])[] = [
  ['', 'Official website'],
  ['{slug}', '{title}'],
  ['pricing', 'Prices'],
  ['about', 'About us'],
  ['help/{slug}', '{title}: help'],
]
