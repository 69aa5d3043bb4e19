import { mix, pick, unit } from '../../text/hash.ts'
import type { Sentiment } from '../records.ts'
import { choose, type Plan, planOf, type SpokenAnswer, type SpokenBrand } from './answer-plan.ts'
import type { Frame } from './frames/frame.ts'
import { HEADLINES, HINTS, REMARKS } from './frames/sentences.ts'
import type { Theme } from './frames/themes.ts'
import { NOUNS } from './kinds.ts'
import { capitalize, isEnglish, isQuestion, spelled } from './prompts.ts'

export type { SpokenAnswer, SpokenBrand }

/** Writes words that are not ours. */
interface Pen {
  name(text: string): string
  text(text: string): string
}

const SPECIAL = /[\\`*_[\]<>~#]|&(?=#?\w+;)/g
const escaped = (text: string) => text.replace(SPECIAL, '\\$&')
const MARKDOWN: Pen = { name: (text) => `**${escaped(text)}**`, text: escaped }
const PLAIN: Pen = { name: (text) => text, text: (text) => text }

const SMALL_WORDS = new Set('a an and as at but by for from in of on or the to vs with'.split(' '))

/** Keywords are quoted up to here. */
const LONGEST = 80

/**
 * The full answer in Markdown: an opening, the brands in order with a remark each, and a closing. Without brands it
 * says what to look for. About a keyword of another language it is a list of names and sources without sentences.
 */
export function answerMarkdown(answer: SpokenAnswer): string {
  const { hash, brands, keyword } = answer
  if (!isEnglish(keyword)) return bareList(answer)
  const plan = planOf(answer)
  const { voice, layout, warm } = plan
  const say = (frame: Frame) => said(frame, answer, MARKDOWN)
  const remarks = brands.map((_, n) => remarkOf(answer, plan, n, MARKDOWN))
  const blocks = [say(plan.opening)]
  if (layout === 'prose') blocks[0] = [...blocks, ...remarks].join(' ')
  else if (layout === 'paragraphs') blocks.push(...remarks)
  else {
    const mark = (n: number) => (layout === 'bullets' ? '-' : `${n + 1}.`)
    blocks.push(remarks.map((text, n) => `${mark(n)} ${text}`).join('\n'))
    if (!isQuestion(keyword) && unit(mix(hash, 20)) < voice.headline) {
      const headline = choose(HEADLINES, mix(hash, 21), (it) => warm || !it.warm)
      blocks.unshift(`### ${say(headline)}`)
    }
  }
  const points = pointsOf(answer, plan)
  if (points.length > 0) {
    if (brands.length > 0) blocks.push(`**${pick(voice.tips, mix(hash, 23))}**`)
    blocks.push(points.join('\n'))
  }
  if (unit(mix(hash, 24)) < (voice.spoken ? 0.85 : 0.5)) {
    blocks.push(say(choose(voice.closings, mix(hash, 25), (it) => !it.rank || brands.length > 1)))
  }
  return blocks.join('\n\n')
}

/**
 * The excerpt of an answer about one of its brands, as plain text: one to four sentences of the answer that name the
 * brand. For keywords of other languages it is the name.
 */
export function excerptOf(answer: SpokenAnswer, brand: number): string {
  if (!isEnglish(answer.keyword)) return (answer.brands[brand] as SpokenBrand).name
  const plan = planOf(answer)
  const remark = remarkOf(answer, plan, brand, PLAIN)
  return plan.aboutBrands ? `${said(plan.opening, answer, PLAIN)} ${remark}` : remark
}

