import type { Account } from './account.ts'
import type { Campaign } from './campaign.ts'

/** Which campaigns of an account a list has; those without a value are not filtered by it. */
export interface CampaignFilter {
  type?: string | undefined
  frequency?: string | undefined
  status?: string | undefined
  /** Part of the name or of a keyword, in any case. */
  search?: string | undefined
}

/** A page of the list of campaigns, newest first. `limit` may be infinite. */
export interface CampaignQuery extends CampaignFilter {
  limit: number
  offset: number
}

// A stored state never changes, so its campaigns are sorted once: the first page of 10,000 campaigns takes
// as little time as that of ten.
const orders = new WeakMap<Account['campaigns'], Campaign[]>()

/** All campaigns, the one that was created last first. */
export function newestFirst({ campaigns }: Pick<Account, 'campaigns'>): Campaign[] {
  let order = orders.get(campaigns)
  if (!order) {
    order = [...campaigns.values()].reverse()
    orders.set(campaigns, order)
  }
  return order
}

/** The page of the campaigns of an account that fit the query, and how many fit in all. */
export function campaignPage(
  account: Pick<Account, 'campaigns'>,
  query: CampaignQuery,
): { items: Campaign[]; total: number } {
  const { limit, offset } = query
  const fitting = filtered(newestFirst(account), query)
  return { items: fitting.slice(offset, offset + limit), total: fitting.length }
}

function filtered(campaigns: Campaign[], filter: CampaignFilter): Campaign[] {
  const { type, frequency, status } = filter
  const search = filter.search?.toLowerCase()
  if (!type && !frequency && !status && !search) return campaigns
  return campaigns.filter(
    (campaign) =>
      (type === undefined || campaign.type === type) &&
      (frequency === undefined || campaign.frequency === frequency) &&
      (status === undefined || campaign.status === status) &&
      (search === undefined || searchedTexts(campaign).some((text) => text.includes(search))),
  )
}

/** The texts in which `search` looks, in lower case. */
export function searchedTexts({ name, keywords }: Pick<Campaign, 'name' | 'keywords'>): string[] {
  return [name, ...keywords].map((text) => text.toLowerCase())
}
