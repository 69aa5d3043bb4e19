import { normalize } from '../../accounts/normalize.ts'
import { countDays, type Days } from '../period.ts'
import type { Timeline } from '../world/timeline.ts'
import { nameAt, namesIn, scoreAt } from './answer-block.ts'
import { PROMPTS, sentimentOf } from './answer-facts.ts'
import type { Found } from './findings.ts'
import { PLATFORMS } from './platforms.ts'
import type { TopicAnswers } from './topic-answers.ts'
import type { View } from './views.ts'

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
  topic: TopicAnswers
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

/** The answers of some topics in a period. */
export interface Tally {
  days: Days
  /** Sum of the own brands' ranks within the answers. */
  ranks: number
  all: AnswerSums
  /** In the order of PLATFORMS. */
  platforms: AnswerSums[]
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
    platforms: PLATFORMS.map(emptySums),
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

/** Adds the answers of a topic that a campaign, or any, has found until `now`. */
export function addTopic(
  tally: Tally,
  topic: TopicAnswers,
  { now, timeline, view }: { now: number; timeline?: Timeline | undefined; view: View },
): void {
  const { brands } = topic.topic
  const times = new Uint32Array(brands.length)
  const owned = new Uint8Array(brands.length)
  const prompts: PromptSums[] = Array.from({ length: PROMPTS }, (_, prompt) => {
    return { topic, prompt, answers: 0, naming: 0, mentions: 0 }
  })
  let lastFound: Found | undefined
  let ownNow: readonly number[] = []
  topic.visit(tally.days, now, timeline, (day, prompt, values, at, found) => {
    if (found !== lastFound) ownNow = view(found)
    lastFound = found
    const places = [
      tally.all,
      tally.platforms[values[at] as number] as AnswerSums,
      tally.perDay[day - tally.days.first] as AnswerSums,
    ]
    const ofPrompt = prompts[prompt] as PromptSums
    const names = namesIn(values, at)
    let mentions = 0
    for (let rank = 0; rank < names; rank++) {
      const index = nameAt(values, at, rank)
      times[index] = (times[index] as number) + 1
      if (!ownNow.includes(index)) continue
      mentions++
      owned[index] = 1
      tally.ranks += rank + 1
      const score = scoreAt(values, at, rank)
      const sentiment = sentimentOf(score)
      for (const sums of places) {
        sums[sentiment]++
        sums.score += score
      }
    }
    const naming = Math.min(1, mentions)
    for (const sums of places) {
      sums.answers++
      sums.naming += naming
      sums.named += names
      sums.own += mentions
    }
    ofPrompt.answers++
    ofPrompt.naming += naming
    ofPrompt.mentions += mentions
  })
  tally.prompts.push(...prompts.filter(({ answers }) => answers > 0))
  brands.forEach(({ name }, index) => {
    if (times[index] === 0) return
    const key = normalize(name)
    const sums = tally.names.get(key) ?? { brand: name, own: false, mentions: 0 }
    sums.mentions += times[index] as number
    sums.own ||= owned[index] === 1
    tally.names.set(key, sums)
  })
}
