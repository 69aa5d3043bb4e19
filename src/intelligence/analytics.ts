import type { Campaign } from '../accounts/campaign.ts'
import { formatDay } from './dates.ts'
import { difference } from './figures.ts'
import { landingPage, searchVolume } from './keyword-facts.ts'
import {
  type PlatformRecord,
  platformRecords,
  type SentimentRecord,
  sentimentRecord,
  tallyMentions,
} from './mention-tally.ts'
import { countMentions } from './mentions.ts'
import { type Period, type PeriodRecord, periodRecord, previousPeriod } from './period.ts'
import {
  averageOf,
  type CampaignTally,
  type Distribution,
  distributionOf,
  movementOf,
  type PositionTally,
  tallyPositions,
  visibilityOfSums,
} from './position-tally.ts'
import { siteOf } from './positions.ts'

/** Answer of GET /analytics/campaign/{id}. Averages are null where there are no rows. */
export interface CampaignAnalytics {
  campaign_id: string
  name: string
  brand: string
  /** The site that is tracked. */
  domain: string
  period: PeriodRecord
  summary: AnalyticsSummary
  /** The period of equal length just before. */
  previous_period: PeriodRecord & {
    average_position: number | null
    visibility: number | null
    mentions: number
  }
  /** Against the previous period; positive is better. Null where there is nothing to compare. */
  changes: Changes
  /** Each day of the period that has happened. */
  series: DayRecord[]
  /** In the campaign's order; empty when the period has no data. */
  keywords: KeywordRecord[]
  mentions: {
    total: number
    by_sentiment: SentimentRecord
    by_platform: PlatformRecord[]
  }
}

export interface AnalyticsSummary {
  /** Keywords that the campaign tracks. */
  keywords: number
  /** Mean of the positions of all ranking rows of the period. */
  average_position: number | null
  best_position: number | null
  worst_position: number | null
  /** 0–100 */
  visibility: number | null
  /** Of the last day with data. */
  distribution: Distribution
  /** Keywords that stand higher, lower and level on the last day compared with the first. */
  improved: number
  declined: number
  unchanged: number
  /** Mentions of the campaign's brand on all platforms. */
  mentions: number
}

export interface Changes {
  /** Places gained: previous average minus current average. */
  average_position: number | null
  visibility: number | null
  mentions: number
}

export interface DayRecord {
  date: string
  average_position: number | null
  visibility: number | null
  mentions: number
}

export interface KeywordRecord {
  keyword: string
  /** On the last and on the first day with data. */
  position: number
  start_position: number
  /** Places gained between them. */
  change: number
  best_position: number
  worst_position: number
  average_position: number | null
  search_volume: number
  url: string
}

/** What a period was like for one campaign; every figure follows from `rankings` and `mentions`. */
export function campaignAnalytics(
  seed: number,
  campaign: Campaign,
  period: Period,
): CampaignAnalytics {
  const before = previousPeriod(period)
  const positions = tallyPositions(seed, [campaign], period)
  const tally = positions.campaigns[0] as CampaignTally
  const mentions = tallyMentions(seed, campaign.brand, period)
  const summary = summaryOf(tally, mentions.total)
  const previous = {
    ...periodRecord(before),
    average_position: averageOf(tally.previous),
    visibility: visibilityOfSums(tally.previous),
    mentions: countMentions(seed, { ...before, brand: campaign.brand }),
  }
  return {
    campaign_id: campaign.id,
    name: campaign.name,
    brand: campaign.brand,
    domain: siteOf(campaign),
    period: periodRecord(period),
    summary,
    previous_period: previous,
    changes: changesOf(summary, previous),
    series: seriesOf(positions, mentions.series),
    keywords: keywordRecords(seed, tally),
    mentions: {
      total: mentions.total,
      by_sentiment: sentimentRecord(mentions.platforms),
      by_platform: platformRecords(mentions.platforms),
    },
  }
}

function summaryOf(tally: CampaignTally, mentions: number): AnalyticsSummary {
  const { keywords } = tally
  const any = keywords.length > 0
  return {
    keywords: tally.tracked,
    average_position: averageOf(tally.sums),
    best_position: any ? Math.min(...keywords.map(({ best }) => best)) : null,
    worst_position: any ? Math.max(...keywords.map(({ worst }) => worst)) : null,
    visibility: visibilityOfSums(tally.sums),
    distribution: distributionOf(keywords),
    ...movementOf(keywords),
    mentions,
  }
}

interface Comparable {
  average_position: number | null
  visibility: number | null
  mentions: number
}

/** How much better a period was than the one before. */
export function changesOf(current: Comparable, previous: Comparable): Changes {
  return {
    // A lower position is a better one.
    average_position: difference(previous.average_position, current.average_position),
    visibility: difference(current.visibility, previous.visibility),
    mentions: current.mentions - previous.mentions,
  }
}

export function seriesOf(positions: PositionTally, mentions: readonly number[]): DayRecord[] {
  return positions.series.map((sums, i) => ({
    date: formatDay(positions.days.first + i),
    average_position: averageOf(sums),
    visibility: visibilityOfSums(sums),
    mentions: mentions[i] ?? 0,
  }))
}

export function keywordRecords(
  seed: number,
  { campaign, keywords }: CampaignTally,
): KeywordRecord[] {
  const site = siteOf(campaign)
  return keywords.map(({ track, start, end, best, worst, sums }) => ({
    keyword: track.keyword,
    position: end,
    start_position: start,
    change: start - end,
    best_position: best,
    worst_position: worst,
    average_position: averageOf(sums),
    search_volume: searchVolume(seed, track.keyword, campaign.settings?.location),
    url: landingPage(seed, site, track.keyword),
  }))
}
