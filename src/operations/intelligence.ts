import { type Issue, invalidInput } from '../errors.ts'
import { analyticsSteps } from '../intelligence/analytics.ts'
import { dashboardSteps, overviewSteps } from '../intelligence/dashboards.ts'
import { brandCountSteps, brandMentionSteps, brandsOf } from '../intelligence/mentions/brands.ts'
import { contextFor, watchedSince } from '../intelligence/mentions/context.ts'
import { countMentions, mentionPageSteps } from '../intelligence/mentions/mentions.ts'
import { platformProblem } from '../intelligence/mentions/platforms.ts'
import { rankingPageSteps } from '../intelligence/rankings/rankings.ts'
import { countExportedRankings } from '../reports/exports.ts'
import { inSlices } from '../time/steps.ts'
import { campaignsOf, findCampaign, newestFirst } from './campaigns.ts'
import type { Operation } from './operation.ts'
import { periodOf } from './period.ts'

/** GET /serp/rankings; for all campaigns if an overlay makes `campaign_id` optional. */
export const getRankings: Operation<'getRankings'> = async ({ query, caller, now }) => {
  const { account } = caller
  const { keywords, limit, offset } = query as Paged<typeof query>
  const campaigns = campaignsOf(account, query.campaign_id as string | undefined)
  const wanted = { ...periodOf(query, now), keywords }
  return {
    data: await inSlices(rankingPageSteps(account.seed, campaigns, wanted, { limit, offset })),
    page: { total: countExportedRankings(account.seed, campaigns, wanted), limit, offset },
  }
}

/** GET /chat/mentions; for the brands of all campaigns if an overlay makes `brand` optional. */
export const getMentions: Operation<'getMentions'> = async ({ query, caller, now }) => {
  const { account } = caller
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
export const getDashboards: Operation<'getDashboards'> = async ({ query, caller, now }) => {
  const { account } = caller
  const steps = dashboardSteps(account.seed, newestFirst(account), periodOf(query, now))
  return { data: await inSlices(steps) }
}

/** GET /core/dashboards/intelligence-overview */
export const getIntelligenceOverview: Operation<'getIntelligenceOverview'> = async ({
  query,
  caller,
  now,
}) => {
  const { account } = caller
  const steps = overviewSteps(account.seed, newestFirst(account), periodOf(query, now))
  return { data: await inSlices(steps) }
}

/** GET /analytics/campaign/{id} */
export const getCampaignAnalytics: Operation<'getCampaignAnalytics'> = async (request) => {
  const { params, query, caller, now } = request
  const { account } = caller
  const campaign = findCampaign(account, params.id)
  const steps = analyticsSteps(account.seed, campaign, periodOf(query, now), newestFirst(account))
  return { data: await inSlices(steps) }
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
