import { isDeepStrictEqual } from 'node:util'
import type { components } from '../../spec/generated/api.ts'
import type { Account } from '../accounts/account.ts'
import type { Campaign, CampaignHistory, CampaignInput } from '../accounts/campaign.ts'
import {
  countingKeywords,
  forgetPast,
  recordDeletion,
  recordPast,
  timeOfChange,
} from '../accounts/campaign-history.ts'
import { type CampaignQuery, newestFirst } from '../accounts/campaign-list.ts'
import { plain } from '../accounts/draft.ts'
import { nextFreeId } from '../accounts/identifier.ts'
import { deleteAlerts } from '../accounts/webhook.ts'
import { isShared } from '../config/mode.ts'
import { ApiError, invalidValue } from '../errors.ts'
import { slugOf } from '../intelligence/site.ts'
import { siteOf, timelineOf } from '../intelligence/world/timelines.ts'
import { settleBeforeChange } from '../simulation/last-run.ts'
import { isoDay, isoTime, isoTimeOrNull } from '../time/clock.ts'
import { createdAt, requireFound, requireRoom } from './collections.ts'
import type { Operation, OperationId, OperationRequest } from './operation.ts'

type Schemas = components['schemas']

/** GET /campaigns */
export const listCampaigns: Operation<'listCampaigns'> = async ({ query, caller, now, store }) => {
  // Validation has filled in the defaults.
  const wanted = query as CampaignQuery
  const { items, total } = await store.readCampaigns(caller.account.id, wanted)
  return {
    data: items.map(({ campaign, history }) => campaignRecord(campaign, history, now)),
    page: { total, limit: wanted.limit, offset: wanted.offset },
  }
}

/** POST /campaigns */
export const createCampaign: Operation<'createCampaign'> = async (request) => {
  const { body, now, document } = request
  requireDomain(body)
  const create = (account: Account) => {
    requireRoom(account.campaigns.size, document.campaigns.perAccount, 'campaign')
    const id = nextFreeId(account, document.campaignId, (each) => account.campaigns.has(each))
    const fields = fieldsOf(body)
    account.keywordCount = (account.keywordCount ?? 0) + fields.keywords.length
    requireKeywordRoom(account, 0, request)
    const began = timeOfChange(account, now)
    const created: Campaign = {
      id,
      ...fields,
      created_at: isoTime(now),
      updated_at: isoTime(now),
      tracked_since: isoDay(now),
      change: ++account.changes,
      ...(began === now ? {} : { began }),
    }
    account.campaigns.set(id, created)
    return created
  }
  const campaign = await request.change(create)
  return {
    data: campaignRecord(campaign, undefined, now),
    message: 'Campaign created.',
    headers: createdAt(request, `/campaigns/${encodeURIComponent(campaign.id)}`),
  }
}

/** GET /campaigns/{id} */
export const getCampaign: Operation<'getCampaign'> = async ({ params, caller, now, store }) => {
  const found = await store.readCampaign(caller.account.id, params.id)
  const { campaign, history } = requireFound(found, 'campaign', params.id)
  return { data: campaignRecord(campaign, history, now) }
}

/** PUT /campaigns/{id} */
export const updateCampaign: Operation<'updateCampaign'> = async (request) => {
  const { params, body, now, replaces } = request
  requireDomain(body)
  const change = (account: Account) => {
    const found = findCampaign(account, params.id)
    const before = plain(found)
    const changes = Object.entries(fieldsOf(body)).filter(([field, value]) => {
      const isSent = body[field as keyof CampaignInput] !== undefined
      return (replaces || isSent) && !isDeepStrictEqual(before[field as never], value)
    })
    if (changes.length > 0) {
      const keywords = account.keywordCount
      settleBeforeChange(account, found, now)
      countingKeywords(account, found.id, () => {
        recordPast(account, found, now)
        Object.assign(found, Object.fromEntries(changes))
      })
      if (isShared(request.config))
        forgetPast(account, found.id, request.document.campaigns.keywordsPerAccount)
      requireKeywordRoom(account, keywords, request)
      // The story is that of the site.
      if (siteOf(found) !== siteOf(before)) delete found.story
    }
    found.updated_at = isoTime(now)
    return { campaign: found, history: account.past.get(found.id) }
  }
  const { campaign, history } = await request.change(change)
  return { data: campaignRecord(campaign, history, now), message: 'Campaign updated.' }
}

