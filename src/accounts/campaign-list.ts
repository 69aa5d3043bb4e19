import { yieldToEventLoop } from '../time/pauses.ts'
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

export interface CampaignPage {
  items: Campaign[]
  /** How many campaigns fit the query. */
  total: number
}

/** All campaigns, the one that was created last first. */
export function newestFirst({ campaigns }: Pick<Account, 'campaigns'>): Campaign[] {
  return [...campaigns.values()].reverse()
}

/** The page of an account's campaigns that fit the query. A search lets other requests go on. */
export async function campaignPage(
  account: Pick<Account, 'campaigns'>,
  { limit, offset, type, frequency, status, search }: CampaignQuery,
): Promise<CampaignPage> {
  const text = search?.toLowerCase()
  const found: Campaign[] = []
  for (const campaign of newestFirst(account)) {
    const fits =
      (!type || campaign.type === type) &&
      (!frequency || campaign.frequency === frequency) &&
      (!status || campaign.status === status) &&
      (!text || searchedTexts(campaign).some((each) => each.includes(text)))
    if (fits) found.push(campaign)
    if (text) await yieldToEventLoop()
  }
  return { items: found.slice(offset, offset + limit), total: found.length }
}

/** The texts in which `search` looks, in lower case. */
export function searchedTexts({ name, keywords }: Pick<Campaign, 'name' | 'keywords'>): string[] {
  return [name, ...keywords].map((text) => text.toLowerCase())
}
