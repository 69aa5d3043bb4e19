import type { Campaign } from '../accounts/campaign.ts'
import { normalize } from '../accounts/normalize.ts'
import { type Changes, changesOf, type DayRecord, seriesOf } from './analytics.ts'
import { brandsOf, rivalsOf } from './brands.ts'
import { mean, percent } from './figures.ts'
import {
  addSentiment,
  emptySentiment,
  type PlatformRecord,
  platformRecords,
  type SentimentRecord,
  type SentimentSums,
  sentimentRecord,
  tallyMentions,
} from './mention-tally.ts'
import { countMentions } from './mentions.ts'
import { type Period, type PeriodRecord, periodRecord, previousPeriod } from './period.ts'
import { PLATFORMS } from './platforms.ts'
import {
  averageOf,
  type Distribution,
  distributionOf,
  tallyPositions,
  visibilityOfSums,
} from './position-tally.ts'

/** How many brands the share of voice lists; its percentages are of all that were named. */
const LISTED_BRANDS = 10

/** Answer of GET /core/dashboards/intelligence-overview: search and chat side by side. */
export interface IntelligenceOverview {
  period: PeriodRecord
  rankings: {
    keywords: number
    average_position: number | null
    visibility: number | null
    distribution: Distribution
  }
  chat: {
    mentions: number
    sentiment: SentimentRecord
    /** Mean rank of the own brand within the answers that name it; null without mentions. */
    average_position: number | null
    platforms: PlatformRecord[]
    share_of_voice: ShareOfVoice
  }
  /** Against the period of equal length just before; positive is better. */
  changes: Changes
  series: DayRecord[]
}

/** Of all brand names in the answers that name an own brand, how many are whose. */
export interface ShareOfVoice {
  /** Percent that are brands of the account's campaigns. */
  own: number
  competitors: number
  /** Most often named first. */
  brands: VoiceRecord[]
}

export interface VoiceRecord {
  brand: string
  /** Whether a campaign of the account is about it. */
  own: boolean
  mentions: number
  /** Percent of all names. */
  share: number
}

/** Search and chat of all campaigns of an account. */
export function intelligenceOverview(
  seed: number,
  campaigns: readonly Campaign[],
  period: Period,
): IntelligenceOverview {
  const positions = tallyPositions(seed, campaigns, period)
  const chat = chatOf(seed, campaigns, period)
  const rankings = {
    average_position: averageOf(positions.sums),
    visibility: visibilityOfSums(positions.sums),
  }
  const previous = {
    average_position: averageOf(positions.previous),
    visibility: visibilityOfSums(positions.previous),
    mentions: chat.previous,
  }
  return {
    period: periodRecord(period),
    rankings: {
      keywords: positions.campaigns.reduce((total, { tracked }) => total + tracked, 0),
      ...rankings,
      distribution: distributionOf(positions.campaigns.flatMap(({ keywords }) => keywords)),
    },
    chat: {
      mentions: chat.total,
      sentiment: sentimentRecord(chat.platforms),
      average_position: mean(chat.ranks, chat.total),
      platforms: platformRecords(chat.platforms),
      share_of_voice: chat.voice,
    },
    changes: changesOf({ ...rankings, mentions: chat.total }, previous),
    series: seriesOf(positions, chat.series),
  }
}

function chatOf(seed: number, campaigns: readonly Campaign[], period: Period) {
  const before = previousPeriod(period)
  const platforms: SentimentSums[] = PLATFORMS.map(emptySentiment)
  const series: number[] = []
  const named = new Map<string, VoiceRecord>()
  let total = 0
  let ranks = 0
  let previous = 0
  const name = (brand: string, mentions: number, own: boolean) => {
    const key = normalize(brand)
    const record = named.get(key) ?? { brand, own: false, mentions: 0, share: 0 }
    record.mentions += mentions
    // A rival of one campaign may be the brand of another: then it is the account's own.
    record.own ||= own
    named.set(key, record)
  }

  for (const own of brandsOf(campaigns)) {
    const rivals = rivalsOf(seed, own)
    const tally = tallyMentions(seed, own.brand, period, rivals.length)
    total += tally.total
    ranks += tally.ranks
    previous += countMentions(seed, { ...before, brand: own.brand })
    tally.platforms.forEach((sums, p) => {
      addSentiment(platforms[p] as SentimentSums, sums)
    })
    tally.series.forEach((count, i) => {
      series[i] = (series[i] ?? 0) + count
    })
    name(own.brand, tally.total, true)
    rivals.forEach((rival, i) => {
      name(rival.name, tally.rivals[i] as number, false)
    })
  }
  return { total, ranks, previous, platforms, series, voice: voiceOf([...named.values()]) }
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
