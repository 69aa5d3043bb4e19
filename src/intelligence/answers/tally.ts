import { countDays, type Days } from '../period.ts'
import { type Answer, PROMPTS, type Subject, type SubjectBrand, sentimentOf } from './answers.ts'
import type { View } from './mention.ts'
import { PLATFORMS, type Platform } from './platforms.ts'

/** Mentions by sentiment, with the sum of their scores in hundredths. */
export interface SentimentSums {
  positive: number
  neutral: number
  negative: number
  score: number
}

/** Answers, and what they say about own brands. */
export interface AnswerSums extends SentimentSums {
  answers: number
  /** Answers that name an own brand. */
  naming: number
  /** Brand names in the answers, and how many of them are own brands. */
  named: number
  own: number
}

/** The answers to one prompt. */
export interface PromptSums {
  subject: Subject
  prompt: number
  answers: number
  naming: number
  mentions: number
}

export interface NameSums {
  brand: string
  own: boolean
  mentions: number
}

/** The answers about some subjects in a period. */
export interface Tally {
  days: Days
  /** Sum of the own brands' ranks within the answers. */
  ranks: number
  all: AnswerSums
  platforms: ReadonlyMap<Platform, AnswerSums>
  /** One for each day of the period that has happened. */
  perDay: AnswerSums[]
  prompts: PromptSums[]
  /** By normalized name. */
  names: Map<string, NameSums>
}

export function emptyTally(days: Days): Tally {
  return {
    days,
    ranks: 0,
    all: emptySums(),
    platforms: new Map(PLATFORMS.map((platform) => [platform, emptySums()])),
    perDay: Array.from({ length: countDays(days) }, emptySums),
    prompts: [],
    names: new Map(),
  }
}

function emptySums(): AnswerSums {
  return {
    positive: 0,
    neutral: 0,
    negative: 0,
    score: 0,
    answers: 0,
    naming: 0,
    named: 0,
    own: 0,
  }
}

/** Adds the answers about a subject. */
export function addAnswers(
  tally: Tally,
  subject: Subject,
  answers: readonly Answer[],
  view: View,
): void {
  const names = new Map<SubjectBrand, { mentions: number; own: boolean }>()
  const prompts = PROMPTS.map((prompt): PromptSums => {
    return { subject, prompt, answers: 0, naming: 0, mentions: 0 }
  })
  for (const answer of answers) {
    const { prompt, platform, day, winners, found } = answer
    const places = [
      tally.all,
      tally.platforms.get(platform) as AnswerSums,
      tally.perDay[day - tally.days.first] as AnswerSums,
    ]
    let mentions = 0
    for (const { brand } of winners) {
      const own = view(brand, found)
      if (own) mentions++
      const sums = names.get(brand)
      if (sums) {
        sums.mentions++
        sums.own ||= own
      } else names.set(brand, { mentions: 1, own })
    }
    const naming = Math.min(1, mentions)
    for (const sums of places) {
      sums.answers++
      sums.naming += naming
      sums.named += winners.length
      sums.own += mentions
    }
    const ofPrompt = prompts[prompt] as PromptSums
    ofPrompt.answers++
    ofPrompt.naming += naming
    ofPrompt.mentions += mentions
    // What is said matters only of own brands.
    if (mentions > 0) addMentions(tally, answer, places, view)
  }
  tally.prompts.push(...prompts.filter((sums) => sums.answers > 0))
  for (const brand of subject.brands) {
    const more = names.get(brand)
    if (!more) continue
    const sums = tally.names.get(brand.key) ?? { brand: brand.name, own: false, mentions: 0 }
    sums.mentions += more.mentions
    sums.own ||= more.own
    tally.names.set(brand.key, sums)
  }
}

/** Adds the places and sentiments of own brands in an answer. */
function addMentions(
  tally: Tally,
  { named, found }: Answer,
  places: readonly AnswerSums[],
  view: View,
): void {
  for (const [n, { brand, score }] of named.entries()) {
    if (!view(brand, found)) continue
    tally.ranks += n + 1
    const sentiment = sentimentOf(score)
    for (const sums of places) {
      sums[sentiment]++
      sums.score += score
    }
  }
}
