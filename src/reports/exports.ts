import type { Campaign } from '../accounts/campaign.ts'
import { normalize } from '../accounts/normalize.ts'
import { brandCountSteps, brandsOf } from '../intelligence/brands.ts'
import { completeContext, contextFor, watchedSince } from '../intelligence/context.ts'
import { keywordOf } from '../intelligence/mention-text.ts'
import { factsOf, type Mention, mentionOf } from '../intelligence/mentions.ts'
import {
  countRankings,
  type PositionRow,
  positionRows,
  type RankingQuery,
} from '../intelligence/position-rows.ts'
import type { Steps } from '../time/steps.ts'

/** A ranking row in an export, where rows of several campaigns stand in one table. */
export interface RankingExportRow extends PositionRow {
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
    for (const row of positionRows(seed, campaign, query)) {
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
 * The mentions of the brands of several campaigns, one brand after the other; with `keywords`, those whose
 * prompt is about one of them. `account` is all campaigns of the account: what they tell about a brand
 * decides the words and when they begin, as in GET /chat/mentions.
 */
export function* exportMentions(
  seed: number,
  campaigns: readonly Campaign[],
  query: RankingQuery,
  account: readonly Campaign[] = campaigns,
): Generator<Mention, undefined> {
  for (const { brand, context, facts } of exportedFacts(seed, campaigns, query, account)) {
    yield mentionOf(brand, context, facts)
  }
}

/** How many mentions `exportMentions` gives. */
export function* countMentionSteps(
  seed: number,
  campaigns: readonly Campaign[],
  query: RankingQuery,
  account: readonly Campaign[] = campaigns,
): Steps<number> {
  if (query.keywords === undefined) {
    const chosen = new Set(campaigns)
    const brands = brandsOf(account).filter((own) => own.campaigns.some((it) => chosen.has(it)))
    return yield* brandCountSteps(seed, brands, query)
  }
  let count = 0
  for (const _ of exportedFacts(seed, campaigns, query, account)) {
    count++
    yield
  }
  return count
}

/** The campaigns of an export; with `keywords`, those that have one of them. */
export function exportCampaigns(
  campaigns: readonly Campaign[],
  { keywords }: Pick<RankingQuery, 'keywords'>,
): readonly Campaign[] {
  const wanted = setOf(keywords)
  if (!wanted) return campaigns
  return campaigns.filter((each) => each.keywords.some((it) => wanted.has(normalize(it))))
}

function* exportedFacts(
  seed: number,
  campaigns: readonly Campaign[],
  { keywords, ...period }: RankingQuery,
  account: readonly Campaign[],
) {
  const wanted = setOf(keywords)
  for (const { brand } of brandsOf(campaigns)) {
    const context = completeContext(seed, brand, contextFor(account, brand))
    for (const facts of factsOf(seed, { ...period, brand, since: watchedSince(account, brand) })) {
      if (!wanted || wanted.has(keywordOf(context, facts))) yield { brand, context, facts }
    }
  }
}

/** Keywords in the form in which they are compared. */
function setOf(keywords: readonly string[] | undefined): Set<string> | undefined {
  return keywords && new Set(keywords.map(normalize))
}
