import { dayOf } from '../dates.ts'
import { mean, percent } from '../figures.ts'
import { countDays, daysOf, horizon, type Period } from '../period.ts'
import type { PlatformRecord, SentimentRecord } from '../records.ts'
import {
  countsOn,
  detectionTime,
  mentionHash,
  nameRivals,
  rankOf,
  scoreOf,
  sentimentOf,
  streamsOf,
} from './mention-facts.ts'
import { PLATFORMS } from './platforms.ts'

/** Mentions by sentiment, with the sum of their scores in hundredths. */
interface SentimentSums {
  positive: number
  neutral: number
  negative: number
  score: number
}

/** The mentions of one day. */
export interface MentionDay extends SentimentSums {
  /** Brand names in the answers, and how many of them are own brands. */
  named: number
  own: number
}

/** The mentions of some brands in a period. */
export interface MentionSums {
  total: number
  /** Sum of the brands' ranks within the answers. */
  ranks: number
  /** In the order of PLATFORMS. */
  platforms: SentimentSums[]
  /** One for each day of the period that has happened. */
  days: MentionDay[]
}

export function emptyMentions(period: Period): MentionSums {
  const length = countDays(daysOf(period))
  const days = Array.from({ length }, () => ({ ...emptySentiment(), named: 0, own: 0 }))
  return { total: 0, ranks: 0, platforms: PLATFORMS.map(emptySentiment), days }
}

/**
 * Adds the mentions that `mentions` would list to `all`, without making their text. `rivals` says for each rival of
 * the brand's context whether it is an own brand, too. Returns how often each was named.
 */
export function tallyMentions(
  seed: number,
  brand: { brand: string; since?: string | undefined },
  period: Period,
  rivals: readonly boolean[],
  all: MentionSums,
): number[] {
  const { first, last } = daysOf(period)
  const until = horizon(period)
  const partial = Number.isFinite(until) ? dayOf(until) : Number.POSITIVE_INFINITY
  const times = rivals.map(() => 0)
  const named = [0, 0, 0, 0]
  streamsOf(seed, brand, PLATFORMS).forEach((stream, p) => {
    const counts = countsOn(stream, first, last)
    const sums = all.platforms[p] as SentimentSums
    for (let i = 0; i < counts.length; i++) {
      const day = first + i
      for (let n = 0; n < (counts[i] as number); n++) {
        const hash = mentionHash(stream, day, n)
        if (day >= partial && detectionTime(hash, day) > until) continue

        const sentiment = sentimentOf(stream, hash)
        const score = scoreOf(sentiment, hash)
        const company = nameRivals(hash, rivals.length, named)
        all.total++
        all.ranks += rankOf(sentiment, hash, company)
        sums[sentiment]++
        sums.score += score
        const ofDay = all.days[i] as MentionDay
        ofDay[sentiment]++
        ofDay.score += score
        ofDay.named += 1 + company
        ofDay.own++
        for (let r = 0; r < company; r++) {
          const index = named[r] as number
          times[index] = (times[index] as number) + 1
          if (rivals[index]) ofDay.own++
        }
      }
    }
  })
  return times
}

function emptySentiment(): SentimentSums {
  return { positive: 0, neutral: 0, negative: 0, score: 0 }
}

export function countSentiment({ positive, neutral, negative }: SentimentSums): number {
  return positive + neutral + negative
}

export function sentimentRecord(parts: readonly SentimentSums[]): SentimentRecord {
  const all = emptySentiment()
  for (const part of parts) {
    all.positive += part.positive
    all.neutral += part.neutral
    all.negative += part.negative
    all.score += part.score
  }
  const { positive, neutral, negative, score } = all
  return { positive, neutral, negative, score: mean(score / 100, countSentiment(all)) }
}

/** One record for each platform, including those without mentions. */
export function platformRecords(parts: readonly SentimentSums[]): PlatformRecord[] {
  const total = parts.reduce((sum, part) => sum + countSentiment(part), 0)
  return PLATFORMS.map(({ name }, p) => {
    const part = parts[p] as SentimentSums
    const mentions = countSentiment(part)
    return {
      platform: name,
      mentions,
      share: percent(mentions, total),
      sentiment: sentimentRecord([part]),
    }
  })
}
