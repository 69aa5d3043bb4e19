import type { Campaign } from '../../../src/accounts/campaign.ts'
import { analyticsOf } from '../../../src/intelligence/analytics.ts'
import { type MentionQuery, mentionPage } from '../../../src/intelligence/answers/mentions.ts'
import { dashboardOf, overviewOf } from '../../../src/intelligence/dashboards.ts'
import type { Period } from '../../../src/intelligence/period.ts'
import { competitorRecords } from '../../../src/intelligence/rankings/competitors.ts'
import { rankingRows, type Slice } from '../../../src/intelligence/rankings/rankings.ts'
import type { RankingQuery } from '../../../src/intelligence/rankings/rows.ts'
import type { Mention, RankingRow } from '../../../src/intelligence/records.ts'
import type { Timeline } from '../../../src/intelligence/world/timeline.ts'
import { World } from '../../../src/intelligence/world/world.ts'
import { worldWith } from '../worlds.ts'

/** The computations of src/intelligence for some campaigns, for tests and measurements. */

const ALL: Slice = { offset: 0, limit: Number.POSITIVE_INFINITY }

export function rankings(
  seed: number,
  campaign: Campaign,
  query: RankingQuery,
): Promise<RankingRow[]> {
  const world = worldFrom(seed, [campaign])
  return rankingRows(world, world.timelines, query, ALL)
}

/** All mentions of a query in an account with these campaigns. */
export async function mentions(
  seed: number,
  query: MentionQuery,
  account: readonly Campaign[] | World,
): Promise<Mention[]> {
  return (await mentionPage(worldFrom(seed, account), query, ALL)).mentions
}

/** The world of campaigns, newest first. A campaign that says only since when it is tracked runs at each midnight since. */
export function worldFrom(seed: number, account: readonly Campaign[] | World): World {
  if (account instanceof World) return account
  const campaigns = account.toReversed().map((campaign) => {
    const { tracked_since, created_at } = campaign
    const since = `${tracked_since}T00:00:00.000Z`
    return created_at.startsWith(tracked_since) ? campaign : { ...campaign, created_at: since }
  })
  return worldWith(campaigns, { seed })
}

export function campaignAnalytics(
  seed: number,
  campaign: Campaign,
  period: Period,
  account: readonly Campaign[] = [campaign],
) {
  const world = worldFrom(seed, account)
  return analyticsOf(world, world.timeline(campaign.id) as Timeline, period)
}

export function competitorStandings(seed: number, campaign: Campaign, period: Period) {
  const world = worldFrom(seed, [campaign])
  return competitorRecords(world, world.timelines[0] as Timeline, period)
}

export function dashboard(seed: number, account: readonly Campaign[] | World, period: Period) {
  return dashboardOf(worldFrom(seed, account), period)
}

export function intelligenceOverview(seed: number, campaigns: readonly Campaign[], period: Period) {
  return overviewOf(worldFrom(seed, campaigns), period)
}
