import { type Issue, invalidInput } from '../errors.ts'
import { analyticsOf } from '../intelligence/analytics.ts'
import { mentionPage } from '../intelligence/answers/mentions.ts'
import { platformProblem } from '../intelligence/answers/platforms.ts'
import { dashboardOf, overviewOf } from '../intelligence/dashboards.ts'
import { rankingRows } from '../intelligence/rankings/rankings.ts'
import { isTracked } from '../intelligence/world/keywords.ts'
import type { Timeline } from '../intelligence/world/timeline.ts'
import { timelinesOf, worldOf } from '../intelligence/world/world.ts'
import { countExportedRankings } from '../reports/csv.ts'
import type { Page } from '../schema/page.ts'
import { campaignsOf, findCampaign } from './campaigns.ts'
import { type Covered, coveredWorld, MOST_COVERED } from './covered-campaigns.ts'
import type { Operation } from './operation.ts'
import { comparedPeriodOf, periodOf } from './period.ts'

/** GET /serp/rankings; for all campaigns if an overlay makes `campaign_id` optional. */
export const getRankings: Operation<'getRankings'> = async (request) => {
  const { query, caller, now, store, listOf, signal } = request
  const account = await store.read(caller.account.id)
  const { limit, offset } = query as Paged<typeof query>
  const campaigns = campaignsOf(account, query.campaign_id as string | undefined)
  const world = worldOf(account)
  const timelines = timelinesOf(world, campaigns)
  const keywords = listOf('keywords', (keyword) => isTracked(timelines, keyword))
  const wanted = { ...periodOf(query, now), keywords }
  return {
    data: await rankingRows(world, timelines, wanted, { limit, offset }, signal),
    page: { total: countExportedRankings(world, campaigns, wanted), limit, offset },
  }
}

/** GET /chat/mentions; for the brands of all campaigns if an overlay makes `brand` optional. */
export const getMentions: Operation<'getMentions'> = async (request) => {
  const { query, caller, now, store, listOf, signal } = request
  const account = await store.read(caller.account.id)
  const { sentiment, campaign_id, keyword, prompt, limit, offset } = query as Paged<typeof query>
  const platforms = listOf('platforms', (name) => platformProblem(name) === undefined)
  const brand = query.brand as string | undefined
  requirePlatforms(platforms)
  const world = worldOf(account)
  const campaign = campaign_id === undefined ? undefined : world.timeline(campaign_id)
  if (campaign_id !== undefined && !campaign) return { data: [], page: { total: 0, limit, offset } }
  const wanted = {
    ...periodOf(query, now),
    brand,
    platforms,
    sentiment,
    campaign,
    keywords: keyword === undefined ? undefined : [keyword],
    prompt,
  }
  const { mentions, total } = await mentionPage(world, wanted, { limit, offset }, signal)
  return { data: mentions, page: { total, limit, offset } }
}

/** GET /core/dashboards */
export const getDashboards: Operation<'getDashboards'> = async ({
  query,
  caller,
  now,
  store,
  signal,
}) => {
  const { world, beyond } = await coveredWorld(caller.account, store)
  const data = await dashboardOf(world, comparedPeriodOf(query, now), signal)
  if (!beyond) return { data }
  return { data: { ...data, totals: { ...data.totals, ...beyond }, coverage: coverageOf(beyond) } }
}

/** GET /core/dashboards/intelligence-overview */
export const getIntelligenceOverview: Operation<'getIntelligenceOverview'> = async ({
  query,
  caller,
  now,
  store,
  signal,
}) => {
  const { world, beyond } = await coveredWorld(caller.account, store)
  const data = await overviewOf(world, comparedPeriodOf(query, now), signal)
  return { data: beyond ? { ...data, coverage: coverageOf(beyond) } : data }
}

/** GET /analytics/campaign/{id} */
export const getCampaignAnalytics: Operation<'getCampaignAnalytics'> = async (request) => {
  const { params, query, caller, now, store } = request
  const account = await store.read(caller.account.id)
  const campaign = findCampaign(account, params.id)
  const world = worldOf(account)
  const timeline = world.timeline(campaign.id) as Timeline
  const period = comparedPeriodOf(query, now)
  return { data: await analyticsOf(world, timeline, period, request.signal) }
}

/** Says that figures are not of all campaigns. */
function coverageOf({ campaigns }: NonNullable<Covered['beyond']>) {
  return { campaigns: MOST_COVERED, of: campaigns }
}

// Validation has filled in the defaults, which the types of the document show as optional.
type Paged<Query> = Query & Page

function requirePlatforms(names: readonly string[] | undefined): void {
  const issues = (names ?? []).flatMap((name): Issue[] => {
    const message = platformProblem(name)
    return message === undefined ? [] : [{ in: 'query', path: 'platforms', message, value: name }]
  })
  if (issues.length > 0) throw invalidInput(issues)
}
