import { normalize } from '../accounts/normalize.ts'
import type { Steps } from '../time/steps.ts'
import { type OwnBrand, rivalsOf } from './brands.ts'
import { formatDay } from './dates.ts'
import { difference, mean, percent } from './figures.ts'
import {
  addSentiment,
  countSentiment,
  emptyDays,
  emptySentiment,
  type MentionDay,
  type PlatformRecord,
  platformRecords,
  type SentimentRecord,
  type SentimentSums,
  sentimentRecord,
  tallyMentions,
} from './mention-tally.ts'
import { daysOf, type Period, previousPeriod } from './period.ts'
import { PLATFORMS } from './platforms.ts'

/** How many brands the share of voice lists; its percentages are of all that were named. */
const LISTED_BRANDS = 10

/** How chat platforms speak of some brands. */
export interface ChatRecord {
  mentions: number
  sentiment: SentimentRecord
  /** Mean rank of the own brand within the answers that name it; null without mentions. */
  average_position: number | null
  platforms: PlatformRecord[]
  share_of_voice: ShareOfVoice
  changes: ChatChanges
  /** Each day of the period that has happened. */
  series: ChatDayRecord[]
}

/** Against the period of equal length just before; positive is better, null where there is nothing to compare. */
export interface ChatChanges {
  mentions: number
  sentiment_score: number | null
  average_position: number | null
  /** Percentage points. */
  share_of_voice: number | null
}

export interface ChatDayRecord {
  date: string
  mentions: number
  sentiment: SentimentRecord
  /** Percent of all brand names that are own ones; null on a day without mentions. */
  share_of_voice: number | null
}

/** Of all brand names in the answers that name an own brand, how many are whose. */
export interface ShareOfVoice {
  /** Percent that are own brands. */
  own: number
  competitors: number
  /** Most often named first. */
  brands: VoiceRecord[]
}

export interface VoiceRecord {
  brand: string
  own: boolean
  mentions: number
  /** Percent of all names. */
  share: number
}

/** What is known of some brands in a period, with the number of mentions in the one before. */
export interface Chat {
  record: ChatRecord
  previousMentions: number
}

/** The answers that name one of the brands, and whom else they name. */
export function* chatSteps(seed: number, brands: readonly OwnBrand[], period: Period): Steps<Chat> {
  const now = yield* gather(seed, brands, period)
  const before = yield* gather(seed, brands, previousPeriod(period))
  const sentiment = sentimentRecord(now.platforms)
  const averagePosition = mean(now.ranks, now.total)
  const previousAverage = mean(before.ranks, before.total)
  const first = daysOf(period).first
  return {
    previousMentions: before.total,
    record: {
      mentions: now.total,
      sentiment,
      average_position: averagePosition,
      platforms: platformRecords(now.platforms),
      share_of_voice: voiceOf([...now.named.values()]),
      changes: {
        mentions: now.total - before.total,
        sentiment_score: difference(sentiment.score, sentimentRecord(before.platforms).score),
        // A lower rank is a better one.
        average_position: difference(previousAverage, averagePosition),
        share_of_voice: difference(shareOn(now.days), shareOn(before.days)),
      },
      series: now.days.map((day, i) => ({
        date: formatDay(first + i),
        mentions: countSentiment(day),
        sentiment: sentimentRecord([day]),
        share_of_voice: shareOn([day]),
      })),
    },
  }
}

interface Gathered {
  total: number
  /** Sum of the own brands' ranks within the answers. */
  ranks: number
  platforms: SentimentSums[]
  days: MentionDay[]
  named: Map<string, VoiceRecord>
}

function* gather(seed: number, brands: readonly OwnBrand[], period: Period): Steps<Gathered> {
  const ownNames = new Set(brands.map(({ brand }) => normalize(brand)))
  const platforms: SentimentSums[] = PLATFORMS.map(emptySentiment)
  const days = emptyDays(period)
  const named = new Map<string, VoiceRecord>()
  let total = 0
  let ranks = 0
  const name = (brand: string, mentions: number) => {
    const key = normalize(brand)
    // A rival of one campaign may be the brand of another: then it is the account's own.
    const record = named.get(key) ?? { brand, own: ownNames.has(key), mentions: 0, share: 0 }
    record.mentions += mentions
    named.set(key, record)
  }

  for (const own of brands) {
    const rivals = rivalsOf(seed, own)
    const isOwn = rivals.map((rival) => ownNames.has(normalize(rival.name)))
    const tally = tallyMentions(seed, own, period, isOwn, days)
    total += tally.total
    ranks += tally.ranks
    tally.platforms.forEach((sums, p) => {
      addSentiment(platforms[p] as SentimentSums, sums)
    })
    name(own.brand, tally.total)
    rivals.forEach((rival, i) => {
      name(rival.name, tally.rivals[i] as number)
    })
    yield
  }
  return { total, ranks, platforms, days, named }
}

function shareOn(days: readonly MentionDay[]): number | null {
  const named = days.reduce((sum, day) => sum + day.named, 0)
  return named === 0
    ? null
    : percent(
        days.reduce((sum, day) => sum + day.own, 0),
        named,
      )
}

function voiceOf(records: readonly VoiceRecord[]): ShareOfVoice {
  const count = (some: readonly VoiceRecord[]) => some.reduce((sum, it) => sum + it.mentions, 0)
  const all = count(records)
  const own = count(records.filter((record) => record.own))
  return {
    own: percent(own, all),
    competitors: percent(all - own, all),
    brands: records
      .filter(({ mentions }) => mentions > 0)
      .sort((a, b) => b.mentions - a.mentions || (a.brand < b.brand ? -1 : 1))
      .slice(0, LISTED_BRANDS)
      .map((record) => ({ ...record, share: percent(record.mentions, all) })),
  }
}
