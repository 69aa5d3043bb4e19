import type { CampaignBody, OwnCampaign } from '../support/evidence.ts'
import type { Exchange } from '../support/exchange.ts'
import {
  campaignOf,
  campaignsOf,
  dataOf,
  isObject,
  type Json,
  rowsOf,
  succeeded,
} from '../support/reading.ts'
import { idIn, type Traveller } from './traveller.ts'

/** Values that any server which takes settings at all should know; which it does is not shown. */
const SETTINGS = { location: 'United States', device: 'desktop', search_engine: 'google' }

/** Lists the campaigns that were there before. */
export async function listBefore(traveller: Traveller): Promise<void> {
  if (traveller.evidence.find('list:before')) return
  await traveller.ask('list:before', 'main', traveller.call('listCampaigns'))
}

/** Creates two campaigns, reads them and lists again. */
export async function createAndRead(traveller: Traveller): Promise<void> {
  const { evidence } = traveller
  evidence.own.first = await create(traveller, 'first', { settings: SETTINGS })
  evidence.own.second = await create(traveller, 'second')
  if (!succeeded(evidence.get('create:first'))) await createWithOneSetting(traveller)
  await lookUpMissingIds(traveller)
  const { first, second } = evidence.own
  if (first)
    await traveller.ask('get:first', 'main', traveller.call('getCampaign', { id: first.id }))
  if (second) {
    await traveller.ask('get:second', 'main', traveller.call('getCampaign', { id: second.id }))
  }
  const list = await traveller.ask('list:created', 'main', traveller.call('listCampaigns'))
  if (first && second && !(lists(list, first) && lists(list, second))) {
    await searchFurtherPages(traveller, list, lists(list, first) ? second : first)
  }
}

async function create(
  traveller: Traveller,
  which: string,
  more: Partial<CampaignBody> = {},
): Promise<OwnCampaign | undefined> {
  const body = traveller.body(which, more)
  const exchange = await traveller.ask(
    `create:${which}`,
    'main',
    traveller.call('createCampaign', { body }),
  )
  if (!succeeded(exchange)) {
    traveller.evidence.skip(`create:${which}`, 'no campaign could be created')
    return undefined
  }
  return { id: idOf(exchange), body }
}

/** The refusal may be about one value: each setting is tried by itself, until one is taken. */
async function createWithOneSetting(traveller: Traveller): Promise<void> {
  const { own } = traveller.evidence
  for (const [name, value] of Object.entries(SETTINGS)) {
    own.first = await create(traveller, `with ${name}`, { settings: { [name]: value } })
    if (own.first) return
  }
  own.first = await create(traveller, 'with empty settings', { settings: {} })
}

function idOf(exchange: Exchange): string {
  return idIn(campaignOf(exchange)) ?? ''
}

/** What a create answers with is not shown: where it tells no id, the list does. */
async function lookUpMissingIds(traveller: Traveller): Promise<void> {
  const { own } = traveller.evidence
  const unknown = [own.first, own.second].filter((campaign) => campaign?.id === '')
  if (unknown.length === 0) return
  const list = await traveller.ask('list:ids', 'main', traveller.call('listCampaigns'))
  for (const which of ['first', 'second'] as const) {
    const campaign = own[which]
    if (campaign?.id !== '') continue
    const row = campaignsOf(list)?.find(({ name }) => name === campaign.body.name)
    const id = idIn(row)
    if (id === undefined) {
      delete own[which]
      traveller.evidence.skip(
        `create:${which}`,
        'neither the answer to the create nor the list shows the id of the new campaign',
      )
      continue
    }
    campaign.id = id
    traveller.remember(campaign.id, campaign.body.name)
  }
}

/** Whether a list shows a campaign of the run. */
export function lists(list: Exchange, campaign: OwnCampaign): boolean {
  return (campaignsOf(list) ?? []).some(
    ({ id, name }) => String(id) === campaign.id || name === campaign.body.name,
  )
}

/** Parameters by which servers page, the usual ones first. */
const PAGING = ['page=2', 'offset={n}', 'limit=100', 'per_page=100', 'page_size=100', 'skip={n}']
const MOST_PAGES = 6

/**
 * A campaign that is missing may be on another page. Tries the usual parameters; once one of them
 * changes the list, follows it. `pages:end` is the last page where the pages were followed to it.
 */
async function searchFurtherPages(
  traveller: Traveller,
  first: Exchange,
  wanted: OwnCampaign,
): Promise<void> {
  const { evidence } = traveller
  const size = rowsOf(first)?.length ?? 0
  for (const [index, parameter] of PAGING.entries()) {
    if (size === 0 || traveller.client.left('main') < 40) return
    const page = await list(traveller, `pages:${index}`, parameter.replace('{n}', String(size)))
    if (!succeeded(page) || sameRows(page, first)) continue
    evidence.record('pages:some', page)
    if (lists(page, wanted)) return evidence.record('pages:found', page)
    if (!/page=2|offset|skip/.test(parameter)) continue

    let last = page
    for (let number = 2; number < MOST_PAGES && (rowsOf(last)?.length ?? 0) > 0; number += 1) {
      const query = parameter
        .replace('page=2', `page=${number + 1}`)
        .replace('{n}', String(size * number))
      const next = await list(traveller, `pages:${parameter}:${number}`, query)
      if (lists(next, wanted)) return evidence.record('pages:found', next)
      if (sameRows(next, last)) return
      last = next
    }
    // Pages may be numbered from 0, so that the second was passed over.
    if (rowsOf(last)?.length === 0 && !parameter.startsWith('page'))
      evidence.record('pages:end', last)
    return
  }
}

