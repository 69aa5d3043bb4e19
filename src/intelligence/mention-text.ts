import { type BrandContext, domainOf, type Rival } from './context.ts'
import { formatDay } from './dates.ts'
import { capitalize, joinNames, sentence } from './grammar.ts'
import { hashText, mix, pick, unit } from './hash.ts'
import { type MentionFacts, namedRivals, rankOf } from './mention-facts.ts'
import { slugOf } from './site.ts'
import { promptOf, type Topic, topicOf } from './topics.ts'
import { COMMUNITIES, PUBLICATIONS, WORDING } from './vocabulary.ts'
import { ASIDES, REMARKS, VOICES, type Voice } from './voices.ts'

export interface Citation {
  title: string
  url: string
  /** Host of the address. */
  domain: string
}

/** The part of a mention that is made of words, and what the words must agree with. */
export interface MentionText {
  prompt: string
  excerpt: string
  position: number
  competitors: string[]
  citations: Citation[]
}

/** Words of one mention. The excerpt names the brand and its rivals in the order of their rank. */
export function mentionText(
  brand: string,
  context: BrandContext,
  facts: MentionFacts,
): MentionText {
  const { hash } = facts
  const rivals = namedRivals(hash, context.rivals.length).map(
    (index) => context.rivals[index] as Rival,
  )
  const position = rankOf(facts.sentiment, hash, rivals.length)
  const year = Number(formatDay(facts.day).slice(0, 4))
  const topic = topicOf(pick(context.keywords, mix(hash, 30)), year)
  return {
    prompt: promptOf(topic, mix(hash, 31)),
    excerpt: excerptOf(brand, context, facts, { topic, rivals, position }),
    position,
    competitors: rivals.map(({ name }) => name),
    citations: citationsOf(brand, context, facts, { topic, rivals, year }),
  }
}

function excerptOf(
  brand: string,
  context: BrandContext,
  facts: MentionFacts,
  { topic, rivals, position }: { topic: Topic; rivals: readonly Rival[]; position: number },
): string {
  const { hash } = facts
  const voice = VOICES[facts.stream.platform.name] as Voice
  const wording = WORDING[context.trade]
  const [s1, s2, s3] = pickThree(wording.strengths, mix(hash, 40))
  const [w1, w2] = pickThree(wording.weaknesses, mix(hash, 41))
  const names = rivals.map(({ name }) => name)
  names.splice(position - 1, 0, brand)

  const parts: Record<string, string> = {
    brand,
    list: joinNames(names),
    about: topic.about,
    audience: pick(wording.audiences, mix(hash, 42)),
    // The rival next to the brand is the one that it is compared with.
    rival: rivals[Math.max(0, position - 2)]?.name ?? '',
    s1,
    s2,
    s3,
    w1,
    w2,
  }
  const opening = pick(rivals.length > 0 ? voice.many : voice.alone, mix(hash, 43))
  const aside = rivals.length > 0 && unit(mix(hash, 44)) < 0.3 ? pick(ASIDES, mix(hash, 45)) : ''
  const closing = pick(voice.closings, mix(hash, 46))
  const templates = [opening, pick(REMARKS[facts.sentiment], mix(hash, 47)), aside || closing]
  return templates
    .filter((template) => template !== '')
    .map((template) => fill(template, parts))
    .join(' ')
}

/** Puts the parts in place. A brand at the start keeps its spelling: "eBay", not "EBay". */
function fill(template: string, parts: Record<string, string>): string {
  const text = template.replace(/\{(\w+)\}/g, (_, name: string) => parts[name] ?? '')
  const withStop = sentence(text.replace(/([.!?])\.$/, '$1'))
  return template.startsWith('{brand}') || template.startsWith('{rival}')
    ? withStop
    : capitalize(withStop)
}

/** Three different elements. */
function pickThree(list: readonly string[], hash: number): [string, string, string] {
  const first = Math.floor(unit(hash) * list.length)
  const second = first + 1 + Math.floor(unit(mix(hash, 1)) * (list.length - 2))
  const third = second === first + list.length - 1 ? first + 1 : first + list.length - 1
  const at = (index: number) => list[index % list.length] as string
  return [at(first), at(second), at(third)]
}

function citationsOf(
  brand: string,
  context: BrandContext,
  { hash, stream }: MentionFacts,
  { topic, rivals, year }: { topic: Topic; rivals: readonly Rival[]; year: number },
): Citation[] {
  const [least, most] = stream.platform.citations
  const count = least + Math.floor(unit(mix(hash, 50)) * (most - least + 1))
  const rival = rivals[0]
  const paper = (n: number) => pick(PUBLICATIONS, hashText(topic.title, mix(hash, n)))
  const site = (name: string, path: string, title: string): Citation => ({
    title,
    url: `https://${name}/${path}`,
    domain: name,
  })

  const candidates: Citation[] = []
  const roundup = paper(51)
  candidates.push(
    site(roundup.domain, `${year}/${slugOf(topic.title)}`, `${topic.article} | ${roundup.name}`),
  )
  const review = paper(52)
  candidates.push(
    site(
      review.domain,
      `reviews/${slugOf(brand)}`,
      `${brand} Review ${year}: Pros, Cons, and Verdict | ${review.name}`,
    ),
  )
  const forum = pick(COMMUNITIES, mix(hash, 53))
  candidates.push(
    site(
      forum.domain,
      `t/${slugOf(brand)}-experiences`,
      `Experiences with ${brand}? | ${forum.name}`,
    ),
    site(context.domain, '', `${brand} | Official Website`),
  )
  if (rival) {
    const duel = paper(54)
    candidates.push(
      site(
        duel.domain,
        `compare/${slugOf(brand)}-vs-${slugOf(rival.name)}`,
        `${brand} vs. ${rival.name}: Which Is Better? | ${duel.name}`,
      ),
      site(domainOf(rival), '', `${rival.name} | Official Website`),
    )
  }

  // A walk around the candidates with a stride gives each answer its own selection and order.
  const start = Math.floor(unit(mix(hash, 55)) * candidates.length)
  return Array.from(
    { length: Math.min(count, candidates.length) },
    (_, n) => candidates[(start + n) % candidates.length] as Citation,
  )
}
