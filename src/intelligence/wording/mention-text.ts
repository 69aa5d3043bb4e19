import { formatDay } from '../dates.ts'
import { mix, pick, unit } from '../hash.ts'
import type { BrandContext, Rival } from '../mentions/context.ts'
import { type MentionFacts, namedRivals, rankOf } from '../mentions/mention-facts.ts'
import type { Citation } from '../records.ts'
import { kindOf } from './kinds.ts'
import { capitalize, type SearchPhrase, searchPhraseOf } from './search-phrase.ts'
import { citationsOf } from './sources.ts'
import { type Theme, VOCABULARY, type Vocabulary } from './vocabulary.ts'
import { ASIDES, REMARKS, type Remark, VOICES, type Voice } from './voices.ts'

/** The text of a mention, and the values that must agree with it. */
export interface MentionText {
  prompt: string
  excerpt: string
  position: number
  competitors: string[]
  citations: Citation[]
}

/** The topic of an answer, and the brands that it names. */
interface Subject {
  brand: string
  phrase: SearchPhrase
  vocabulary: Vocabulary
  /** In the order of the answer. */
  rivals: readonly Rival[]
  /** Rank of the brand among the named ones. */
  position: number
}

/** The text of one mention. The excerpt names the brand and its rivals by rank. */
export function mentionText(
  brand: string,
  context: BrandContext,
  facts: MentionFacts,
): MentionText {
  const keyword = keywordOf(context, facts)
  const phrase = searchPhraseOf(keyword)
  const vocabulary = VOCABULARY[kindOf(keyword) ?? context.kind]
  const rivals = rivalsIn(context, facts)
  const position = rankOf(facts.sentiment, facts.hash, rivals.length)
  const year = yearOf(facts)
  return {
    prompt: fill(pick(phrase.prompts, mix(facts.hash, 31)), {
      names: vocabulary.names[1],
      year: String(year),
    }),
    excerpt: excerptOf({ brand, phrase, vocabulary, rivals, position }, facts),
    position,
    competitors: rivals.map(({ name }) => name),
    citations: citationsOf(brand, rivals, phrase.title, context, facts, year),
  }
}

/** Only the citations of `mentionText`. */
export function mentionCitations(
  brand: string,
  context: BrandContext,
  facts: MentionFacts,
): Citation[] {
  const { title } = searchPhraseOf(keywordOf(context, facts))
  return citationsOf(brand, rivalsIn(context, facts), title, context, facts, yearOf(facts))
}

/** The topic of a mention's prompt. */
export function keywordOf(context: BrandContext, { hash }: MentionFacts): string {
  return pick(context.keywords, mix(hash, 30))
}

function rivalsIn({ rivals }: BrandContext, { hash }: MentionFacts): Rival[] {
  return namedRivals(hash, rivals.length).map((index) => rivals[index] as Rival)
}

function yearOf({ day }: MentionFacts): number {
  return Number(formatDay(day).slice(0, 4))
}

function excerptOf(subject: Subject, { hash, sentiment, stream }: MentionFacts): string {
  const { rivals, position } = subject
  const voice = VOICES[stream.platform.name] as Voice
  const [plain, warm] =
    rivals.length > 0 ? [voice.plain, voice.warm] : [[voice.alone], [voice.aloneWarm]]
  const openings = sentiment === 'positive' ? [...plain, ...warm] : plain
  const opening = pick(openings, mix(hash, 43))

  // Avoids "… and eBay. eBay stands out".
  const endsWithBrand = /\{(brand|list|ranked)\}\.$/.test(opening) && position === rivals.length + 1
  const remarks = REMARKS[sentiment].filter(
    ({ text, rank, spoken }) =>
      holds(rank, subject) &&
      (voice.spoken || !spoken) &&
      !(endsWithBrand && text.startsWith('{brand}')),
  )
  const remark = pick(remarks, mix(hash, 47)).text

  const templates = [opening, remark]
  const last = unit(mix(hash, 44))
  if (rivals.length > 0 && last < 0.35 && !remark.includes('{rival}')) {
    templates.push(pick(ASIDES, mix(hash, 45)))
  } else if (last < 0.75) templates.push(pick(voice.closings, mix(hash, 46)))

  const parts = partsOf(subject, hash)
  return templates.map((template) => sentenceOf(template, parts)).join(' ')
}

function holds(rank: Remark['rank'], { rivals, position }: Subject): boolean {
  if (rank === undefined) return true
  if (rivals.length === 0) return false
  if (rank === 'first') return position === 1
  if (rank === 'later') return position > 1
  return rank === 'any' || position === rivals.length + 1
}

/** The values of the placeholders of all templates. */
function partsOf(subject: Subject, hash: number): Record<string, string> {
  const { brand, phrase, vocabulary, rivals, position } = subject
  const named = rivals.map(({ name }) => name)
  named.splice(position - 1, 0, brand)
  const [first, second, third, fourth, fifth] = drawThemes(vocabulary.themes, mix(hash, 40))
  return {
    brand,
    about: phrase.about,
    list: joinNames(named),
    ranked: joinNames(named.map((name, n) => `(${n + 1}) ${name}`)),
    name: vocabulary.names[0],
    names: vocabulary.names[1],
    people: vocabulary.people,
    // The brand's neighbour, for comparisons.
    rival: rivals[Math.max(0, position - 2)]?.name ?? '',
    s1: first[0],
    audience: first[2],
    s2: second[0],
    s3: third[0],
    w1: fourth[1],
    w2: fifth[1],
  }
}

/** Five different themes. */
function drawThemes(themes: readonly Theme[], hash: number) {
  const drawn = [...themes]
  for (let n = 0; n < 5; n++) {
    const other = n + Math.floor(unit(mix(hash, n)) * (drawn.length - n))
    const theme = drawn[other] as Theme
    drawn[other] = drawn[n] as Theme
    drawn[n] = theme
  }
  return drawn as [Theme, Theme, Theme, Theme, Theme]
}

/** "A", "A and B", "A, B, and C". */
function joinNames(names: readonly string[]): string {
  if (names.length < 3) return names.join(' and ')
  return `${names.slice(0, -1).join(', ')}, and ${names.at(-1)}`
}

/** A filled template; "Yahoo!" at its end needs no full stop, "eBay" at its start no capital. */
function sentenceOf(template: string, parts: Record<string, string>): string {
  const text = fill(template, parts).replace(/([.!?…])\.$/, '$1')
  return /^\{(brand|rival)\}/.test(template) ? text : capitalize(text)
}

function fill(template: string, parts: Record<string, string>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => parts[name] ?? '')
}
