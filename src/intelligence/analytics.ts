import type { Campaign } from '../accounts/campaign.ts'
import { normalize } from '../accounts/normalize.ts'
import { inOneGo, type Steps } from '../time/steps.ts'
import { brandsOf, type OwnBrand } from './brands.ts'
import { type ChatRecord, chatSteps } from './chat.ts'
import { type CitationFigures, citationSteps } from './citations.ts'
import { type CompetitorRecord, competitorSteps } from './competitors.ts'
import { formatDay } from './dates.ts'
import { type Distribution, distributionOf, movementOf } from './distribution.ts'
import { type RankingEvent, recentEvents } from './events.ts'
import { difference, percent } from './figures.ts'
import { landingPage } from './keyword-facts.ts'
import type { PlatformRecord, SentimentRecord } from './mention-tally.ts'
import { type Movers, moversOf } from './movers.ts'
import { type Period, type PeriodRecord, periodRecord, previousPeriod } from './period.ts'
import { type CampaignTally, type PositionTally, positionSteps } from './position-tally.ts'
import { averageOf, type RowSums, visibilityOfSums, visitsOf } from './row-sums.ts'
import { SERP_FEATURES, serpFeatures } from './serp-features.ts'
import { siteOf } from './tracks.ts'

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
  previous_period: PeriodRecord & Figures
  /** Against the previous period; positive is better. Null where there is nothing to compare. */
  changes: Changes
  /** Each day of the period that has happened. */
  series: DayRecord[]
  /** In the campaign's order; empty when the period has no data. */
  keywords: KeywordRecord[]
  /** The own site first. */
  competitors: CompetitorRecord[]
  /** Every feature, also those that no results page has. */
  serp_features: FeatureRecord[]
  /** The greatest moves first. */
  top_movers: Movers
  /** Newest first. */
  recent_events: RankingEvent[]
  mentions: MentionFigures
}

/** What chat platforms say of the campaign's brand. */
export interface MentionFigures extends Omit<ChatRecord, 'mentions' | 'sentiment' | 'platforms'> {
  total: number
  by_sentiment: SentimentRecord
  by_platform: PlatformRecord[]
  citations: CitationFigures
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
  /** Visits that the positions earn in the period; sum over all ranking rows. */
  estimated_traffic: number
  /** Of the last day with data. */
  distribution: Distribution
  /** Keywords that stand higher, lower and level on the last day compared with the first. */
  improved: number
  declined: number
  unchanged: number
  /** Mentions of the campaign's brand on all platforms. */
  mentions: number
}

/** The figures that periods are compared by. */
export interface Figures {
  average_position: number | null
  /** 0–100 */
  visibility: number | null
  /** Visits that the positions earn. */
  estimated_traffic: number
  mentions: number
}

export interface Changes {
  /** Places gained: previous average minus current average. */
  average_position: number | null
  visibility: number | null
  /** Null when either period has no rows. */
  estimated_traffic: number | null
  mentions: number
}

export interface DayRecord extends Figures {
  date: string
  distribution: Distribution
}

/** How many of the keywords have a results page with this feature, on the last day with data. */
export interface FeatureRecord {
  feature: string
  keywords: number
  /** Percent of the keywords. */
  share: number
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
  /** Visits that its positions earn in the period. */
  estimated_traffic: number
  search_volume: number
  url: string
}

/**
 * What a period was like for one campaign; every figure follows from `rankings` and `mentions`. `account`
 * is all campaigns of the account: what they tell about the brand decides whom and what answers name
 * beside it and from when on, as in GET /chat/mentions.
 */
export function campaignAnalytics(
  seed: number,
  campaign: Campaign,
  period: Period,
  account: readonly Campaign[] = [campaign],
): CampaignAnalytics {
  return inOneGo(analyticsSteps(seed, campaign, period, account))
}

/** `campaignAnalytics` in steps. */
export function* analyticsSteps(
  seed: number,
  campaign: Campaign,
  period: Period,
  account: readonly Campaign[],
): Steps<CampaignAnalytics> {
  const before = previousPeriod(period)
  const positions = yield* positionSteps(seed, [campaign], period)
  const tally = positions.campaigns[0] as CampaignTally
  const own = brandsOf(account).find(
    ({ brand }) => normalize(brand) === normalize(campaign.brand),
  ) as OwnBrand
  const { record: chat, previousMentions } = yield* chatSteps(
    seed,
    [{ ...own, brand: campaign.brand }],
    period,
  )
  const { mentions, sentiment, platforms, ...moreChat } = chat
  const summary = summaryOf(tally, mentions)
  const previous = {
    ...periodRecord(before),
    ...figuresOf(tally.previous, previousMentions),
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
    series: seriesOf(
      positions,
      chat.series.map((day) => day.mentions),
    ),
    keywords: keywordRecords(seed, tally),
    competitors: yield* competitorSteps(seed, campaign, period),
    serp_features: featureRecords(seed, tally, positions.days.last),
    top_movers: moversOf(positions.campaigns),
    recent_events: recentEvents(seed, positions.campaigns, period),
    mentions: {
      total: mentions,
      by_sentiment: sentiment,
      by_platform: platforms,
      ...moreChat,
      citations: yield* citationSteps(seed, campaign.brand, account, period),
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
    estimated_traffic: visitsOf(tally.sums),
    distribution: distributionOf([tally]),
    ...movementOf([tally]),
    mentions,
  }
}

/** The figures that sums of ranking rows and a number of mentions give. */
export function figuresOf(sums: RowSums, mentions: number): Figures {
  return {
    average_position: averageOf(sums),
    visibility: visibilityOfSums(sums),
    estimated_traffic: visitsOf(sums),
    mentions,
  }
}

/** How much better a period was than the one before. */
export function changesOf(current: Figures, previous: Figures): Changes {
  const comparable = current.average_position !== null && previous.average_position !== null
  return {
    // A lower position is a better one.
    average_position: difference(previous.average_position, current.average_position),
    visibility: difference(current.visibility, previous.visibility),
    estimated_traffic: comparable
      ? difference(current.estimated_traffic, previous.estimated_traffic)
      : null,
    mentions: current.mentions - previous.mentions,
  }
}

export function seriesOf(positions: PositionTally, mentions: readonly number[]): DayRecord[] {
  return positions.series.map(({ sums, distribution }, i) => ({
    date: formatDay(positions.days.first + i),
    ...figuresOf(sums, mentions[i] ?? 0),
    distribution,
  }))
}

function featureRecords(seed: number, { keywords }: CampaignTally, day: number): FeatureRecord[] {
  const pages = keywords.map(({ track }) => serpFeatures(seed, track)(day))
  return SERP_FEATURES.map((feature) => {
    const count = pages.filter((features) => features.includes(feature)).length
    return { feature, keywords: count, share: percent(count, pages.length) }
  })
}

export function keywordRecords(
  seed: number,
  { campaign, keywords }: CampaignTally,
): KeywordRecord[] {
  const site = siteOf(campaign)
  return keywords.map(({ track, demand, start, end, best, worst, sums }) => ({
    keyword: track.keyword,
    position: end,
    start_position: start,
    change: start - end,
    best_position: best,
    worst_position: worst,
    average_position: averageOf(sums),
    estimated_traffic: visitsOf(sums),
    search_volume: demand.volume,
    url: landingPage(seed, site, track.keyword),
  }))
}
