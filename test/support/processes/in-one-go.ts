import type { Campaign } from '../../../src/accounts/campaign.ts'
import { analyticsSteps } from '../../../src/intelligence/analytics.ts'
import { dashboardSteps, overviewSteps } from '../../../src/intelligence/dashboards.ts'
import { type MentionQuery, mentionPageSteps } from '../../../src/intelligence/mentions/mentions.ts'
import type { Period } from '../../../src/intelligence/period.ts'
import { competitorSteps } from '../../../src/intelligence/rankings/competitors.ts'
import type { RankingQuery } from '../../../src/intelligence/rankings/position-rows.ts'
import { rankingPageSteps, type Slice } from '../../../src/intelligence/rankings/rankings.ts'
import type { Mention, RankingRow } from '../../../src/intelligence/records.ts'
import { inOneGo } from '../../../src/time/steps.ts'

/** The computations of src/intelligence without pauses, for tests and measurements. */

const ALL: Slice = { offset: 0, limit: Number.POSITIVE_INFINITY }

export function rankings(seed: number, campaign: Campaign, query: RankingQuery): RankingRow[] {
  return rankingsPage(seed, campaign, query, ALL)
}

export function rankingsPage(seed: number, campaign: Campaign, query: RankingQuery, slice: Slice) {
  return inOneGo(rankingPageSteps(seed, [campaign], query, slice))
}

export function mentions(seed: number, query: MentionQuery): Mention[] {
  return mentionsPage(seed, query, ALL)
}

export function mentionsPage(seed: number, query: MentionQuery, slice: Slice) {
  return inOneGo(mentionPageSteps(seed, query, slice))
}

export function campaignAnalytics(
  seed: number,
  campaign: Campaign,
  period: Period,
  account: readonly Campaign[] = [campaign],
) {
  return inOneGo(analyticsSteps(seed, campaign, period, account))
}

export function competitorStandings(seed: number, campaign: Campaign, period: Period) {
  return inOneGo(competitorSteps(seed, campaign, period))
}

export function dashboard(seed: number, campaigns: readonly Campaign[], period: Period) {
  return inOneGo(dashboardSteps(seed, campaigns, period))
}

export function intelligenceOverview(seed: number, campaigns: readonly Campaign[], period: Period) {
  return inOneGo(overviewSteps(seed, campaigns, period))
}
