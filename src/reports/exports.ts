import type { Campaign } from '../accounts/campaign.ts'
import { normalize } from '../accounts/normalize.ts'
import { countRankings, DAYS_AT_A_TIME } from '../intelligence/rankings/position-rows.ts'
import { rankingPageSteps } from '../intelligence/rankings/rankings.ts'
import type { RankingQuery } from '../intelligence/rankings/trail.ts'
import type { RankingRow } from '../intelligence/records.ts'
import type { World } from '../intelligence/world/world.ts'
import { inSlices } from '../time/steps.ts'

/** Some ranking rows of a campaign. */
export interface RankingBlock {
  campaign: Pick<Campaign, 'id' | 'name'>
  rows: Iterable<RankingRow>
}

/** How many rows are held in memory at a time. */
const MOST_ROWS = 20_000

/** The ranking rows of several campaigns, one campaign after the other, made on demand in blocks. */
export async function* exportRankings(
  world: World,
  campaigns: readonly Campaign[],
  query: RankingQuery,
  signal?: AbortSignal,
): AsyncGenerator<RankingBlock, undefined> {
  for (const campaign of campaigns) {
    const timeline = world.timeline(campaign.id)
    if (!timeline) continue
    const limit = Math.min(MOST_ROWS, DAYS_AT_A_TIME * Math.max(10, campaign.keywords.length))
    for (let offset = 0; ; offset += limit) {
      const page = rankingPageSteps(world, [timeline], query, { offset, limit })
      const rows = await inSlices(page, signal)
      yield { campaign, rows }
      if (rows.length < limit) break
    }
  }
}

/** The number of rows from `exportRankings`. */
export function countExportedRankings(
  world: World,
  campaigns: readonly Campaign[],
  query: RankingQuery,
): number {
  return campaigns.reduce((sum, { id }) => {
    const timeline = world.timeline(id)
    return timeline ? sum + countRankings(world, timeline, query) : sum
  }, 0)
}

/** The campaigns of an export; with `keywords`, those that track one of them. */
export function exportCampaigns(
  campaigns: readonly Campaign[],
  { keywords }: Pick<RankingQuery, 'keywords'>,
): readonly Campaign[] {
  const wanted = setOf(keywords)
  if (!wanted) return campaigns
  return campaigns.filter((each) => each.keywords.some((it) => wanted.has(normalize(it))))
}

/** Normalized keywords, for comparisons. */
function setOf(keywords: readonly string[] | undefined): Set<string> | undefined {
  return keywords && new Set(keywords.map(normalize))
}
