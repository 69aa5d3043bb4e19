import type { Campaign } from '../accounts/campaign.ts'
import { normalize } from '../accounts/normalize.ts'
import type { Steps } from '../time/steps.ts'
import { recentEvents } from './events.ts'
import { changesOf, figuresOf, mean, percent, rankingFigures, round2 } from './figures.ts'
import { brandsOf, type OwnBrand } from './mentions/brands.ts'
import { chatSteps } from './mentions/chat.ts'
import { citationSteps } from './mentions/mentions.ts'
import { type Period, periodRecord, previousPeriod } from './period.ts'
import { competitorSteps } from './rankings/competitors.ts'
import { distributionOf, movementOf, moversOf } from './rankings/movement.ts'
import { SERP_FEATURES, serpFeatures } from './rankings/position-rows.ts'
import { type CampaignTally, positionSteps, seriesOf } from './rankings/position-tally.ts'
import { landingPage, siteOf } from './rankings/tracks.ts'
import type {
  AnalyticsSummary,
  CampaignAnalytics,
  FeatureRecord,
  KeywordRecord,
} from './records.ts'

/**
 * The analytics of one campaign in a period; every figure follows from `rankings` and `mentions`. `account` is all
 * campaigns of the account: they decide which brands answers name and since when, as in GET /chat/mentions.
 */
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
  const previous = { ...periodRecord(before), ...figuresOf(tally.previous, previousMentions) }
  return {
    campaign_id: campaign.id,
    name: campaign.name,
    brand: campaign.brand,
    domain: siteOf(campaign),
    period: periodRecord(period),
    summary,
    previous_period: previous,
    changes: changesOf(summary, previous),
    series: seriesOf(positions, chat.series),
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
    ...rankingFigures(tally.sums),
    best_position: any ? Math.min(...keywords.map(({ best }) => best)) : null,
    worst_position: any ? Math.max(...keywords.map(({ worst }) => worst)) : null,
    distribution: distributionOf([tally]),
    ...movementOf([tally]),
    mentions,
  }
}

function featureRecords(seed: number, { keywords }: CampaignTally, day: number): FeatureRecord[] {
  const pages = keywords.map(({ track }) => serpFeatures(seed, track)(day))
  return SERP_FEATURES.map((feature) => {
    const count = pages.filter((features) => features.includes(feature)).length
    return { feature, keywords: count, share: percent(count, pages.length) }
  })
}

function keywordRecords(seed: number, { campaign, keywords }: CampaignTally): KeywordRecord[] {
  const site = siteOf(campaign)
  return keywords.map(({ track, demand, start, end, best, worst, sums }) => ({
    keyword: track.keyword,
    position: end,
    start_position: start,
    change: start - end,
    best_position: best,
    worst_position: worst,
    average_position: mean(sums.positions, sums.rows),
    estimated_traffic: round2(sums.traffic / 100),
    search_volume: demand.volume,
    url: landingPage(seed, site, track.keyword),
  }))
}
