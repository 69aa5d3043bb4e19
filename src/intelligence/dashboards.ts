import type { Steps } from '../time/steps.ts'
import { type Chat, chatSteps } from './answers/chat.ts'
import { recentMentionSteps } from './answers/mentions.ts'
import { beginOf, comparedChanges, comparedPeriod, comparedRecord } from './comparison.ts'
import { recentEvents } from './events.ts'
import { emptySums, figuresOf, type RowSums, rankingFigures } from './figures.ts'
import { type Period, periodRecord } from './period.ts'
import type { CampaignTally } from './rankings/campaign-tally.ts'
import { distributionOf, movementOf, moversOf } from './rankings/movement.ts'
import { type PositionTally, positionSteps, seriesOf } from './rankings/position-tally.ts'
import type { CampaignSummary, Dashboard, IntelligenceOverview } from './records.ts'
import type { Timeline } from './world/timeline.ts'
import type { World } from './world/world.ts'

/** How many campaigns and mentions a dashboard lists; its totals include all. */
const LISTED = { campaigns: 20, mentions: 5 } as const

/** All campaigns of an account at a glance, in the order of the list. */
export function* dashboardSteps(world: World, period: Period): Steps<Dashboard> {
  const { timelines } = world
  const campaigns = timelines.map(({ campaign }) => campaign)
  const before = yield* sumsBefore(world, period)
  const positions = yield* positionSteps(world, timelines, period)
  const chat = yield* chatSteps(world, period)
  const listed: CampaignSummary[] = []
  for (const tally of positions.campaigns.slice(0, LISTED.campaigns)) {
    const of = yield* chatSteps(world, period, tally.timeline)
    listed.push(summaryOf(tally, before, period, of))
  }
  const mentions = yield* recentMentionSteps(world, period, LISTED.mentions)
  const current = figuresOf(positions.sums, chat.record.mentions)
  const previous = figuresOf(before.sums, chat.previousMentions)
  const since = beginOf(timelines)
  return {
    period: periodRecord(period),
    totals: {
      campaigns: campaigns.length,
      active_campaigns: campaigns.filter(({ status }) => status === 'active').length,
      keywords: keywordsOf(positions),
      ...current,
      ...movementOf(positions.campaigns),
    },
    previous_period: comparedRecord(period, previous, since),
    changes: comparedChanges(current, period, previous, since),
    distribution: distributionOf(positions.campaigns),
    series: seriesOf(positions, chat.record.series),
    top_movers: moversOf(positions.campaigns),
    recent_events: recentEvents(world, positions.campaigns, period),
    campaigns: listed,
    recent_mentions: mentions,
  }
}

/** Search and chat of all campaigns of an account. */
export function* overviewSteps(world: World, period: Period): Steps<IntelligenceOverview> {
  const { timelines } = world
  const before = yield* sumsBefore(world, period)
  const positions = yield* positionSteps(world, timelines, period)
  const chat = yield* chatSteps(world, period)
  const current = figuresOf(positions.sums, chat.record.mentions)
  const previous = figuresOf(before.sums, chat.previousMentions)
  const since = beginOf(timelines)
  return {
    period: periodRecord(period),
    rankings: {
      keywords: keywordsOf(positions),
      ...rankingFigures(positions.sums),
      distribution: distributionOf(positions.campaigns),
    },
    chat: chat.record,
    previous_period: comparedRecord(period, previous, since),
    changes: comparedChanges(current, period, previous, since),
    series: seriesOf(positions, chat.record.series),
  }
}

/** A keyword that two campaigns track counts twice. */
function keywordsOf({ campaigns }: PositionTally): number {
  return campaigns.reduce((total, { tracked }) => total + tracked, 0)
}

/** The rows of the compared period, by campaign and of all. */
interface SumsBefore {
  byCampaign: ReadonlyMap<Timeline, RowSums>
  sums: RowSums
}

function* sumsBefore(world: World, period: Period): Steps<SumsBefore> {
  const compared = comparedPeriod(period)
  if (!compared) return { byCampaign: new Map(), sums: emptySums() }
  const { campaigns, sums } = yield* positionSteps(world, world.timelines, compared)
  return { byCampaign: new Map(campaigns.map((each) => [each.timeline, each.sums])), sums }
}

function summaryOf(
  tally: CampaignTally,
  before: SumsBefore,
  period: Period,
  { record, previousMentions }: Chat,
): CampaignSummary {
  const { timeline } = tally
  const { campaign } = timeline
  const current = figuresOf(tally.sums, record.mentions)
  const previous = figuresOf(before.byCampaign.get(timeline) ?? emptySums(), previousMentions)
  return {
    id: campaign.id,
    name: campaign.name,
    type: campaign.type,
    status: campaign.status,
    keywords: tally.tracked,
    ...current,
    changes: comparedChanges(current, period, previous, beginOf([timeline])),
  }
}
