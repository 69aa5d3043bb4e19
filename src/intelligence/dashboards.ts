import type { AbortSignal } from '../node-globals.ts'
import { type Chat, chatIn } from './answers/chat.ts'
import { recentMentions } from './answers/mentions.ts'
import { beginOf, comparedChanges, comparedPeriod, comparedRecord } from './comparison.ts'
import { emptySums, figuresOf, rankingFigures } from './figures.ts'
import { daysOf, type Period, periodRecord } from './period.ts'
import { algorithmUpdates, recentEvents } from './rankings/events.ts'
import { type AccountTally, seriesOf, tallyAccount } from './rankings/tally.ts'
import type { CampaignSummary, Dashboard, IntelligenceOverview } from './records.ts'
import type { World } from './world/world.ts'

/** How many campaigns and mentions a dashboard lists; its totals include all. */
const LISTED = { campaigns: 20, mentions: 5 } as const

/** All campaigns of an account at a glance, in the order of the list. */
export async function dashboardOf(
  world: World,
  period: Period,
  signal?: AbortSignal,
): Promise<Dashboard> {
  const { timelines } = world
  const campaigns = timelines.map(({ campaign }) => campaign)
  const before = await tallyBefore(world, period, signal)
  const tally = await tallyAccount(world, period, signal)
  const chat = await chatIn(world, period, undefined, signal)
  const listed: CampaignSummary[] = []
  for (const each of tally.campaigns.slice(0, LISTED.campaigns)) {
    const of = await chatIn(world, period, each.timeline, signal)
    listed.push(summaryOf(each, before, period, of))
  }
  const mentions = await recentMentions(world, period, LISTED.mentions, signal)
  const current = figuresOf(tally.sums, chat.mentions)
  const previous = figuresOf(before?.sums ?? emptySums(), chat.previousMentions)
  const since = beginOf(timelines)
  return {
    period: periodRecord(period),
    totals: {
      campaigns: campaigns.length,
      active_campaigns: campaigns.filter(({ status }) => status === 'active').length,
      keywords: tally.tracked,
      ...current,
      ...tally.movement,
    },
    previous_period: comparedRecord(period, previous, since),
    changes: comparedChanges(current, period, previous, since),
    distribution: tally.distribution,
    series: seriesOf(tally, period, chat.perDay),
    top_movers: tally.movers,
    algorithm_updates: algorithmUpdates(world.seed, campaigns, daysOf(period)),
    recent_events: recentEvents(world.seed, campaigns, period, tally.crossings),
    campaigns: listed,
    recent_mentions: mentions,
  }
}

/** Search and chat of all campaigns of an account. */
export async function overviewOf(
  world: World,
  period: Period,
  signal?: AbortSignal,
): Promise<IntelligenceOverview> {
  const before = await tallyBefore(world, period, signal)
  const tally = await tallyAccount(world, period, signal)
  const chat = await chatIn(world, period, undefined, signal)
  const current = figuresOf(tally.sums, chat.mentions)
  const previous = figuresOf(before?.sums ?? emptySums(), chat.previousMentions)
  const since = beginOf(world.timelines)
  return {
    period: periodRecord(period),
    rankings: {
      // One that two campaigns track counts twice.
      keywords: tally.tracked,
      ...rankingFigures(tally.sums),
      distribution: tally.distribution,
    },
    chat: chat.record(),
    previous_period: comparedRecord(period, previous, since),
    changes: comparedChanges(current, period, previous, since),
    series: seriesOf(tally, period, chat.perDay),
  }
}

/** The rows of the compared period. */
async function tallyBefore(
  world: World,
  period: Period,
  signal: AbortSignal | undefined,
): Promise<AccountTally | undefined> {
  const compared = comparedPeriod(period)
  return compared && (await tallyAccount(world, compared, signal))
}

function summaryOf(
  { timeline, tracked, sums }: AccountTally['campaigns'][number],
  before: AccountTally | undefined,
  period: Period,
  { mentions, previousMentions }: Chat,
): CampaignSummary {
  const { campaign } = timeline
  const sumsBefore = before?.campaigns.find((each) => each.timeline === timeline)?.sums
  const current = figuresOf(sums, mentions)
  const previous = figuresOf(sumsBefore ?? emptySums(), previousMentions)
  return {
    id: campaign.id,
    name: campaign.name,
    type: campaign.type,
    status: campaign.status,
    keywords: tracked,
    ...current,
    changes: comparedChanges(current, period, previous, beginOf([timeline])),
  }
}
