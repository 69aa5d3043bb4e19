import { brandMentionsPage, brandsOf, countBrandMentions } from '../intelligence/brands.ts'
import { contextFor, watchedSince } from '../intelligence/context.ts'
import { dashboard, intelligenceOverview } from '../intelligence/dashboards.ts'
import { countMentions, mentionsPage } from '../intelligence/mentions.ts'
import { platformProblem } from '../intelligence/platforms.ts'
import { campaignRankingsPage } from '../intelligence/rankings.ts'
import { type Issue, invalidInput } from '../invalid-input.ts'
import { countExportedRankings } from '../reports/exports.ts'
import { campaignsOf, newestFirst } from './campaigns.ts'
import type { Operation } from './operation.ts'
import { periodOf } from './period.ts'

/** GET /serp/rankings. Of all campaigns where an overlay lets `campaign_id` be left out. */
export const getRankings: Operation<'getRankings'> = ({ query, caller: { account }, now }) => {
  const { keywords, limit, offset } = query as Paged<typeof query>
  const campaigns = campaignsOf(account, query.campaign_id as string | undefined)
  const wanted = { ...periodOf(query, now), keywords }
  return {
    data: campaignRankingsPage(account.seed, campaigns, wanted, { limit, offset }),
    page: { total: countExportedRankings(account.seed, campaigns, wanted), limit, offset },
  }
}

/** GET /chat/mentions. Of the brands of all campaigns where an overlay lets `brand` be left out. */
export const getMentions: Operation<'getMentions'> = ({ query, caller: { account }, now }) => {
  const { platforms, sentiment, limit, offset } = query as Paged<typeof query>
  const brand = query.brand as string | undefined
  requirePlatforms(platforms)
  const wanted = { ...periodOf(query, now), platforms, sentiment }
  const { seed } = account
  if (brand === undefined) {
    const brands = brandsOf(newestFirst(account))
    return {
      data: brandMentionsPage(seed, brands, wanted, { limit, offset }),
      page: { total: countBrandMentions(seed, brands, wanted), limit, offset },
    }
  }
  const campaigns = newestFirst(account)
  const context = contextFor(campaigns, brand)
  const ofBrand = { ...wanted, brand, since: watchedSince(campaigns, brand), context }
  return {
    data: mentionsPage(seed, ofBrand, { limit, offset }),
    page: { total: countMentions(seed, ofBrand), limit, offset },
  }
}

/** GET /core/dashboards */
export const getDashboards: Operation<'getDashboards'> = ({ query, caller: { account }, now }) => ({
  data: dashboard(account.seed, newestFirst(account), periodOf(query, now)),
})

/** GET /core/dashboards/intelligence-overview */
export const getIntelligenceOverview: Operation<'getIntelligenceOverview'> = (request) => {
  const { query, caller, now } = request
  const { account } = caller
  return {
    data: intelligenceOverview(account.seed, newestFirst(account), periodOf(query, now)),
  }
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
