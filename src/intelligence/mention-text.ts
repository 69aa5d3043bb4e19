import { type BrandContext, domainOf, type Rival } from './context.ts'
import { formatDay } from './dates.ts'
import { capitalize, joinNames, sentence } from './grammar.ts'
import { hashText, mix, pick, unit } from './hash.ts'
import { kindOf } from './kinds.ts'
import { type MentionFacts, namedRivals, rankOf } from './mention-facts.ts'
import { COMMUNITIES, PUBLICATIONS } from './publications.ts'
import { ASIDES, REMARKS, type Remark } from './remarks.ts'
import { slugOf } from './site.ts'
import type { Topic } from './topic-wording.ts'
import { promptOf, topicOf } from './topics.ts'
import { VOICES, type Voice } from './voices.ts'
import { drawThemes, WORDING, type Wording } from './wording.ts'

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

/** What an answer is about, and whom it names. */
interface Subject {
  brand: string
  topic: Topic
  wording: Wording
  /** In the order in which the answer names them. */
  rivals: readonly Rival[]
  /** Rank of the brand among the named. */
  position: number
}

/** Words of one mention. The excerpt names the brand and its rivals in the order of their rank. */
export function mentionText(
  brand: string,
  context: BrandContext,
  facts: MentionFacts,
): MentionText {
  const subject = subjectOf(brand, context, facts)
  return {
    prompt: promptOf(subject.topic, mix(facts.hash, 31)),
    excerpt: excerptOf(subject, facts),
    position: subject.position,
    competitors: subject.rivals.map(({ name }) => name),
    citations: citationsOf(subject, context.domain, facts),
  }
}

function subjectOf(brand: string, context: BrandContext, facts: MentionFacts): Subject {
  const { hash } = facts
  const rivals = namedRivals(hash, context.rivals.length).map(
    (index) => context.rivals[index] as Rival,
  )
  const keyword = keywordOf(context, facts)
  return {
    ...readingOf(context, keyword, yearOf(facts)),
    brand,
    rivals,
    position: rankOf(facts.sentiment, hash, rivals.length),
  }
}

function yearOf({ day }: MentionFacts): number {
  return Number(formatDay(day).slice(0, 4))
}

/** The citations of `mentionText`, for those who need no more of it. */
export function mentionCitations(
  brand: string,
  context: BrandContext,
  facts: MentionFacts,
): Citation[] {
  return citationsOf(subjectOf(brand, context, facts), context.domain, facts)
}

/** The keyword that the prompt of a mention is about. */
export function keywordOf(context: BrandContext, { hash }: MentionFacts): string {
  return pick(context.keywords, mix(hash, 30))
}

/** A keyword as an answer speaks of it. */
type Reading = Pick<Subject, 'topic' | 'wording'>

const readings = new WeakMap<BrandContext, Map<string, Reading>>()

/** Looks into the grammar of a keyword once for all mentions of a list. */
function readingOf(context: BrandContext, keyword: string, year: number): Reading {
  const known = readings.get(context) ?? new Map<string, Reading>()
  readings.set(context, known)
  const key = `${year} ${keyword}`
  const reading = known.get(key) ?? {
    topic: topicOf(keyword, year, context.places),
    wording: WORDING[kindOf(keyword) ?? context.kind],
  }
  known.set(key, reading)
  return reading
}

function excerptOf(subject: Subject, facts: MentionFacts): string {
  const { hash, sentiment } = facts
  const { topic, rivals } = subject
  const voice = VOICES[facts.stream.platform.name] as Voice
  const openings = (rivals.length > 0 ? voice.many : voice.alone).filter(
    ({ warm, thing }) => !(warm && sentiment !== 'positive') && !(thing && topic.kind !== 'thing'),
  )
  const isLast = subject.position === rivals.length + 1
  const opening = pick(openings, mix(hash, 43)).text
  // "… and eBay. eBay stands out" stutters.
  const stutters = isLast && /\{(brand|list|ranked)\}\.$/.test(opening)
  const remarks = REMARKS[sentiment].filter(
    (remark) =>
      holds(remark, subject) &&
      (voice.spoken || !remark.spoken) &&
      !(stutters && remark.text.startsWith('{brand}')),
  )
  const remark = pick(remarks, mix(hash, 47)).text
  const closings = voice.closings.filter(({ many }) => !many || rivals.length > 0)

  const last = unit(mix(hash, 44))
  const templates = [opening, remark]
  if (rivals.length > 0 && last < 0.35 && !remark.includes('{rival}')) {
    templates.push(pick(ASIDES, mix(hash, 45)))
  } else if (last < 0.75) templates.push(pick(closings, mix(hash, 46)).text)

  const parts = partsOf(subject, remark, facts)
  return templates.map((template) => fill(template, parts)).join(' ')
}

function holds({ text, rank }: Remark, { topic, rivals, position }: Subject): boolean {
  // A topic that says whom it is for leaves no room for somebody else.
  if (topic.aimed && text.includes('{audience}')) return false
  switch (rank) {
    case undefined:
      return true
    case 'any':
      return rivals.length > 0
    case 'first':
      return rivals.length > 0 && position === 1
    case 'later':
      return position > 1
    case 'last':
      return rivals.length > 0 && position === rivals.length + 1
  }
}

/** What the placeholders of all templates stand for. */
function partsOf(
  subject: Subject,
  remark: string,
  { hash, sentiment }: MentionFacts,
): Record<string, string> {
  const { brand, topic, wording, rivals, position } = subject
  const named = rivals.map(({ name }) => name)
  named.splice(position - 1, 0, brand)
  // "Brands for bike brands" repeats itself.
  const { names: called } =
    /^alternatives /.test(topic.about) || topic.about.includes(wording.names[1])
      ? WORDING.generic
      : wording
  const [name, names] = called
  const audience = pick(wording.audiences, mix(hash, 42))
  // Whom it suits decides what is praised, or what must not be blamed.
  const own = remark.includes('{audience}') ? audience.theme : undefined
  const drawn = drawThemes(wording, 5, mix(hash, 40), own)
  if (own !== undefined && sentiment === 'positive') drawn.unshift(own)
  const [s1, s2, s3, w1, w2] = drawn
  const praise = (theme = '') => pick(wording.themes[theme]?.praise ?? [], mix(hash, 41))
  const complaint = (theme = '') => pick(wording.themes[theme]?.complaint ?? [], mix(hash, 41))
  return {
    brand,
    list: joinNames(named),
    ranked: joinNames(named.map((each, n) => `(${n + 1}) ${each}`)),
    about: topic.about,
    name,
    names,
    people: wording.people,
    audience: audience.text,
    // The rival next to the brand is the one that it is compared with.
    rival: rivals[Math.max(0, position - 2)]?.name ?? '',
    s1: praise(s1),
    s2: praise(s2),
    s3: praise(s3),
    w1: complaint(w1),
    w2: complaint(w2),
  }
}

/** Puts the parts in place. A brand at the start keeps its spelling: "eBay", not "EBay". */
function fill(template: string, parts: Record<string, string>): string {
  const text = template.replace(/\{(\w+)\}/g, (_, name: string) => parts[name] ?? '')
  const withStop = sentence(text.replace(/([.!?])\.$/, '$1'))
  return template.startsWith('{brand}') || template.startsWith('{rival}')
    ? withStop
    : capitalize(withStop)
}

function citationsOf(
  { brand, topic, rivals }: Subject,
  domain: string,
  facts: MentionFacts,
): Citation[] {
  const { hash, stream } = facts
  const year = yearOf(facts)
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
    site(domain, '', `${brand} | Official Website`),
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
