import { hashText, mix, pick, unit } from '../../text/hash.ts'
import { choose, type Plan, planOf, type SpokenAnswer, type SpokenBrand } from './answer-plan.ts'
import { detailsOf } from './details.ts'
import type { Frame } from './frames/frame.ts'
import { DETAILS, HINTS, REMARKS } from './frames/sentences.ts'
import type { Theme } from './frames/themes.ts'
import { NOUNS } from './kinds.ts'
import { languageOf, SENTENCES, type Sentences } from './languages.ts'
import { capitalize, spelled } from './prompts.ts'

export type { SpokenAnswer, SpokenBrand }

/** Writes words that are not ours. */
interface Pen {
  name(text: string): string
  text(text: string): string
}

const SPECIAL = /[\\`*_[\]<>~#|]|&(?=#?\w+;)/g
const escaped = (text: string) => text.replace(SPECIAL, '\\$&')
const MARKDOWN: Pen = { name: (text) => `**${escaped(text)}**`, text: escaped }
/** Where no space separates words, a name in bold may not be read as such. */
const ESCAPED: Pen = { name: escaped, text: escaped }
const PLAIN: Pen = { name: (text) => text, text: (text) => text }

/** Keywords are quoted up to here. */
const LONGEST = 80

/**
 * The full answer in Markdown: an opening, the brands in order with a remark each, points to consider, links and a closing. About a
 * keyword of one of some languages it is in that language.
 */
export function answerMarkdown(answer: SpokenAnswer): string {
  const sentences = sentencesFor(answer)
  if (sentences) return answerIn(sentences, answer)
  const { hash, brands } = answer
  const plan = planOf(answer)
  const { voice, layout } = plan
  const remarks = brands.map((_, n) => remarkOf(answer, plan, n, MARKDOWN))
  const blocks = [said(plan.opening, answer, MARKDOWN)]
  if (plan.explains)
    blocks.push(numbered(plan.explains.map((text) => filled(text, answer, MARKDOWN))))
  if (layout === 'prose' && !plan.explains) blocks[0] = [...blocks, ...remarks].join(' ')
  else if (layout === 'prose' || layout === 'paragraphs') blocks.push(...remarks)
  else if (layout === 'table') blocks.push(tableOf(answer, remarks))
  else if (layout === 'numbered') blocks.push(numbered(remarks))
  else blocks.push(remarks.map((text) => `- ${text}`).join('\n'))
  const points = pointsOf(answer, plan)
  if (points.length > 0) {
    if (brands.length > 0) blocks.push(`**${pick(voice.tips, mix(hash, 23))}**`)
    blocks.push(points.join('\n'))
  }
  const links = linksOf(answer, plan)
  if (links) blocks.push(links)
  if (unit(mix(hash, 24)) < (voice.spoken ? 0.85 : 0.5)) {
    const closing = choose(voice.closings, mix(hash, 25), (it) => !it.rank || brands.length > 1)
    blocks.push(said(closing, answer, MARKDOWN))
  }
  return blocks.join('\n\n')
}

/** The excerpt of an answer about one of its brands, as plain text: one to four sentences of the answer that name the brand. */
export function excerptOf(answer: SpokenAnswer, brand: number): string {
  const sentences = sentencesFor(answer)
  if (sentences) return remarkIn(sentences, answer, brand, PLAIN)
  const plan = planOf(answer)
  const remark = remarkOf(answer, plan, brand, PLAIN)
  return plan.aboutBrands ? `${said(plan.opening, answer, PLAIN)} ${remark}` : remark
}

/** The nth brand and what is said about it. */
function remarkOf(answer: SpokenAnswer, plan: Plan, n: number, pen: Pen): string {
  const { hash, brands, kind } = answer
  const { voice, layout, themes, isLong } = plan
  const { name, sentiment, hash: own } = brands[n] as SpokenBrand
  const { labels, sentences, more, bare } = REMARKS[sentiment]
  const [theme, second] = themes[n] ?? []
  const rank = brands.length > 1 ? (n === 0 ? 'first' : 'later') : undefined
  const usable = (it: Frame) => (!it.rank || it.rank === rank) && (voice.spoken || !it.spoken)
  const labelled = voice.label !== 'none' && (layout === 'numbered' || layout === 'bullets')
  const frames = (theme === undefined ? bare : labelled ? labels : sentences).filter(usable)
  // Places that lie apart, so that an answer hardly ever uses a frame twice.
  const place = unit(mix(hash, 13)) + n / Math.max(brands.length, 6)
  const frame = frames[Math.floor(place * frames.length) % frames.length] as Frame
  const say = (it: Frame, about?: Theme) => said(it, answer, pen, brands[n], about)
  let text = say(frame, theme)
  if (labelled && theme !== undefined) {
    text = `${voice.label === 'dash' ? `${pen.name(name)} –` : pen.name(`${name}:`)} ${text}`
  }
  if (second && (isLong || unit(mix(own, 3)) < 0.5))
    text += ` ${say(pick(more, mix(own, 4)), second)}`
  if (isLong || unit(mix(own, 7)) < 0.92) {
    const details = kind === 'goods' ? DETAILS.goods : DETAILS.usual
    text += ` ${say(pick(sentiment === 'negative' ? DETAILS.negative : details, mix(own, 8)))}`
  }
  return cited(text, answer, plan, own, 0.8)
}

/** The brands as a table, with what is said about them. */
function tableOf({ brands, kind }: SpokenAnswer, remarks: readonly string[]): string {
  const name = capitalize(NOUNS[kind].name)
  const rows = remarks.map((text, n) => `| ${n + 1} | ${text} |`)
  return [
    `| | ${name} and what ${NOUNS[kind].people} say |`,
    '| --- | --- |',
    ...rows.slice(0, brands.length),
  ].join('\n')
}

function numbered(texts: readonly string[]): string {
  return texts.map((text, n) => `${n + 1}. ${text}`).join('\n')
}

/** Points to consider: all that most answers without brands have to say, and an addition to some lists. */
function pointsOf(answer: SpokenAnswer, plan: Plan): string[] {
  const { hash, brands } = answer
  if (plan.explains || (brands.length > 0 && !plan.isLong && unit(mix(hash, 14)) > 0.25)) return []
  const count = (plan.isLong ? 9 : brands.length > 0 ? 2 : 4) + Math.floor(unit(mix(hash, 15)) * 3)
  return plan.others.slice(0, count).map((theme, n) => {
    const own = mix(hash, 30 + n)
    let text = `- **${theme.label}:** ${capitalize(theme.advice)}.`
    if (brands.length === 0 && (plan.isLong || unit(mix(own, 1)) < 0.65)) {
      text += ` ${said(pick(HINTS, mix(own, 2)), answer, MARKDOWN, undefined, theme)}`
    }
    if (plan.isLong) text += ` This matters most to ${theme.audience}.`
    return cited(text, answer, plan, own, 0.5)
  })
}

/** Links to some of the sources, on platforms that do not mark sentences with them. */
function linksOf({ hash, sources }: SpokenAnswer, { voice, isLong }: Plan): string | undefined {
  if (voice.cites || sources.length === 0 || (!isLong && unit(mix(hash, 28)) < 0.4))
    return undefined
  const links = sources.slice(0, 3).map(({ title, url }) => `- [${escaped(title)}](${url})`)
  return ['**Sources**', links.join('\n')].join('\n\n')
}

/** The text with the number of a source at its end, where the platform marks them. */
function cited(text: string, answer: SpokenAnswer, plan: Plan, hash: number, share: number) {
  const count = answer.sources.length
  if (!plan.voice.cites || count === 0 || unit(mix(hash, 5)) >= share) return text
  return `${text.slice(0, -1)} [${1 + Math.floor(unit(mix(hash, 6)) * count)}].`
}

/** A filled frame; what it says about a brand comes from a theme. */
function said(
  { parts }: Frame,
  answer: SpokenAnswer,
  pen: Pen,
  brand?: SpokenBrand,
  theme?: Theme,
): string {
  const { keyword, kind, day, brands } = answer
  const { name = '', sentiment = 'neutral' } = brand ?? {}
  const fill = (part: string): string => {
    if (part === 'brand') return pen.name(name)
    if (part === 'list') return joined(brands.map((it) => pen.name(it.name)))
    if (part === 'about') return `"${pen.text(shortened(keyword.replace(/["“”„]/g, '')))}"`
    if (part === 'year') return String(new Date(day * 86_400_000).getUTCFullYear())
    if (theme) {
      if (part === 'fact') return theme[sentiment]
      if (part === 'Fact') return capitalize(theme[sentiment].replace(/^is /, ''))
      if (part === 'also') return theme.also[sentiment]
      if (part === 'audience') return theme.audience
      if (part === 'good') return theme.positive
      if (part === 'bad') return theme.negative
    }
    if (Object.hasOwn(NOUNS[kind], part)) return NOUNS[kind][part as 'name' | 'names' | 'people']
    return detailsOf(name, answer)[part as 'price'] ?? ''
  }
  return parts.map((part, n) => (n % 2 === 0 ? part : fill(part))).join('')
}

