import { countDays, type Days } from '../period.ts'
import { type Answer, PROMPTS, type Subject, sentimentOf } from './answers.ts'
import type { View } from './mention.ts'
import { PLATFORMS } from './platforms.ts'

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
  answers: number
  naming: number
  mentions: number
}

export interface NameSums {
  brand: string
  own: boolean
  mentions: number
}

/** The answers about one subject, by prompt and by brand. */
interface SubjectSums {
  prompts: readonly PromptSums[]
  names: readonly NameSums[]
}

/** The answers in a period. */
export interface Tally {
  days: Days
  /** Sum of the own brands' ranks within the answers. */
  ranks: number
  /** In the order of PLATFORMS. */
  platforms: readonly AnswerSums[]
  /** One for each day of the period that has happened. */
  perDay: readonly AnswerSums[]
  subjects: ReadonlyMap<Subject, SubjectSums>
}

export function emptyTally(days: Days, subjects: readonly Subject[] = []): Tally {
  return {
    days,
    ranks: 0,
    platforms: PLATFORMS.map(emptySums),
    perDay: Array.from({ length: countDays(days) }, emptySums),
    subjects: new Map(subjects.map((subject) => [subject, emptySubject(subject)])),
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

function emptySubject({ brands }: Subject): SubjectSums {
  return {
    prompts: PROMPTS.map(() => ({ answers: 0, naming: 0, mentions: 0 })),
    names: brands.map(({ name }) => ({ brand: name, own: false, mentions: 0 })),
  }
}

/** The tally of some days and of those after them, about the same subjects. */
export function joined(one: Tally, other: Tally): Tally {
  const subjects = Array.from(one.subjects, ([subject, { prompts, names }]) => {
    const more = other.subjects.get(subject) as SubjectSums
    const both = {
      prompts: prompts.map((sums, n) => sumOf([sums, more.prompts[n] as PromptSums])),
      names: names.map(({ brand, own, mentions }, n) => ({
        brand,
        own: own || (more.names[n] as NameSums).own,
        mentions: mentions + (more.names[n] as NameSums).mentions,
      })),
    }
    return [subject, both] as const
  })
  return {
    days: { first: one.days.first, last: other.days.last },
    ranks: one.ranks + other.ranks,
    platforms: one.platforms.map((sums, n) => sumOf([sums, other.platforms[n] as AnswerSums])),
    perDay: [...one.perDay, ...other.perDay],
    subjects: new Map(subjects),
  }
}

/** The sums over all platforms. */
export function allOf({ platforms }: Tally): AnswerSums {
  return sumOf(platforms)
}

function sumOf<Sums extends Record<keyof Sums, number>>(some: readonly Sums[]): Sums {
  const all = { ...(some[0] as Sums) }
  for (const sums of some.slice(1)) {
    for (const name in all) all[name] = (all[name] + sums[name]) as Sums[typeof name]
  }
  return all
}

/** The brands that the answers name, each once. */
export function namesIn({ subjects }: Tally): NameSums[] {
  const all = new Map<string, NameSums>()
  for (const [{ brands }, { names }] of subjects) {
    for (const [n, { brand, own, mentions }] of names.entries()) {
      if (mentions === 0) continue
      const key = brands[n]?.key as string
      const known = all.get(key) ?? { brand, own: false, mentions: 0 }
      all.set(key, {
        brand: known.brand,
        own: known.own || own,
        mentions: known.mentions + mentions,
      })
    }
  }
  return [...all.values()]
}

/** Adds an answer about one of the subjects. */
export function addAnswer(tally: Tally, answer: Answer, view: View): void {
  const { subject, prompt, platform, day, winners, found } = answer
  const ofSubject = tally.subjects.get(subject) as SubjectSums
  let own = 0
  for (const { brand } of winners) {
    const sums = ofSubject.names[brand.number] as NameSums
    sums.mentions++
    if (!view(brand, found)) continue
    sums.own = true
    own++
  }
  const ofPlatform = tally.platforms[platform.index] as AnswerSums
  const ofDay = tally.perDay[day - tally.days.first] as AnswerSums
  addNames(ofPlatform, winners.length, own)
  addNames(ofDay, winners.length, own)
  const ofPrompt = ofSubject.prompts[prompt] as PromptSums
  ofPrompt.answers++
  if (own === 0) return
  ofPrompt.naming++
  ofPrompt.mentions += own
  // What is said matters only of own brands.
  let rank = 0
  for (const { brand, score } of answer.named) {
    rank++
    if (!view(brand, found)) continue
    tally.ranks += rank
    addScore(ofPlatform, score)
    addScore(ofDay, score)
  }
}

/** Adds an answer that names so many brands, so many of them own ones. */
function addNames(sums: AnswerSums, named: number, own: number): void {
  sums.answers++
  if (own > 0) sums.naming++
  sums.named += named
  sums.own += own
}

function addScore(sums: SentimentSums, score: number): void {
  sums[sentimentOf(score)]++
  sums.score += score
}