/** DELETE /campaigns/{id} */
export const deleteCampaign: Operation<'deleteCampaign'> = async (request) => {
  const { params, now } = request
  const remove = (account: Account) => {
    const found = findCampaign(account, params.id)
    const { id } = found
    const alerts = Object.values(account.alerts).filter(({ campaign_id }) => campaign_id === id)
    const ids = alerts.map((alert) => alert.id)
    deleteAlerts(account, ids, isoTime(now))
    countingKeywords(account, id, () => recordDeletion(account, found, now))
    account.lastRuns.delete(id)
  }
  await request.change(remove)
  return { data: { id: params.id, deleted: true }, message: 'Campaign deleted.' }
}

/**
 * Throws ApiError if a change has added keywords, and there are too many. The figures of an account take several kilobytes of
 * memory for each; a sandbox of one person may use all of it.
 */
function requireKeywordRoom(
  { keywordCount: count = 0 }: Account,
  before = 0,
  { config, document }: Pick<OperationRequest<OperationId>, 'config' | 'document'>,
): void {
  const most = document.campaigns.keywordsPerAccount
  if (count <= most || count <= before || !isShared(config)) return
  throw new ApiError(
    'invalid_input',
    `The campaigns of this account and their past versions would have ${count} keywords; the maximum is ${most}. Send fewer, or delete campaigns.`,
    { details: { limit: most, keywords: count } },
  )
}

/** A campaign as clients see it at `now`. The fields are named one by one, so that new fields stay internal by default. */
function campaignRecord(
  campaign: Campaign,
  history: CampaignHistory | undefined,
  now: number,
): Schemas['Campaign'] {
  const { last, next, isFailed } = timelineOf(campaign, history).runs(now)
  return {
    id: campaign.id,
    name: campaign.name,
    type: campaign.type,
    keywords: campaign.keywords,
    frequency: campaign.frequency,
    settings: campaign.settings,
    brand: campaign.brand,
    domain: campaign.domain,
    competitors: campaign.competitors,
    status: campaign.status,
    created_at: campaign.created_at,
    updated_at: campaign.updated_at,
    tracked_since: campaign.tracked_since,
    last_run_at: isoTimeOrNull(last),
    next_run_at: isoTimeOrNull(next),
    last_run_status: last === null ? null : isFailed ? 'failed' : 'completed',
  }
}

export function findCampaign(account: Account, id: string): Campaign {
  return requireFound(account.campaigns.get(id), 'campaign', id)
}

/** The campaign with this id, or all campaigns. */
export function campaignsOf(account: Account, campaignId: string | undefined): readonly Campaign[] {
  return campaignId === undefined ? newestFirst(account) : [findCampaign(account, campaignId)]
}

const DOMAIN = /^[\p{L}\p{N}_-]+(\.[\p{L}\p{N}_-]+)+$/u

/** The pattern of the document takes more, because not all languages have a class for letters of any script. */
function requireDomain({ domain }: Partial<CampaignInput>): void {
  if (domain === undefined || DOMAIN.test(domain)) return
  const message = `must be a domain of letters, digits, - and _, such as northpeak.example; found ${JSON.stringify(domain)}`
  throw invalidValue('body', '/domain', message, domain)
}

/** The fields that a client may set, with defaults; other fields are ignored. */
function fieldsOf(body: Partial<CampaignInput>): Required<CampaignInput> {
  const { name = '', type = '', keywords = [], frequency = '', brand = name } = body
  const { domain = `${slugOf(brand)}.example`, competitors = [], status = 'active' } = body
  const settings = pickSettings(body.settings)
  return { name, type, keywords, frequency, settings, brand, domain, competitors, status }
}

function pickSettings({ location, device, search_engine }: Campaign['settings'] = {}) {
  return {
    ...(location === undefined ? {} : { location }),
    ...(device === undefined ? {} : { device }),
    ...(search_engine === undefined ? {} : { search_engine }),
  }
}
