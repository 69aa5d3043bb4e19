import type { Campaign } from '../accounts/campaign.ts'
import type { Steps } from '../time/steps.ts'
import { dayNumber } from './dates.ts'
import { recentEvents } from './events.ts'
import { changesOf, figuresOf, rankingFigures } from './figures.ts'
import { brandsOf, type OwnBrand, recentMentionSteps } from './mentions/brands.ts'
import { chatSteps } from './mentions/chat.ts'
import { mentionCounts } from './mentions/mentions.ts'
import { countDays, type Period, periodRecord, previousPeriod } from './period.ts'
import { distributionOf, movementOf, moversOf } from './rankings/movement.ts'
import {
  type CampaignTally,
  type PositionTally,
  positionSteps,
  seriesOf,
} from './rankings/position-tally.ts'
import type { CampaignSummary, Dashboard, IntelligenceOverview } from './records.ts'

/** How many campaigns and mentions a dashboard lists; its totals include all. */
const LISTED = { campaigns: 20, mentions: 5 } as const

/** All campaigns of an account at a glance, in the order of the list. */
export function* dashboardSteps(
  seed: number,
  campaigns: readonly Campaign[],
  period: Period,
): Steps<Dashboard> {
  const brands = brandsOf(campaigns)
  const positions = yield* positionSteps(seed, campaigns, period)
  const daily = Array.from({ length: countDays(positions.days) }, () => ({ mentions: 0 }))
  let previousMentions = 0
  const mentionsOf = new Map<Campaign, DailyMentions>()
  for (const own of brands) {
    const counted = mentionsByDay(seed, own, period)
    const { before, days } = counted
    for (const campaign of own.campaigns) mentionsOf.set(campaign, counted)
    previousMentions += before
    for (const [i, day] of daily.entries()) day.mentions += days[i] as number
    yield
  }
  const mentions = yield* recentMentionSteps(seed, brands, period, LISTED.mentions)
  const current = figuresOf(positions.sums, sum(daily.map((day) => day.mentions)))
  const previous = figuresOf(positions.previous, previousMentions)
  return {
    period: periodRecord(period),
    totals: {
      campaigns: campaigns.length,
      active_campaigns: campaigns.filter(({ status }) => status === 'active').length,
      keywords: keywordsOf(positions),
      ...current,
      ...movementOf(positions.campaigns),
    },
    changes: changesOf(current, previous),
    distribution: distributionOf(positions.campaigns),
    series: seriesOf(positions, daily),
    top_movers: moversOf(positions.campaigns),
    recent_events: recentEvents(seed, positions.campaigns, period),
    campaigns: positions.campaigns
      .slice(0, LISTED.campaigns)
      .map((tally) => summaryOf(tally, mentionsOf.get(tally.campaign) as DailyMentions)),
    recent_mentions: mentions,
  }
}

/** Search and chat of all campaigns of an account. */
export function* overviewSteps(
  seed: number,
  campaigns: readonly Campaign[],
  period: Period,
): Steps<IntelligenceOverview> {
  const positions = yield* positionSteps(seed, campaigns, period)
  const chat = yield* chatSteps(seed, brandsOf(campaigns), period)
  const current = figuresOf(positions.sums, chat.record.mentions)
  return {
    period: periodRecord(period),
    rankings: {
      keywords: keywordsOf(positions),
      ...rankingFigures(positions.sums),
      distribution: distributionOf(positions.campaigns),
    },
    chat: chat.record,
    changes: changesOf(current, figuresOf(positions.previous, chat.previousMentions)),
    series: seriesOf(positions, chat.record.series),
  }
}

/** A keyword that two campaigns track counts twice. */
function keywordsOf({ campaigns }: PositionTally): number {
  return campaigns.reduce((total, { tracked }) => total + tracked, 0)
}

function summaryOf(tally: CampaignTally, { before, days }: DailyMentions): CampaignSummary {
  const { campaign } = tally
  const current = figuresOf(tally.sums, sum(days))
  const previous = figuresOf(tally.previous, before)
  return {
    id: campaign.id,
    name: campaign.name,
    type: campaign.type,
    status: campaign.status,
    keywords: tally.tracked,
    ...current,
    changes: changesOf(current, previous),
  }
}

/** Mentions on each day of the period, and their number in the period before. */
interface DailyMentions {
  before: number
  days: Uint8Array
}

function mentionsByDay(seed: number, { brand, since }: OwnBrand, period: Period): DailyMentions {
  const { from } = previousPeriod(period)
  const counts = mentionCounts(seed, { ...period, from, brand, since })
  const start = dayNumber(period.from) - dayNumber(from)
  return { before: sum(counts.subarray(0, start)), days: counts.subarray(start) }
}

function sum(numbers: ArrayLike<number>): number {
  let total = 0
  for (let i = 0; i < numbers.length; i++) total += numbers[i] as number
  return total
}
