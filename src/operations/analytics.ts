import { analyticsSteps } from '../intelligence/analytics.ts'
import { inSlices } from '../time/steps.ts'
import { findCampaign, newestFirst } from './campaigns.ts'
import type { Operation } from './operation.ts'
import { periodOf } from './period.ts'

/** GET /analytics/campaign/{id} */
export const getCampaignAnalytics: Operation<'getCampaignAnalytics'> = async (request) => {
  const { params, query, caller, now } = request
  const { account } = caller
  const campaign = findCampaign(account, params.id)
  const steps = analyticsSteps(account.seed, campaign, periodOf(query, now), newestFirst(account))
  return { data: await inSlices(steps) }
}
