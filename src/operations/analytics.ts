import { campaignAnalytics } from '../intelligence/analytics.ts'
import { findCampaign, newestFirst } from './campaigns.ts'
import type { Operation } from './operation.ts'
import { periodOf } from './period.ts'

/** GET /analytics/campaign/{id} */
export const getCampaignAnalytics: Operation<'getCampaignAnalytics'> = (request) => {
  const { params, query, caller, now } = request
  const { account } = caller
  const campaign = findCampaign(account, params.id)
  return {
    data: campaignAnalytics(account.seed, campaign, periodOf(query, now), newestFirst(account)),
  }
}
