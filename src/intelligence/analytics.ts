import type { Steps } from '../time/steps.ts'
import { chatSteps } from './answers/chat.ts'
import { citationSteps } from './answers/citation-figures.ts'
import { beginOf, comparedChanges, comparedPeriod, comparedRecord } from './comparison.ts'
import { recentEvents } from './events.ts'
import { emptySums, figuresOf, mean, percent, rankingFigures, round2 } from './figures.ts'
import { type Period, periodRecord } from './period.ts'
import type { CampaignTally, KeywordTally } from './rankings/campaign-tally.ts'
import { competitorSteps } from './rankings/competitors.ts'
import { SERP_FEATURES } from './rankings/features.ts'
import { changeOf, distributionOf, movementOf, moversOf } from './rankings/movement.ts'
import { pageOn } from './rankings/pages.ts'
import { factsOf, type KeywordFacts } from './rankings/position-rows.ts'
import { positionSteps, seriesOf } from './rankings/position-tally.ts'
import { UNRANKED } from './rankings/positions.ts'
import type {
  AnalyticsSummary,
  CampaignAnalytics,
  FeatureRecord,
  KeywordRecord,
} from './records.ts'
import type { Timeline } from './world/timeline.ts'
import { siteOf } from './world/timelines.ts'
import type { World } from './world/world.ts'

/** The analytics of one campaign in a period; every figure follows from what its checks found. */
export function* analyticsSteps(
  world: World,
  timeline: Timeline,
  period: Period,
): Steps<CampaignAnalytics> {
  const { seed } = world
  const { campaign } = timeline
  const compared = comparedPeriod(period)
  const before = compared && (yield* positionSteps(world, [timeline], compared))
  const positions = yield* positionSteps(world, [timeline], period)
  const tally = positions.campaigns[0] as CampaignTally
  const { record: chat, previousMentions } = yield* chatSteps(world, period, timeline)
  const { mentions, sentiment, platforms, ...moreChat } = chat
  const summary = summaryOf(tally, mentions)
  const previous = figuresOf(before?.sums ?? emptySums(), previousMentions)
  const since = beginOf([timeline])
  return {
    campaign_id: campaign.id,
    name: campaign.name,
    brand: campaign.brand,
    domain: siteOf(campaign),
    period: periodRecord(period),
    summary,
    previous_period: comparedRecord(period, previous, since),
    changes: comparedChanges(summary, period, previous, since),
    series: seriesOf(positions, chat.series),
    keywords: keywordRecords(seed, tally),
    competitors: yield* competitorSteps(world, timeline, period),
    serp_features: featureRecords(seed, tally),
    top_movers: moversOf(positions.campaigns),
    recent_events: recentEvents(world, positions.campaigns, period),
    mentions: {
      total: mentions,
      by_sentiment: sentiment,
      by_platform: platforms,
      ...moreChat,
      citations: yield* citationSteps(world, period, timeline),
    },
  }
}

function summaryOf(tally: CampaignTally, mentions: number): AnalyticsSummary {
  const { keywords } = tally
  const ranked = keywords.filter(({ best }) => best !== UNRANKED)
  const any = ranked.length > 0
  return {
    keywords: tally.tracked,
    ...rankingFigures(tally.sums),
    best_position: any ? Math.min(...ranked.map(({ best }) => best)) : null,
    worst_position: any ? Math.max(...ranked.map(({ worst }) => worst)) : null,
    distribution: distributionOf([tally]),
    ...movementOf([tally]),
    mentions,
  }
}

function featureRecords(seed: number, { keywords }: CampaignTally): FeatureRecord[] {
  const pages = keywords.map((tally) => factsFor(seed, tally).featuresOn(tally.lastDay).all)
  return SERP_FEATURES.map((feature) => {
    const count = pages.filter((features) => features.includes(feature)).length
    return { feature, keywords: count, share: percent(count, pages.length) }
  })
}

function keywordRecords(seed: number, { keywords }: CampaignTally): KeywordRecord[] {
  return keywords.map((tally) => {
    const { keyword, demand, start, end, best, worst, sums, lastDay } = tally
    const facts = factsFor(seed, tally)
    return {
      keyword,
      position: end || null,
      start_position: start || null,
      change: changeOf(start, end),
      best_position: best || null,
      worst_position: worst || null,
      average_position: mean(sums.positions, sums.ranked),
      estimated_traffic: round2(sums.traffic / 100),
      search_volume: demand.volume,
      url: end === UNRANKED ? null : facts.page(pageOn(facts.track, lastDay)).url,
    }
  })
}

function factsFor(seed: number, { phase, k }: KeywordTally): KeywordFacts {
  return factsOf(seed, phase.campaign)[k] as KeywordFacts
}
