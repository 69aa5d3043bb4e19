import { countDays, type Days } from '../period.ts'
import { type Answer, PROMPTS, type Subject, sentimentOf } from './answers.ts'
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
  platforms: ReadonlyMap<Platform, AnswerSums>
  /** One for each day of the period that has happened. */
  perDay: AnswerSums[]
  prompts: Map<Subject, readonly PromptSums[]>
  /** By normalized name. */
  names: Map<string, NameSums>
}

export function emptyTally(days: Days): Tally {
  return {
    days,
    ranks: 0,
    platforms: new Map(PLATFORMS.map((platform) => [platform, emptySums()])),
    perDay: Array.from({ length: countDays(days) }, emptySums),
    prompts: new Map(),
    names: new Map(),
  }
}

/** A copy, to add more to. */
export function copyOf({ days, ranks, platforms, perDay, prompts, names }: Tally): Tally {
  return {
    days,
    ranks,
    platforms: new Map(Array.from(platforms, ([platform, sums]) => [platform, { ...sums }])),
    perDay: perDay.map((sums) => ({ ...sums })),
    prompts: new Map(
      Array.from(prompts, ([subject, both]) => [subject, both.map((sums) => ({ ...sums }))]),
    ),
    names: new Map(Array.from(names, ([key, sums]) => [key, { ...sums }])),
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

/** The sums over all platforms. */
export function allOf({ platforms }: Tally): AnswerSums {
  const all = emptySums()
  for (const sums of platforms.values()) {
    for (const name of Object.keys(all) as (keyof AnswerSums)[]) all[name] += sums[name]
  }
  return all
}

/** Adds the answers about a subject. */
export function addAnswers(
  tally: Tally,
  subject: Subject,
  answers: readonly Answer[],
  view: View,
): void {
  if (answers.length === 0) return
  /** By number of the brand. */
  const names = subject.brands.map(
    ({ name }): NameSums => ({ brand: name, own: false, mentions: 0 }),
  )
  const prompts =
    tally.prompts.get(subject) ??
    PROMPTS.map((prompt) => ({ subject, prompt, answers: 0, naming: 0, mentions: 0 }))
  tally.prompts.set(subject, prompts)
  for (const answer of answers) {
    const { prompt, platform, day, winners, found } = answer
    let mentions = 0
    for (const { brand } of winners) {
      const sums = names[brand.number] as NameSums
      sums.mentions++
      if (!view(brand, found)) continue
      sums.own = true
      mentions++
    }
    const ofPlatform = tally.platforms.get(platform) as AnswerSums
    const ofDay = tally.perDay[day - tally.days.first] as AnswerSums
    addAnswer(ofPlatform, winners.length, mentions)
    addAnswer(ofDay, winners.length, mentions)
    const ofPrompt = prompts[prompt] as PromptSums
    ofPrompt.answers++
    if (mentions === 0) continue
    ofPrompt.naming++
    ofPrompt.mentions += mentions
    // What is said matters only of own brands.
    for (const [n, { brand, score }] of answer.named.entries()) {
      if (!view(brand, found)) continue
      tally.ranks += n + 1
      addScore(ofPlatform, score)
      addScore(ofDay, score)
    }
  }
  for (const { key, number } of subject.brands) {
    const more = names[number] as NameSums
    if (more.mentions === 0) continue
    const sums = tally.names.get(key)
    if (sums) {
      sums.mentions += more.mentions
      sums.own ||= more.own
    } else tally.names.set(key, more)
  }
}

/** Adds an answer that names so many brands, so many of them own ones. */
function addAnswer(sums: AnswerSums, named: number, own: number): void {
  sums.answers++
  if (own > 0) sums.naming++
  sums.named += named
  sums.own += own
}

function addScore(sums: SentimentSums, score: number): void {
  sums[sentimentOf(score)]++
  sums.score += score
}
