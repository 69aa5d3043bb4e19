import type { Account } from '../accounts/account.ts'
import {
  type CampaignPage,
  type CampaignQuery,
  campaignPageSteps,
} from '../accounts/campaign-list.ts'
import { inSlices } from '../time/steps.ts'

/** The page of an account's campaigns that fit the query. The first search of 100,000 campaigns takes 0.1 s: others go on meanwhile. */
export async function campaignPage(
  account: Pick<Account, 'campaigns'>,
  query: CampaignQuery,
): Promise<CampaignPage> {
  const steps = campaignPageSteps(account, query)
  // A page without a filter has no pause, and need not wait for other computations.
  const { done, value } = steps.next()
  return done ? value : inSlices(steps)
}