/** A text with placeholders of an answer that is about no brand. */
function filled(text: string, answer: SpokenAnswer, pen: Pen): string {
  return said({ parts: text.split(/\{(\w+)\}/), warm: false, spoken: false }, answer, pen)
}

/** "A", "A and B", "A, B, and C". */
function joined(names: readonly string[]): string {
  if (names.length < 3) return names.join(' and ')
  return `${names.slice(0, -1).join(', ')}, and ${names.at(-1)}`
}

function shortened(keyword: string): string {
  const text = spelled(keyword)
  if (text.length <= LONGEST) return text
  const letters = [...text].slice(0, LONGEST).join('')
  return `${letters.replace(/\s+\S*$/, '')}…`
}

/** The sentences of the language of an answer, if it is not English. */
function sentencesFor({ keyword }: SpokenAnswer): Sentences | undefined {
  const language = languageOf(keyword)
  return language === 'en' || language === 'other' ? undefined : SENTENCES[language]
}

/** The answer in another language: an opening, the brands or points to consider, sources and a closing. */
function answerIn(sentences: Sentences, answer: SpokenAnswer): string {
  const { hash, brands, keyword, sources } = answer
  const opening = pick(brands.length > 0 ? sentences.opening : sentences.none, mix(hash, 11))
  const pen = sentences === SENTENCES.ja ? ESCAPED : MARKDOWN
  const items = brands.map((_, n) => `${n + 1}. ${remarkIn(sentences, answer, n, pen)}`)
  const points = brands.length === 0 || unit(mix(hash, 14)) < 0.3 ? sentences.points : []
  const links = sources.slice(0, 3).map(({ title, url }) => `- [${escaped(title)}](${url})`)
  return [
    opening.replace('{it}', () => escaped(keyword.trim())),
    items.join('\n'),
    points.map((point) => `- ${point}`).join('\n'),
    links.join('\n'),
    pick(sentences.closing, mix(hash, 25)),
  ]
    .filter((block) => block !== '')
    .join('\n\n')
}

function remarkIn(sentences: Sentences, answer: SpokenAnswer, n: number, pen: Pen): string {
  const { name, sentiment, hash: own } = answer.brands[n] as SpokenBrand
  const list = sentences[sentiment]
  const place = unit(mix(hashText(name), answer.hash)) + n / 6
  const remark = list[Math.floor(place * list.length) % list.length] as string
  const gap = remark.endsWith('。') ? '' : ' '
  const detail = sentiment === 'negative' ? '' : gap + pick(sentences.details, mix(own, 8))
  const details = detailsOf(name, answer)
  return (remark + detail).replace(/\{(\w+)\}/g, (_, part: string) =>
    part === 'brand' ? pen.name(name) : (details[part as 'price'] ?? ''),
  )
}
