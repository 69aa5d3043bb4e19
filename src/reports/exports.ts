import type { Campaign } from '../accounts/campaign.ts'
import { brandsOf, countBrandMentions } from '../intelligence/brands.ts'
import { contextFor } from '../intelligence/context.ts'
import { type Mention, mentionRows } from '../intelligence/mentions.ts'
import type { Period } from '../intelligence/period.ts'
import {
  countRankings,
  type RankingQuery,
  type RankingRow,
  rankingRows,
} from '../intelligence/rankings.ts'

/** A ranking row in an export, where rows of several campaigns stand in one table. */
export interface RankingExportRow extends RankingRow {
  campaign_id: string
  campaign_name: string
}

/** The ranking rows of several campaigns, one campaign after the other, made as they are taken. */
export function* exportRankings(
  seed: number,
  campaigns: readonly Campaign[],
  query: RankingQuery,
): Generator<RankingExportRow, undefined> {
  for (const campaign of campaigns) {
    for (const row of rankingRows(seed, campaign, query)) {
      yield { campaign_id: campaign.id, campaign_name: campaign.name, ...row }
    }
  }
}

/** How many rows `exportRankings` gives. */
export function countExportedRankings(
  seed: number,
  campaigns: readonly Campaign[],
  query: RankingQuery,
): number {
  return campaigns.reduce((sum, campaign) => sum + countRankings(seed, campaign, query), 0)
}

/**
 * The mentions of the brands of several campaigns, one brand after the other. `account` is all campaigns
 * of the account: what they tell about a brand decides the words, as in GET /chat/mentions.
 */
export function* exportMentions(
  seed: number,
  campaigns: readonly Campaign[],
  period: Period,
  account: readonly Campaign[] = campaigns,
): Generator<Mention, undefined> {
  for (const { brand } of brandsOf(campaigns)) {
    yield* mentionRows(seed, { ...period, brand, context: contextFor(account, brand) })
  }
}

/** How many mentions `exportMentions` gives. */
export function countExportedMentions(
  seed: number,
  campaigns: readonly Campaign[],
  period: Period,
): number {
  return countBrandMentions(seed, brandsOf(campaigns), period)
}