/** The nth brand and what is said about it. */
function remarkOf(answer: SpokenAnswer, plan: Plan, n: number, pen: Pen): string {
  const { hash, brands } = answer
  const { voice, layout, themes } = plan
  const { name, sentiment, hash: own } = brands[n] as SpokenBrand
  const { labels, sentences, more } = REMARKS[sentiment]
  const rank = brands.length > 1 ? (n === 0 ? 'first' : 'later') : undefined
  const usable = (it: Frame) => (!it.rank || it.rank === rank) && (voice.spoken || !it.spoken)
  const labelled = voice.label !== 'none' && (layout === 'numbered' || layout === 'bullets')
  const frames = (labelled ? labels : sentences).filter(usable)
  // Places that lie apart, so that an answer hardly ever uses a frame twice.
  const place = unit(mix(hash, 13)) + n / Math.max(brands.length, 6)
  const frame = frames[Math.floor(place * frames.length) % frames.length] as Frame
  let text = said(frame, answer, pen, name, sentiment, themes[2 * n])
  if (labelled) {
    text = `${voice.label === 'dash' ? `${pen.name(name)} –` : pen.name(`${name}:`)} ${text}`
  }
  if (unit(mix(own, 3)) < (brands.length > 4 ? 0.25 : 0.6)) {
    const second = pick(more, mix(own, 4))
    text += ` ${said(second, answer, pen, name, sentiment, themes[2 * n + 1])}`
  }
  return cited(text, answer, plan, own, 0.8)
}

/** Points to consider: all that an answer without brands has to say, and an addition to some lists. */
function pointsOf(answer: SpokenAnswer, plan: Plan): string[] {
  const { hash, brands } = answer
  if (brands.length > 0 && unit(mix(hash, 14)) > 0.3) return []
  const first = 2 * brands.length
  const count = (brands.length > 0 ? 2 : 4) + Math.floor(unit(mix(hash, 15)) * 3)
  return plan.themes.slice(first, first + count).map((theme, n) => {
    const own = mix(hash, 30 + n)
    let text = `- **${theme.label}:** ${capitalize(theme.advice)}.`
    if (brands.length === 0 && unit(mix(own, 1)) < 0.65) {
      text += ` ${said(pick(HINTS, mix(own, 2)), answer, MARKDOWN, '', 'neutral', theme)}`
    }
    return cited(text, answer, plan, own, 0.5)
  })
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
  { keyword, kind, year, brands }: SpokenAnswer,
  pen: Pen,
  brand = '',
  sentiment: Sentiment = 'neutral',
  theme?: Theme,
): string {
  const fill = (part: string): string => {
    if (part === 'brand') return pen.name(brand)
    if (part === 'list') return joined(brands.map(({ name }) => pen.name(name)))
    if (part === 'about') return `"${pen.text(shortened(keyword.replace(/["“”„]/g, '')))}"`
    if (part === 'title') return pen.text(titled(shortened(keyword)))
    if (part === 'Names') return capitalize(NOUNS[kind].names)
    if (part === 'year') return String(year)
    if (theme) {
      if (part === 'fact') return theme[sentiment]
      if (part === 'Fact') return capitalize(theme[sentiment].replace(/^is /, ''))
      if (part === 'also') return theme.also[sentiment]
      if (part === 'audience') return theme.audience
      if (part === 'good') return theme.positive
      if (part === 'bad') return theme.negative
    }
    return NOUNS[kind][part as 'name' | 'names' | 'people']
  }
  let text = ''
  for (let n = 0; n < parts.length; n++) {
    const part = parts[n] as string
    text += n % 2 === 0 ? part : fill(part)
  }
  return text
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

/** Headline capitals: "Hotel with Spa Dublin". */
function titled(text: string): string {
  return capitalize(text).replace(/(?<=\s)\p{Ll}\S*/gu, (word) =>
    SMALL_WORDS.has(word) ? word : capitalize(word),
  )
}

function bareList({ keyword, brands, sources }: SpokenAnswer): string {
  const names = brands.map(({ name }, n) => `${n + 1}. ${MARKDOWN.name(name)}`)
  const pages = sources.map(({ title, domain }) => `- ${escaped(title)} (${domain})`)
  return [`### ${escaped(keyword.trim())}`, names.join('\n'), pages.join('\n')]
    .filter((block) => block !== '')
    .join('\n\n')
}
