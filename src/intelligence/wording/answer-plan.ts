import { hashText, mix, pick, unit } from '../../text/hash.ts'
import type { Sentiment } from '../records.ts'
import type { Frame, Layout, Voice } from './frames/frame.ts'
import { INFORMATION, TO_COMPARISONS, TO_QUESTIONS } from './frames/sentences.ts'
import { THEMES, type Theme } from './frames/themes.ts'
import { VOICES } from './frames/voices.ts'
import type { Kind } from './kinds.ts'
import { isInformational, isQuestion } from './prompts.ts'

/** A brand as one answer sees it. */
export interface SpokenBrand {
  name: string
  sentiment: Sentiment
  /** Hash of this brand in this answer. */
  hash: number
}

/** The content of an AI answer, from which its text follows. */
export interface SpokenAnswer {
  hash: number
  /** The name of a platform. */
  platform: string
  keyword: string
  kind: Kind
  /** Where the question comes from, which decides the currency. */
  location: string
  /** Answered, and not repeated. */
  prompt: string
  /** Day number. */
  day: number
  /** By rank; may be empty. */
  brands: readonly SpokenBrand[]
  /** May be empty. Perplexity, Copilot and AI Overviews mark sentences with their numbers, from 1. */
  sources: readonly { title: string; domain: string; url: string }[]
}

/** Shared by an answer and its excerpts. */
export interface Plan {
  voice: Voice
  layout: Layout
  opening: Frame
  /** Whether the opening is about the brands, and so part of excerpts. */
  aboutBrands: boolean
  /** What the answer explains, if it is asked for knowledge. */
  explains: readonly string[] | undefined
  /** Whether it says all that it can about each brand and about the subject. */
  isLong: boolean
  /** Of each brand, one or two, or none. */
  themes: readonly (readonly Theme[])[]
  /** Those that it uses for no brand. */
  others: readonly Theme[]
}

const COMPARISON = /\b(?:vs|versus)\b/i

export function planOf(answer: SpokenAnswer): Plan {
  const { hash, brands, keyword } = answer
  const voice = VOICES[answer.platform] as Voice
  const isLong = unit(mix(hash, 26)) < 0.18
  const layout = layoutOf(voice, brands.length, hash)
  const explained = isInformational(keyword)
    ? INFORMATION.find(({ form }) => form.test(keyword))
    : undefined
  // It recommends, so that only praise may follow.
  const warm =
    brands[0]?.sentiment === 'positive' && brands.every((it) => it.sentiment !== 'negative')
  const openings = explained?.openings ?? openingsFor(answer, voice, layout)
  return {
    voice,
    layout,
    opening: choose(openings, mix(hash, 11), (it) => warm || !it.warm),
    aboutBrands: openings === voice.named || openings === voice.single,
    explains: explained?.points,
    isLong,
    ...themesFor(answer),
  }
}

/** A paragraph holds three brands at most. */
function layoutOf({ layouts }: Voice, brands: number, hash: number): Layout {
  if (brands < 2) return 'prose'
  if (brands > 2 && unit(mix(hash, 27)) < 0.12) return 'table'
  const layout = pick(layouts, mix(hash, 10))
  return layout === 'prose' && brands > 3 ? 'bullets' : layout
}

function openingsFor(
  { keyword, brands }: SpokenAnswer,
  voice: Voice,
  layout: Layout,
): readonly Frame[] {
  if (isQuestion(keyword)) return brands.length > 0 ? TO_QUESTIONS.brands : TO_QUESTIONS.none
  if (brands.length === 0) return voice.none
  if (COMPARISON.test(keyword)) return TO_COMPARISONS
  if (brands.length === 1) return voice.single
  return layout === 'prose' || layout === 'paragraphs' ? voice.named : voice.lists
}

/** How many themes of a kind a brand is always criticized for, and neither praised nor criticized. */
const [WEAK, MIXED] = [2, 4]

/** Each theme once. What a brand is praised for in one answer, no other answer criticizes. */
function themesFor({ brands, kind, hash }: SpokenAnswer): Pick<Plan, 'themes' | 'others'> {
  const all = THEMES[kind]
  const used = new Set<Theme>()
  const themes = brands.map(({ name, sentiment, hash: own }) => {
    const nature = hashText(name)
    const list = rolesOf(all, nature)[sentiment]
    const start = Math.floor(unit(mix(own, 1)) * list.length)
    const free = [...list.slice(start), ...list.slice(0, start)].filter((theme) => !used.has(theme))
    const taken = free.slice(0, brands.length > 3 ? 1 : 2)
    for (const theme of taken) used.add(theme)
    return taken
  })
  const start = Math.floor(unit(mix(hash, 12)) * all.length)
  const others = [...all.slice(start), ...all.slice(0, start)].filter((theme) => !used.has(theme))
  return { themes, others }
}

/** The themes of a brand by what is said about them, in an order of its own. */
function rolesOf(all: readonly Theme[], nature: number): Record<Sentiment, readonly Theme[]> {
  const sorted = all
    .map((theme, n) => ({ theme, order: unit(mix(nature, n)) }))
    .sort((a, b) => a.order - b.order)
    .map(({ theme }) => theme)
  const [negative, neutral] = [sorted.slice(0, WEAK), sorted.slice(WEAK, WEAK + MIXED)]
  return { negative, neutral, positive: sorted.slice(WEAK + MIXED) }
}

/** The frame that a hash selects, or the next one that may be used. */
export function choose(
  list: readonly Frame[],
  hash: number,
  usable: (frame: Frame) => boolean,
): Frame {
  const start = Math.floor(unit(hash) * list.length)
  for (let n = 0; n < list.length; n++) {
    const frame = list[(start + n) % list.length] as Frame
    if (usable(frame)) return frame
  }
  return list[start] as Frame
}
