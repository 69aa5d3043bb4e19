import type { CampaignBody, OwnCampaign } from '../evidence/evidence.ts'
import type { JourneyStep, Setting } from '../evidence/steps.ts'
import type { Exchange } from '../http/exchange.ts'
import {
  campaignOf,
  campaignsOf,
  dataOf,
  isObject,
  type Json,
  rowsOf,
  succeeded,
} from '../http/reading.ts'
import { idIn, isSkipped, type Runner } from './runner.ts'

/** Common values of settings: §2 does not show which values a server accepts. */
const SETTINGS = { location: 'United States', device: 'desktop', search_engine: 'google' }

export async function listBefore(runner: Runner): Promise<void> {
  if (runner.evidence.find('list:before')) return
  await runner.askMain('list:before', 'listCampaigns')
}

/** Creates two campaigns, reads them and lists again. */
export async function createAndRead(runner: Runner): Promise<void> {
  const { evidence } = runner
  evidence.own.first = await create(runner, 'first', { settings: SETTINGS })
  evidence.own.second = await create(runner, 'second')
  const created = evidence.find('create:first')
  if (created && !succeeded(created)) await createWithOneSetting(runner)
  await lookUpMissingIds(runner)
  const { first, second } = evidence.own
  if (first) await runner.askMain('get:first', 'getCampaign', { id: first.id })
  if (second) await runner.askMain('get:second', 'getCampaign', { id: second.id })
  const list = await runner.askMain('list:created', 'listCampaigns')
  if (first && second && !(lists(list, first) && lists(list, second))) {
    await searchFurtherPages(runner, list, lists(list, first) ? second : first)
  }
}

async function create(
  runner: Runner,
  which: 'first' | 'second' | `with ${Setting | 'empty settings'}`,
  more: Partial<CampaignBody> = {},
): Promise<OwnCampaign | undefined> {
  const body = runner.body(which, more)
  const exchange = await runner.askMain(`create:${which}`, 'createCampaign', { body })
  if (isSkipped(exchange)) return undefined
  if (!succeeded(exchange)) {
    runner.evidence.skip(`create:${which}`, 'no campaign could be created')
    return undefined
  }
  return { id: idIn(campaignOf(exchange)) ?? '', body }
}

/** The refusal may be about one value: tries each setting alone until one is accepted. */
async function createWithOneSetting(runner: Runner): Promise<void> {
  const { own } = runner.evidence
  for (const [name, value] of Object.entries(SETTINGS) as [Setting, string][]) {
    own.first = await create(runner, `with ${name}`, { settings: { [name]: value } })
    if (own.first) return
  }
  own.first = await create(runner, 'with empty settings', { settings: {} })
}

