import type { Campaign } from '../accounts/campaign.ts'
import { normalize } from '../accounts/normalize.ts'
import { brandCountSteps, brandsOf } from '../intelligence/mentions/brands.ts'
import { completeContext, contextFor, watchedSince } from '../intelligence/mentions/context.ts'
import { factsOf, mentionOf } from '../intelligence/mentions/mentions.ts'
import {
  countRankings,
  positionRows,
  type RankingQuery,
} from '../intelligence/rankings/position-rows.ts'
import type { Mention, PositionRow } from '../intelligence/records.ts'
import { keywordOf } from '../intelligence/wording/mention-text.ts'
import type { Steps } from '../time/steps.ts'

/** A ranking row in an export with several campaigns. */
export interface RankingExportRow extends PositionRow {
  campaign_id: string
  campaign_name: string
}

/** The ranking rows of several campaigns, one campaign after the other, made on demand. */
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

/** The number of rows from `exportRankings`. */
export function countExportedRankings(
  seed: number,
  campaigns: readonly Campaign[],
  query: RankingQuery,
): number {
  return campaigns.reduce((sum, campaign) => sum + countRankings(seed, campaign, query), 0)
}

/**
 * The mentions of several campaigns' brands, one brand after the other; with `keywords`, those whose prompt is
 * about one of them. `account` is all campaigns of the account: they decide the words and when mentions begin, as
 * in GET /chat/mentions.
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

/** The number of mentions from `exportMentions`. */
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

/** The campaigns of an export; with `keywords`, those that track one of them. */
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

/** Normalized keywords, for comparisons. */
function setOf(keywords: readonly string[] | undefined): Set<string> | undefined {
  return keywords && new Set(keywords.map(normalize))
}