function list(traveller: Traveller, step: string, query: string): Promise<Exchange> {
  return traveller.ask(step, 'main', traveller.call('listCampaigns', { query }))
}

function sameRows(one: Exchange, other: Exchange): boolean {
  return JSON.stringify(rowsOf(one)) === JSON.stringify(rowsOf(other))
}

/** What an answer itself says of the rows that it shows: that there are more, or that they are all. */
export function completeness(list: Exchange): 'more' | 'whole' | 'unknown' {
  const rows = rowsOf(list)?.length ?? 0
  const link = list.response?.headers.link
  if (link !== undefined && /rel="?next/.test(link)) return 'more'
  const containers = [list.response?.json, dataOf(list)].flatMap((value) =>
    isObject(value) ? membersAround(value) : [],
  )
  const said = containers.flatMap((container) =>
    Object.entries(container).flatMap(([name, value]) => saysMore(name, value, rows) ?? []),
  )
  if (said.includes(true)) return 'more'
  return said.includes(false) ? 'whole' : 'unknown'
}

/** The envelope, its meta and whatever stands in it about paging; not the rows. */
function membersAround(value: Json): Json[] {
  const inner = Object.values(value).filter(isObject)
  return [value, ...inner, ...inner.flatMap((member) => Object.values(member).filter(isObject))]
}

function saysMore(name: string, value: unknown, rows: number): boolean | undefined {
  if (/^(total|total_?count|total_?items|total_?results)$/i.test(name)) return Number(value) > rows
  if (/^(has_?more|has_?next(_?page)?)$/i.test(name)) return value === true
  if (/^(total_?pages|pages|last_?page)$/i.test(name)) return Number(value) > 1
  if (/^(next|next_?page|next_?cursor|next_?url|cursor)$/i.test(name)) return Boolean(value)
  return undefined
}

/** Changes the first campaign and looks at both; then changes the second in part. */
export async function update(traveller: Traveller): Promise<void> {
  const { first, second } = traveller.mine
  if (!first || !second) return
  const get = (step: string, id: string) =>
    traveller.ask(step, 'main', traveller.call('getCampaign', { id }))

  const body = changed(traveller, first.body)
  await traveller.ask('update', 'main', traveller.call('updateCampaign', { id: first.id, body }))
  await get('get:updated', first.id)
  await traveller.ask('list:updated', 'main', traveller.call('listCampaigns'))
  await get('get:untouched', second.id)
  await get('get:updated again', first.id)

  // Any letters make a string (§2), and a name that is given alone shows what a PUT replaces.
  const name = `${second.body.name} · größer, 更大`
  await traveller.ask(
    'update:partly',
    'main',
    traveller.call('updateCampaign', { id: second.id, body: { name } }),
  )
  await get('get:partly updated', second.id)
  await get('get:first untouched', first.id)
}

/** Another value in every member whose allowed values are free. */
export function changed(traveller: Traveller, body: CampaignBody): CampaignBody {
  const other = traveller.body('changed')
  return {
    ...body,
    name: other.name,
    keywords: [...other.keywords, `${traveller.settings.runId} changed gamma`],
    ...(body.settings?.location && { settings: { ...body.settings, location: 'Germany' } }),
  }
}

/** Deletes the first campaign, asks for it by every operation that takes its id, and lists. */
export async function remove(traveller: Traveller): Promise<void> {
  const { first, second } = traveller.mine
  if (!first) return
  const { id } = first
  const ask = (step: string, operation: string, body?: unknown) =>
    traveller.ask(
      step,
      'main',
      traveller.call(operation, { id, ...(body !== undefined && { body }) }),
    )

  await ask('delete', 'deleteCampaign')
  await ask('deleted:getCampaign', 'getCampaign')
  await ask('deleted:updateCampaign', 'updateCampaign', traveller.body('resurrected'))
  await ask('deleted:getCampaignAnalytics', 'getCampaignAnalytics')
  await ask('deleted:deleteCampaign', 'deleteCampaign')
  await ask('deleted:getCampaign again', 'getCampaign')
  await traveller.ask('list:deleted', 'main', traveller.call('listCampaigns'))
  if (!second) return
  await traveller.ask('get:kept', 'main', traveller.call('getCampaign', { id: second.id }))
  const deletion = traveller.call('deleteCampaign', { id: second.id })
  if (!succeeded(await traveller.ask('delete:second', 'main', deletion))) return
  await traveller.ask('deleted:second', 'main', traveller.call('getCampaign', { id: second.id }))
}
