import type { Account } from '../accounts/account.ts'
import type { Campaign } from '../accounts/campaign.ts'
import { CampaignRuns } from './campaign-runs.ts'

// Snapshots never change, so what is computed for the runs of one is good for as long as it stands.
const known = new WeakMap<Account['campaigns'], Map<string, CampaignRuns>>()

/** What the runs of a campaign of the account find. */
export function runsOf({ seed, campaigns }: Account, campaign: Campaign): CampaignRuns {
  const ofAccount = known.get(campaigns) ?? new Map<string, CampaignRuns>()
  known.set(campaigns, ofAccount)
  let runs = ofAccount.get(campaign.id)
  if (!runs) {
    runs = new CampaignRuns(seed, campaign, [...campaigns.values()])
    ofAccount.set(campaign.id, runs)
  }
  return runs
}
