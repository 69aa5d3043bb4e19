import { contextFor } from '../intelligence/context.ts'
import { dashboard, intelligenceOverview } from '../intelligence/dashboards.ts'
import { countMentions, mentionsPage } from '../intelligence/mentions.ts'
import { findPlatform, PLATFORMS } from '../intelligence/platforms.ts'
import { countRankings, rankingsPage } from '../intelligence/rankings.ts'
import { invalidInput } from '../invalid-input.ts'
import { findCampaign, newestFirst } from './campaigns.ts'
import type { Operation } from './operation.ts'
import { periodOf } from './period.ts'

/** GET /serp/rankings */
export const getRankings: Operation<'getRankings'> = ({ query, caller: { account }, now }) => {
  const { campaign_id, keywords, limit, offset } = query as Paged<typeof query>
  const campaign = findCampaign(account, campaign_id)
  const wanted = { ...periodOf(query, now), keywords }
  return {
    data: rankingsPage(account.seed, campaign, wanted, { limit, offset }),
    page: { total: countRankings(account.seed, campaign, wanted), limit, offset },
  }
}

/** GET /chat/mentions */
export const getMentions: Operation<'getMentions'> = ({ query, caller: { account }, now }) => {
  const { brand, platforms, sentiment, limit, offset } = query as Paged<typeof query>
  requirePlatforms(platforms)
  const wanted = {
    ...periodOf(query, now),
    brand,
    platforms,
    sentiment,
    context: contextFor(newestFirst(account), brand),
  }
  return {
    data: mentionsPage(account.seed, wanted, { limit, offset }),
    page: { total: countMentions(account.seed, wanted), limit, offset },
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
  const unknown = (names ?? []).filter((name) => !findPlatform(name))
  if (unknown.length === 0) return
  const known = PLATFORMS.map(({ name }) => name).join(', ')
  throw invalidInput(
    unknown.map((name) => ({
      in: 'query' as const,
      path: 'platforms',
      message: `must be chat platforms such as ${known}; found "${name}"`,
      value: name,
    })),
  )
}