/** The answer to a create is not shown: it may lack the id, which the list then shows. */
async function lookUpMissingIds(runner: Runner): Promise<void> {
  const { own } = runner.evidence
  const unknown = [own.first, own.second].filter((campaign) => campaign?.id === '')
  if (unknown.length === 0) return
  const list = await runner.askMain('list:ids', 'listCampaigns')
  for (const which of ['first', 'second'] as const) {
    const campaign = own[which]
    if (campaign?.id !== '') continue
    const row = campaignsOf(list)?.find(({ name }) => name === campaign.body.name)
    const id = idIn(row)
    if (id === undefined) {
      delete own[which]
      runner.evidence.skip(
        `create:${which}`,
        'neither the response to the create nor the list contains the id of the new campaign',
      )
      continue
    }
    campaign.id = id
    runner.remember(campaign.id, campaign.body.name)
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
 * A missing campaign may be on another page. Tries the usual parameters, and follows the first that changes the list.
 * `pages:end` is the last page, if it was reached.
 */
async function searchFurtherPages(
  runner: Runner,
  first: Exchange,
  wanted: OwnCampaign,
): Promise<void> {
  const { evidence } = runner
  const size = rowsOf(first)?.length ?? 0
  for (const [index, parameter] of PAGING.entries()) {
    if (size === 0 || runner.client.left('main') < 40) return
    const query = parameter.replace('{n}', String(size))
    const page = await runner.askMain(`pages:${index}`, 'listCampaigns', { query })
    if (!succeeded(page) || sameRows(page, first)) continue
    evidence.record('pages:some', page)
    if (lists(page, wanted)) return evidence.record('pages:found', page)
    if (!/page=2|offset|skip/.test(parameter)) continue

    let last = page
    for (let number = 2; number < MOST_PAGES && (rowsOf(last)?.length ?? 0) > 0; number += 1) {
      const query = parameter
        .replace('page=2', `page=${number + 1}`)
        .replace('{n}', String(size * number))
      const next = await runner.askMain(`pages:next ${number}`, 'listCampaigns', { query })
      if (lists(next, wanted)) return evidence.record('pages:found', next)
      if (sameRows(next, last)) return
      last = next
    }
    // If pages are numbered from 0, the second one was skipped.
    if (rowsOf(last)?.length === 0 && !parameter.startsWith('page'))
      evidence.record('pages:end', last)
    return
  }
}

function sameRows(one: Exchange, other: Exchange): boolean {
  return JSON.stringify(rowsOf(one)) === JSON.stringify(rowsOf(other))
}

/** Whether an answer says that it shows all rows, or that there are more. */
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

/** The envelope and the objects in it that may describe paging; not the rows. */
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

/** Changes the first campaign and reads both; then changes a part of the second. */
export async function update(runner: Runner): Promise<void> {
  const { first, second } = runner.mine
  if (!first || !second) return
  const get = (step: JourneyStep, id: string) => runner.askMain(step, 'getCampaign', { id })

  const body = changed(runner, first.body)
  const updated = await runner.askMain('update', 'updateCampaign', { id: first.id, body })
  if (isSkipped(updated)) {
    for (const step of AFTER_UPDATE) runner.evidence.skip(step, updated.broken.message)
    return
  }
  await get('get:updated', first.id)
  await runner.askMain('list:updated', 'listCampaigns')
  await get('get:untouched', second.id)
  await get('get:updated again', first.id)

  // A string may have any letters (§2), and an update of the name alone shows what a PUT replaces.
  const name = `${second.body.name} · größer, 更大`
  await runner.askMain('update:partly', 'updateCampaign', { id: second.id, body: { name } })
  await get('get:partly updated', second.id)
  await get('get:first untouched', first.id)
}

/** The body with other values in members that take any value. */
export function changed(runner: Runner, body: CampaignBody): CampaignBody {
  const other = runner.body('changed')
  return {
    ...body,
    name: other.name,
    keywords: [...other.keywords, `${runner.settings.runId} changed gamma`],
    ...(body.settings?.location && { settings: { ...body.settings, location: 'Germany' } }),
  }
}

/** What an update and a deletion would show. */
const AFTER_UPDATE = [
  ...(['get:updated', 'get:updated again', 'get:untouched', 'list:updated'] as const),
  ...(['update:partly', 'get:partly updated', 'get:first untouched'] as const),
]
const AFTER_DELETE = ['deleted', 'list:deleted', 'get:kept', 'delete:second'] as const

/** Deletes the first campaign, uses its id in every operation, and lists campaigns. */
export async function remove(runner: Runner): Promise<void> {
  const { first, second } = runner.mine
  if (!first) return
  const { id } = first
  const ask = (step: JourneyStep, operation: string, body?: unknown) =>
    runner.askMain(step, operation, { id, ...(body !== undefined && { body }) })

  const deleted = await ask('delete', 'deleteCampaign')
  if (isSkipped(deleted)) {
    for (const step of AFTER_DELETE) runner.evidence.skip(step, deleted.broken.message)
    return
  }
  await ask('deleted:getCampaign', 'getCampaign')
  await ask('deleted:updateCampaign', 'updateCampaign', runner.body('resurrected'))
  await ask('deleted:getCampaignAnalytics', 'getCampaignAnalytics')
  await ask('deleted:deleteCampaign', 'deleteCampaign')
  await ask('deleted:getCampaign again', 'getCampaign')
  await runner.askMain('list:deleted', 'listCampaigns')
  if (!second) return
  await runner.askMain('get:kept', 'getCampaign', { id: second.id })
  if (!succeeded(await runner.askMain('delete:second', 'deleteCampaign', { id: second.id }))) return
  await runner.askMain('deleted:second', 'getCampaign', { id: second.id })
}
