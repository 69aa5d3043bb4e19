import { mix, pick, unit } from '../hash.ts'
import { type BrandContext, domainOf, type Rival } from '../mentions/context.ts'
import type { MentionFacts } from '../mentions/mention-facts.ts'
import type { Citation } from '../records.ts'
import { slugOf } from '../site.ts'

interface Site {
  name: string
  domain: string
}

/** Invented publications, all under .example, which nobody can register. */
const PUBLICATIONS: readonly Site[] = [
  { name: 'Comparewise', domain: 'comparewise.example' },
  { name: 'The Shortlist Journal', domain: 'shortlist-journal.example' },
  { name: 'Practical Buyer', domain: 'practical-buyer.example' },
  { name: 'Fieldnotes Weekly', domain: 'fieldnotes-weekly.example' },
  { name: 'Verdict Desk', domain: 'verdict-desk.example' },
  { name: 'The Independent Reviewer', domain: 'independent-reviewer.example' },
  { name: 'Side by Side', domain: 'side-by-side.example' },
  { name: 'Insider Ledger', domain: 'insider-ledger.example' },
]

/** Invented forums. */
const COMMUNITIES: readonly Site[] = [
  { name: 'Askwell', domain: 'askwell.example' },
  { name: 'Open Forum', domain: 'openforum.example' },
  { name: 'The Common Thread', domain: 'common-thread.example' },
]

/** The sources of an answer that names the brand and these rivals; `title` is its topic as a headline. */
export function citationsOf(
  brand: string,
  rivals: readonly Rival[],
  title: string,
  { domain }: BrandContext,
  { hash, stream }: MentionFacts,
  year: number,
): Citation[] {
  const [least, most] = stream.platform.citations
  const count = least + Math.floor(unit(mix(hash, 50)) * (most - least + 1))
  if (count === 0) return []

  const own = slugOf(brand)
  const paper = (n: number) => pick(PUBLICATIONS, mix(hash, n))
  const candidates = [
    page(paper(51), `${year}/${slugOf(title)}`, `${title}: What to Know in ${year}`),
    page(paper(52), `reviews/${own}`, `${brand} Review ${year}: Pros, Cons, and Verdict`),
    page(pick(COMMUNITIES, mix(hash, 53)), `t/${own}-experiences`, `Experiences with ${brand}?`),
    homePage(brand, domain),
  ]
  const rival = rivals[0]
  if (rival) {
    const path = `compare/${own}-vs-${slugOf(rival.name)}`
    candidates.push(
      page(paper(54), path, `${brand} vs. ${rival.name}: Which Is Better?`),
      homePage(rival.name, domainOf(rival)),
    )
  }
  // Each answer takes its own part of the candidates.
  const start = Math.floor(unit(mix(hash, 55)) * candidates.length)
  return [...candidates.slice(start), ...candidates.slice(0, start)].slice(0, count)
}

function page({ name, domain }: Site, path: string, title: string): Citation {
  return { title: `${title} | ${name}`, url: `https://${domain}/${path}`, domain }
}

function homePage(name: string, domain: string): Citation {
  return { title: `${name} | Official Website`, url: `https://${domain}/`, domain }
}
