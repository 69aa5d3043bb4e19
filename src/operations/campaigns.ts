import type { Account } from '../accounts/account.ts'
import type { Campaign, CampaignInput } from '../accounts/campaign.ts'
import { nextFreeId } from '../accounts/identifier.ts'
import { deleteAlerts } from '../accounts/webhook.ts'
import { slugOf } from '../intelligence/site.ts'
import { changeCampaign } from '../simulation/last-run.ts'
import { isoDay, isoTime } from '../time/clock.ts'
import { createdAt, pageOf, requireFound } from './collections.ts'
import type { Operation, OperationRequest } from './operation.ts'

/** GET /campaigns */
export const listCampaigns: Operation<'listCampaigns'> = ({ query, caller }) => {
  const { items, page } = pageOf(filterCampaigns(newestFirst(caller.account), query), query)
  return { data: items.map(campaignRecord), page }
}

/** POST /campaigns */
export const createCampaign: Operation<'createCampaign'> = async (request) => {
  const { body, caller, now, store, document } = request
  const campaign = await store.update(caller.account.id, (account) => {
    const id = nextFreeId(account, document.campaignId, (each) => account.campaigns.has(each))
    const created: Campaign = {
      id,
      ...fieldsOf(body),
      created_at: isoTime(now),
      updated_at: isoTime(now),
      tracked_since: isoDay(now),
    }
    account.campaigns.set(id, created)
    return created
  })
  return {
    data: campaign,
    message: 'Campaign created.',
    headers: createdAt(request, `/campaigns/${encodeURIComponent(campaign.id)}`),
  }
}

/** GET /campaigns/{id} */
export const getCampaign: Operation<'getCampaign'> = ({ params, caller }) => ({
  data: campaignRecord(findCampaign(caller.account, params.id)),
})

/** PUT /campaigns/{id} */
export const updateCampaign: Operation<'updateCampaign'> = async (request) => {
  const { params, body, caller, now, replaces, store } = request
  const campaign = await store.update(caller.account.id, (account) => {
    const found = findCampaign(account, params.id)
    changeCampaign(account, found, () => {
      for (const [field, value] of Object.entries(fieldsOf(body))) {
        const isSent = body[field as keyof CampaignInput] !== undefined
        if (replaces || isSent) Object.assign(found, { [field]: value })
      }
    })
    found.updated_at = isoTime(now)
    return found
  })
  return { data: campaignRecord(campaign), message: 'Campaign updated.' }
}

/** DELETE /campaigns/{id} */
export const deleteCampaign: Operation<'deleteCampaign'> = async (request) => {
  const { params, caller, now, store } = request
  await store.update(caller.account.id, (account) => {
    const { id } = findCampaign(account, params.id)
    const alerts = Object.values(account.alerts).filter(({ campaign_id }) => campaign_id === id)
    const ids = alerts.map((alert) => alert.id)
    deleteAlerts(account, ids, isoTime(now))
    account.campaigns.delete(id)
    account.lastRuns.delete(id)
  })
  return { data: { id: params.id, deleted: true }, message: 'Campaign deleted.' }
}

// One record for each campaign, so that it is serialized once (`SerializedRecords`).
const records = new WeakMap<Campaign, Omit<Campaign, 'story'>>()

/** A campaign as clients see it, without its story. */
function campaignRecord(campaign: Campaign): Omit<Campaign, 'story'> {
  if (campaign.story === undefined) return campaign
  const known = records.get(campaign)
  if (known) return known
  const { story: _, ...shown } = campaign
  records.set(campaign, Object.freeze(shown))
  return shown
}

export function findCampaign(account: Account, id: string): Campaign {
  return requireFound(account.campaigns.get(id), 'campaign', id)
}

/** The campaign with this id, or all campaigns. */
export function campaignsOf(account: Account, campaignId: string | undefined): readonly Campaign[] {
  return campaignId === undefined ? newestFirst(account) : [findCampaign(account, campaignId)]
}

/** The fields that a client may set, with defaults; other fields are ignored. */
function fieldsOf(body: Partial<CampaignInput>): Required<CampaignInput> {
  const { name = '', type = '', keywords = [], frequency = '', brand = name } = body
  const { domain = `${slugOf(brand)}.example`, competitors = [], status = 'active' } = body
  const settings = pickSettings(body.settings)
  return { name, type, keywords, frequency, settings, brand, domain, competitors, status }
}

function pickSettings(settings: Campaign['settings'] = {}): Campaign['settings'] {
  const { location, device, search_engine } = settings
  return {
    ...(location === undefined ? {} : { location }),
    ...(device === undefined ? {} : { device }),
    ...(search_engine === undefined ? {} : { search_engine }),
  }
}

// A stored state never changes, so its campaigns are sorted once: the first page of 10,000 campaigns takes
// as little time as that of ten.
const orders = new WeakMap<Account['campaigns'], Campaign[]>()

export function newestFirst({ campaigns }: Account): Campaign[] {
  let order = orders.get(campaigns)
  if (!order) {
    order = [...campaigns.values()].reverse()
    orders.set(campaigns, order)
  }
  return order
}

function filterCampaigns(
  campaigns: Campaign[],
  filters: OperationRequest<'listCampaigns'>['query'],
): Campaign[] {
  const { type, frequency, status } = filters
  const search = filters.search?.toLowerCase()
  if (!type && !frequency && !status && !search) return campaigns
  return campaigns.filter(
    (campaign) =>
      (type === undefined || campaign.type === type) &&
      (frequency === undefined || campaign.frequency === frequency) &&
      (status === undefined || campaign.status === status) &&
      (search === undefined ||
        [campaign.name, ...campaign.keywords].some((text) => text.toLowerCase().includes(search))),
  )
}
