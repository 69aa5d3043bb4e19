import { hashText, mix, pick, unit } from '../../text/hash.ts'
import type { Sentiment } from '../records.ts'
import { ANSWER_ENGINES } from './frames/answer-engines.ts'
import { ASSISTANTS } from './frames/assistants.ts'
import type { Frame, Layout, Voice } from './frames/frame.ts'
import { TO_COMPARISONS, TO_QUESTIONS } from './frames/sentences.ts'
import { THEMES, type Theme } from './frames/themes.ts'
import type { Kind } from './kinds.ts'
import { isQuestion } from './prompts.ts'

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
  /** Answered, and not repeated. */
  prompt: string
  year: number
  /** By rank; may be empty. */
  brands: readonly SpokenBrand[]
  /** May be empty. Perplexity, Copilot and AI Overviews mark sentences with their numbers, from 1. */
  sources: readonly { title: string; domain: string }[]
}

/** Shared by an answer and its excerpts. */
export interface Plan {
  voice: Voice
  layout: Layout
  opening: Frame
  /** Whether the opening is about the brands, and so part of excerpts. */
  aboutBrands: boolean
  /** Whether the first brand is praised and none is criticized. */
  warm: boolean
  /** Two for each brand, then the others. */
  themes: readonly Theme[]
}

const VOICES: Readonly<Record<string, Voice>> = { ...ASSISTANTS, ...ANSWER_ENGINES }

const COMPARISON = /\b(?:vs|versus)\b/i

export function planOf(answer: SpokenAnswer): Plan {
  const { hash, brands } = answer
  const voice = VOICES[answer.platform] as Voice
  const layout = layoutOf(voice, brands.length, hash)
  const warm =
    brands[0]?.sentiment === 'positive' && brands.every((it) => it.sentiment !== 'negative')
  const openings = openingsFor(answer, voice, layout)
  return {
    voice,
    layout,
    opening: choose(openings, mix(hash, 11), (it) => warm || !it.warm),
    aboutBrands: openings === voice.named || openings === voice.single,
    warm,
    themes: themesFor(answer),
  }
}

/** A paragraph holds three brands at most. */
function layoutOf({ layouts }: Voice, brands: number, hash: number): Layout {
  if (brands < 2) return 'prose'
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

/**
 * Each theme once. A brand is praised for some themes and criticized for others by its nature, so that answers about
 * it agree.
 */
function themesFor({ brands, kind, hash }: SpokenAnswer): Theme[] {
  const all = THEMES[kind]
  const used = new Set<number>()
  const drawn: Theme[] = []
  const take = (from: number) => {
    let place = Math.floor(from) % all.length
    // All are used only if there are more brands than any answer names.
    for (let n = 0; n < all.length && used.has(place); n++) place = (place + 1) % all.length
    used.add(place)
    drawn.push(all[place] as Theme)
  }
  for (const { name, sentiment, hash: own } of brands) {
    const nature = unit(hashText(name)) * all.length
    const strengths = sentiment === 'positive' ? nature : nature + all.length / 2
    take(strengths + unit(mix(own, 1)) * 5)
    take(strengths + unit(mix(own, 2)) * 5)
  }
  const start = Math.floor(unit(mix(hash, 12)) * all.length)
  for (let n = used.size; n < all.length; n++) take(start)
  return drawn
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
