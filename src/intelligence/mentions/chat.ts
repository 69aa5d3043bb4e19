import { normalize } from '../../accounts/normalize.ts'
import type { Steps } from '../../time/steps.ts'
import { formatDay } from '../dates.ts'
import { difference, mean, percent } from '../figures.ts'
import { daysOf, type Period, previousPeriod } from '../period.ts'
import type { ChatRecord, ShareOfVoice, VoiceRecord } from '../records.ts'
import { type OwnBrand, rivalsOf } from './brands.ts'
import {
  countSentiment,
  emptyMentions,
  type MentionDay,
  type MentionSums,
  platformRecords,
  sentimentRecord,
  tallyMentions,
} from './mention-tally.ts'

/** How many brands the share of voice lists; its percentages are of all named brands. */
const LISTED_BRANDS = 10

/** The record of some brands in a period, with their number of mentions in the period before. */
export interface Chat {
  record: ChatRecord
  previousMentions: number
}

/** The answers that name one of the brands, and the other brands that they name. */
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
        // A lower rank is better.
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

interface Gathered extends MentionSums {
  named: Map<string, VoiceRecord>
}

function* gather(seed: number, brands: readonly OwnBrand[], period: Period): Steps<Gathered> {
  const ownNames = new Set(brands.map(({ brand }) => normalize(brand)))
  const sums = emptyMentions(period)
  const named = new Map<string, VoiceRecord>()
  const name = (brand: string, mentions: number) => {
    const key = normalize(brand)
    // A rival of one campaign may be the brand of another, and then belongs to the account.
    const record = named.get(key) ?? { brand, own: ownNames.has(key), mentions: 0, share: 0 }
    record.mentions += mentions
    named.set(key, record)
  }

  for (const own of brands) {
    const rivals = rivalsOf(seed, own)
    const isOwn = rivals.map((rival) => ownNames.has(normalize(rival.name)))
    const before = sums.total
    const times = tallyMentions(seed, own, period, isOwn, sums)
    name(own.brand, sums.total - before)
    for (const [i, rival] of rivals.entries()) name(rival.name, times[i] as number)
    yield
  }
  return { ...sums, named }
}

function shareOn(days: readonly MentionDay[]): number | null {
  const sum = (of: 'named' | 'own') => days.reduce((total, day) => total + day[of], 0)
  const named = sum('named')
  return named === 0 ? null : percent(sum('own'), named)
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
