import type { Campaign, CampaignStatus } from '../accounts/campaign.ts'
import { inOneGo, type Steps } from '../time/steps.ts'
import {
  type Changes,
  changesOf,
  type DayRecord,
  type Figures,
  figuresOf,
  seriesOf,
} from './analytics.ts'
import { brandsOf, type OwnBrand, recentMentionSteps } from './brands.ts'
import { dayNumber } from './dates.ts'
import { type Distribution, distributionOf, movementOf } from './distribution.ts'
import { type RankingEvent, recentEvents } from './events.ts'
import { type Mention, mentionCounts } from './mentions.ts'
import { type Movers, moversOf } from './movers.ts'
import { type Period, type PeriodRecord, periodRecord, previousPeriod } from './period.ts'
import { type CampaignTally, positionSteps } from './position-tally.ts'

export {
  type IntelligenceOverview,
  intelligenceOverview,
  overviewSteps,
} from './intelligence-overview.ts'

/** How many campaigns and mentions a dashboard lists; its totals are over all. */
export const LISTED = { campaigns: 20, mentions: 5 } as const

/** Answer of GET /core/dashboards. Averages are null where there are no rows. */
export interface Dashboard {
  period: PeriodRecord
  totals: {
    campaigns: number
    active_campaigns: number
    /** Over all campaigns; a keyword that two campaigns track counts twice. */
    keywords: number
    improved: number
    declined: number
    unchanged: number
    /** Mentions are those of all brands of the account; a brand that two campaigns watch counts once. */
  } & Figures
  /** Against the period of equal length just before; positive is better. */
  changes: Changes
  distribution: Distribution
  series: DayRecord[]
  top_movers: Movers
  /** Newest first. */
  recent_events: RankingEvent[]
  /** The first of the campaigns that were given. */
  campaigns: CampaignSummary[]
  recent_mentions: Mention[]
}

export interface CampaignSummary extends Figures {
  id: string
  name: string
  type: string
  status: CampaignStatus
  keywords: number
  changes: Changes
}

/** All campaigns of an account at a glance; the order of the campaigns is that of the list. */
export function dashboard(seed: number, campaigns: readonly Campaign[], period: Period): Dashboard {
  return inOneGo(dashboardSteps(seed, campaigns, period))
}

/** `dashboard` in steps. */
export function* dashboardSteps(
  seed: number,
  campaigns: readonly Campaign[],
  period: Period,
): Steps<Dashboard> {
  const brands = brandsOf(campaigns)
  const positions = yield* positionSteps(seed, campaigns, period)
  const daily = positions.series.map(() => 0)
  let previousMentions = 0
  const mentionsOf = new Map<Campaign, DailyMentions>()
  for (const own of brands) {
    const counted = mentionsByDay(seed, own, period)
    const { before, days } = counted
    for (const campaign of own.campaigns) mentionsOf.set(campaign, counted)
    previousMentions += before
    days.forEach((count, i) => {
      daily[i] = (daily[i] as number) + count
    })
    yield
  }
  const mentions = yield* recentMentionSteps(seed, brands, period, LISTED.mentions)
  const current = figuresOf(positions.sums, sum(daily))
  const previous = figuresOf(positions.previous, previousMentions)
  return {
    period: periodRecord(period),
    totals: {
      campaigns: campaigns.length,
      active_campaigns: campaigns.filter(({ status }) => status === 'active').length,
      keywords: positions.campaigns.reduce((total, { tracked }) => total + tracked, 0),
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

/** Mentions of each day of the period, and how many the period before had. */
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
