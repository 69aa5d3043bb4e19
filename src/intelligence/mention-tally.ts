import { dayOf } from './dates.ts'
import { mean, percent } from './figures.ts'
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
import { countDays, daysOf, horizon, type Period } from './period.ts'
import { PLATFORMS } from './platforms.ts'

/** Mentions by sentiment, with the sum of their scores in hundredths. */
export interface SentimentSums {
  positive: number
  neutral: number
  negative: number
  score: number
}

/** The mentions of one day. */
export interface MentionDay extends SentimentSums {
  /** Names of brands in the answers, and those of them that are own brands. */
  named: number
  own: number
}

export interface MentionTally {
  total: number
  /** In the order of PLATFORMS. */
  platforms: SentimentSums[]
  /** Sum of the brand's ranks within the answers. */
  ranks: number
  /** How often each rival was named, by its index in the context. */
  rivals: number[]
}

/** How mentions divide by sentiment. */
export interface SentimentRecord {
  positive: number
  neutral: number
  negative: number
  /** Mean score, −1 to 1; null without mentions. */
  score: number | null
}

/** What one platform contributed. */
export interface PlatformRecord {
  platform: string
  mentions: number
  /** Percent of all mentions. */
  share: number
  sentiment: SentimentRecord
}

/**
 * Adds up the mentions that `mentions` would list, without making any text, and adds those of each day to
 * `days`. `rivals` says of each rival of the brand's context whether it is an own brand, too.
 */
export function tallyMentions(
  seed: number,
  brand: { brand: string; since?: string | undefined },
  period: Period,
  rivals: readonly boolean[],
  days: readonly MentionDay[],
): MentionTally {
  const { first, last } = daysOf(period)
  const until = horizon(period)
  const partial = Number.isFinite(until) ? dayOf(until) : Number.POSITIVE_INFINITY
  const tally: MentionTally = {
    total: 0,
    platforms: PLATFORMS.map(emptySentiment),
    ranks: 0,
    rivals: rivals.map(() => 0),
  }
  const named = [0, 0, 0, 0]
  streamsOf(seed, brand, PLATFORMS).forEach((stream, p) => {
    const counts = countsOn(stream, first, last)
    const sums = tally.platforms[p] as SentimentSums
    for (let i = 0; i < counts.length; i++) {
      const day = first + i
      for (let n = 0; n < (counts[i] as number); n++) {
        const hash = mentionHash(stream, day, n)
        if (day >= partial && detectionTime(hash, day) > until) continue

        const sentiment = sentimentOf(stream, hash)
        const score = scoreOf(sentiment, hash)
        const company = nameRivals(hash, rivals.length, named)
        tally.total++
        tally.ranks += rankOf(sentiment, hash, company)
        sums[sentiment]++
        sums.score += score
        const ofDay = days[i] as MentionDay
        ofDay[sentiment]++
        ofDay.score += score
        ofDay.named += 1 + company
        ofDay.own++
        for (let r = 0; r < company; r++) {
          const index = named[r] as number
          tally.rivals[index] = (tally.rivals[index] as number) + 1
          if (rivals[index]) ofDay.own++
        }
      }
    }
  })
  return tally
}

export function emptySentiment(): SentimentSums {
  return { positive: 0, neutral: 0, negative: 0, score: 0 }
}

/** One for each day of the period that has happened. */
export function emptyDays(period: Period): MentionDay[] {
  const length = countDays(daysOf(period))
  return Array.from({ length }, () => ({ ...emptySentiment(), named: 0, own: 0 }))
}

export function countSentiment({ positive, neutral, negative }: SentimentSums): number {
  return positive + neutral + negative
}

export function addSentiment(sums: SentimentSums, more: SentimentSums): void {
  sums.positive += more.positive
  sums.neutral += more.neutral
  sums.negative += more.negative
  sums.score += more.score
}

export function sentimentRecord(parts: readonly SentimentSums[]): SentimentRecord {
  const all = emptySentiment()
  for (const part of parts) addSentiment(all, part)
  const { positive, neutral, negative, score } = all
  return { positive, neutral, negative, score: mean(score / 100, countSentiment(all)) }
}

/** One record for each platform, also for those without mentions. */
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
