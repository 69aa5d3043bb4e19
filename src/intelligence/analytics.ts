import type { AbortSignal } from '../node-globals.ts'
import { chatIn, type Lists, SHORT_LISTS } from './answers/chat.ts'
import { citationFigures } from './answers/citation-figures.ts'
import { beginOf, comparedChanges, comparedPeriod, comparedRecord } from './comparison.ts'
import { emptySums, figuresOf, mean, percent, points, rankingFigures, round2 } from './figures.ts'
import { daysOf, type Period, periodRecord } from './period.ts'
import { competitorRecords } from './rankings/competitors.ts'
import { calendarDay, volumeOn } from './rankings/demand.ts'
import { algorithmUpdates, recentEvents } from './rankings/events.ts'
import { featuresOn, SERP_FEATURES } from './rankings/features.ts'
import { rankingPage } from './rankings/pages.ts'
import { changeOf } from './rankings/rankings.ts'
import { type CampaignTally, type KeywordTally, seriesOf, tallyCampaign } from './rankings/tally.ts'
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
export async function analyticsOf(
  world: World,
  timeline: Timeline,
  period: Period,
  signal?: AbortSignal,
  lists: Lists = SHORT_LISTS,
): Promise<CampaignAnalytics> {
  const { campaign } = timeline
  const compared = comparedPeriod(period)
  const before = compared && (await tallyCampaign(world, timeline, compared, signal))
  const tally = await tallyCampaign(world, timeline, period, signal)
  const chat = await chatIn(world, period, timeline, signal)
  const { mentions, sentiment, platforms, ...moreChat } = chat.record(lists)
  const summary = summaryOf(tally, mentions)
  const previous = figuresOf(before?.sums ?? emptySums(), chat.previousMentions)
  const since = beginOf([timeline])
  const changes = comparedChanges(summary, period, previous, since)
  const compare = changes.visibility === null ? undefined : before
  return {
    campaign_id: campaign.id,
    name: campaign.name,
    brand: campaign.brand,
    domain: siteOf(campaign),
    period: periodRecord(period),
    summary,
    previous_period: comparedRecord(period, previous, since),
    changes,
    series: seriesOf(tally, period, chat.perDay),
    keywords: tally.keywords.map((each) => keywordRecord(each, tally, compare)),
    competitors: await competitorRecords(world, timeline, period, signal),
    serp_features: featureRecords(tally),
    top_movers: tally.movers,
    algorithm_updates: algorithmUpdates(world.seed, [campaign], daysOf(period)),
    recent_events: recentEvents(world.seed, [campaign], period, tally.crossings),
    mentions: {
      total: mentions,
      by_sentiment: sentiment,
      by_platform: platforms,
      ...moreChat,
      citations: await citationFigures(world, period, timeline, signal, lists),
    },
  }
}

function summaryOf(tally: CampaignTally, mentions: number): AnalyticsSummary {
  const best = tally.keywords.flatMap((keyword) => keyword.best ?? [])
  const worst = tally.keywords.flatMap((keyword) => keyword.worst ?? [])
  return {
    keywords: tally.tracked,
    ...rankingFigures(tally.sums),
    best_position: best.length > 0 ? Math.min(...best) : null,
    worst_position: worst.length > 0 ? Math.max(...worst) : null,
    distribution: tally.distribution,
    ...tally.movement,
    mentions,
  }
}

function featureRecords({ keywords }: CampaignTally): FeatureRecord[] {
  const pages = keywords.map(({ keyword, lastDay, end }) => featuresOn(keyword, lastDay, end))
  return SERP_FEATURES.map((feature) => {
    const count = pages.filter(({ all }) => all.includes(feature)).length
    return { feature, keywords: count, share: percent(count, pages.length) }
  })
}

function keywordRecord(
  { keyword, start, end, best, worst, sums, lastDay }: KeywordTally,
  tally: CampaignTally,
  before: CampaignTally | undefined,
): KeywordRecord {
  const partOf = ({ byKeyword, sums: all }: CampaignTally) =>
    points(byKeyword.get(keyword.normal)?.sums.weight ?? 0, all.rows)
  return {
    keyword: keyword.spelled,
    position: end,
    start_position: start,
    change: changeOf(start, end),
    best_position: best,
    worst_position: worst,
    average_position: mean(sums.positions, sums.ranked),
    visibility_change: before ? round2(partOf(tally) - partOf(before)) : null,
    estimated_traffic: round2(sums.traffic / 100),
    search_volume: volumeOn(keyword.page.demand, calendarDay(lastDay)),
    url: end === null ? null : rankingPage(keyword, lastDay).url,
  }
}
