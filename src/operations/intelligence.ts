import { brandCountSteps, brandMentionSteps, brandsOf } from '../intelligence/brands.ts'
import { contextFor, watchedSince } from '../intelligence/context.ts'
import { dashboardSteps, overviewSteps } from '../intelligence/dashboards.ts'
import { countMentions, mentionPageSteps } from '../intelligence/mentions.ts'
import { platformProblem } from '../intelligence/platforms.ts'
import { rankingPageSteps } from '../intelligence/rankings.ts'
import { type Issue, invalidInput } from '../invalid-input.ts'
import { countExportedRankings } from '../reports/exports.ts'
import { inSlices } from '../time/steps.ts'
import { campaignsOf, newestFirst } from './campaigns.ts'
import type { Operation } from './operation.ts'
import { periodOf } from './period.ts'

/** GET /serp/rankings. Of all campaigns where an overlay lets `campaign_id` be left out. */
export const getRankings: Operation<'getRankings'> = async ({
  query,
  caller: { account },
  now,
}) => {
  const { keywords, limit, offset } = query as Paged<typeof query>
  const campaigns = campaignsOf(account, query.campaign_id as string | undefined)
  const wanted = { ...periodOf(query, now), keywords }
  return {
    data: await inSlices(rankingPageSteps(account.seed, campaigns, wanted, { limit, offset })),
    page: { total: countExportedRankings(account.seed, campaigns, wanted), limit, offset },
  }
}

/** GET /chat/mentions. Of the brands of all campaigns where an overlay lets `brand` be left out. */
export const getMentions: Operation<'getMentions'> = async ({
  query,
  caller: { account },
  now,
}) => {
  const { platforms, sentiment, limit, offset } = query as Paged<typeof query>
  const brand = query.brand as string | undefined
  requirePlatforms(platforms)
  const wanted = { ...periodOf(query, now), platforms, sentiment }
  const { seed } = account
  if (brand === undefined) {
    const brands = brandsOf(newestFirst(account))
    return {
      data: await inSlices(brandMentionSteps(seed, brands, wanted, { limit, offset })),
      page: { total: await inSlices(brandCountSteps(seed, brands, wanted)), limit, offset },
    }
  }
  const campaigns = newestFirst(account)
  const context = contextFor(campaigns, brand)
  const ofBrand = { ...wanted, brand, since: watchedSince(campaigns, brand), context }
  return {
    data: await inSlices(mentionPageSteps(seed, ofBrand, { limit, offset })),
    page: { total: countMentions(seed, ofBrand), limit, offset },
  }
}

/** GET /core/dashboards */
export const getDashboards: Operation<'getDashboards'> = async (request) => {
  const { query, caller, now } = request
  const { account } = caller
  const period = periodOf(query, now)
  return { data: await inSlices(dashboardSteps(account.seed, newestFirst(account), period)) }
}

/** GET /core/dashboards/intelligence-overview */
export const getIntelligenceOverview: Operation<'getIntelligenceOverview'> = async (request) => {
  const { query, caller, now } = request
  const { account } = caller
  const period = periodOf(query, now)
  return { data: await inSlices(overviewSteps(account.seed, newestFirst(account), period)) }
}

// Validation has filled in the defaults, which the types of the document show as optional.
type Paged<Query> = Query & { limit: number; offset: number }

function requirePlatforms(names: readonly string[] | undefined): void {
  const issues = (names ?? []).flatMap((name): Issue[] => {
    const message = platformProblem(name)
    return message === undefined ? [] : [{ in: 'query', path: 'platforms', message, value: name }]
  })
  if (issues.length > 0) throw invalidInput(issues)
}
