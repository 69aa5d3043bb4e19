import type { Campaign } from '../accounts/campaign.ts'

/**
 * Keeps what is computed of a campaign for as long as the campaign is: accounts are snapshots, so one that
 * changes is another object. Of several seeds the last is kept, since an account has one.
 */
export function perCampaign<Value>(
  compute: (seed: number, campaign: Campaign) => Value,
): (seed: number, campaign: Campaign) => Value {
  const known = new WeakMap<Campaign, { seed: number; value: Value }>()
  return (seed, campaign) => {
    const kept = known.get(campaign)
    if (kept?.seed === seed) return kept.value
    const value = compute(seed, campaign)
    known.set(campaign, { seed, value })
    return value
  }
}
