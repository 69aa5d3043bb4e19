import { answerTo, usualAnswer } from '../observations/situations.ts'
import type { Evidence } from '../support/evidence.ts'
import type { Exchange } from '../support/exchange.ts'
import { quotaOf } from '../support/quota.ts'
import { rowsOf, succeeded } from '../support/reading.ts'
import { completeness } from './campaigns.ts'
import { NEEDED_REQUESTS } from './preflight.ts'
import type { Traveller } from './traveller.ts'

/** What the rest of a run takes of the quota, beside cleaning up: a verification, and the deletions. */
const SPARED = 12

/** Lists whose paging is looked at. */
export const LISTS = ['listCampaigns', 'getRankings', 'getMentions'] as const

/** Names under which servers take the rows of a page, the usual ones first. */
export const SIZES = ['limit', 'per_page', 'page_size']

/**
 * What a run sees once is no rule. Asks a second time, for what can be learned of it, as far as quota and
 * budget go: prefixed `again:`, the step says which it repeats.
 */
export async function takeSecondSamples(traveller: Traveller): Promise<void> {
  const { evidence, settings } = traveller
  for (const operation of [
    ...['getDashboards', 'getIntelligenceOverview', 'getCurrentUser', 'getCampaignAnalytics'],
    ...['generateReport', 'exportCsv', 'getRankings', 'getMentions', 'unknown path'],
  ]) {
    await repeat(traveller, operation)
  }
  await askOnce(traveller, 'again:unknown parameter', () =>
    traveller.call('getCurrentUser', { query: `${settings.runId}=1`, bare: true }),
  )
  if (!settings.readOnly) {
    await repeat(traveller, 'wrong method')
    await askOnce(traveller, 'again:other content type', () =>
      traveller.call('createCampaign', {
        rawBody: JSON.stringify(traveller.body('as text again')),
        contentType: 'text/plain',
      }),
    )
    await repeat(traveller, 'login')
    await updatePartly(traveller)
  }
  await repeatOddRefusals(traveller)
  for (const operation of LISTS) {
    const list = unpagedList(evidence, operation)
    if (list) await tryPages(traveller, operation, list)
  }
}

/** A list without campaigns does not come again: it is seen twice before the first of them. */
export async function listEmptyAgain(traveller: Traveller): Promise<void> {
  const list = traveller.evidence.find('list:before')
  if (!list || !succeeded(list) || (rowsOf(list)?.length ?? 0) > 0) return
  const { remaining } = quotaOf(list)
  if (Math.min(remaining ?? Infinity, traveller.client.left('main')) <= NEEDED_REQUESTS) return
  await traveller.ask('again:list:before', 'main', traveller.call('listCampaigns'))
}

/** The list without parameters of paging, whose pages are looked at. */
export function unpagedList(evidence: Evidence, operation: string): Exchange | undefined {
  const list = evidence.find(operation === 'listCampaigns' ? 'list:created' : operation)
  return list && succeeded(list) ? list : undefined
}

/** Whether another request can be spared. */
function canAsk({ client, evidence }: Traveller): boolean {
  const { remaining } = quotaOf(evidence.of('main').at(-1) as Exchange)
  const isSpared = remaining === null || remaining > client.reserved + SPARED
  return isSpared && client.left('main') > SPARED
}

async function askOnce(
  traveller: Traveller,
  step: string,
  call: () => Parameters<Traveller['ask']>[2],
): Promise<Exchange | undefined> {
  if (!canAsk(traveller)) return undefined
  return traveller.ask(step, 'main', call())
}

/** Sends the request of a step again. */
async function repeat(traveller: Traveller, step: string): Promise<void> {
  const first = traveller.evidence.find(step)
  if (!first?.response) return
  await askOnce(traveller, `again:${step}`, () => ({
    ...(first.operation !== undefined && { operation: first.operation }),
    method: first.method,
    path: first.url.slice(traveller.settings.baseUrl.length),
    ...(first.requestBody !== undefined && { rawBody: first.requestBody }),
    contentType: first.requestHeaders['content-type'] ?? 'application/json',
  }))
}

async function updatePartly(traveller: Traveller): Promise<void> {
  const { second } = traveller.mine
  if (!second || !canAsk(traveller)) return
  const { id, body } = second
  // With all members again, so that there is something that the second name alone could replace.
  await traveller.ask(
    'again:update',
    'main',
    traveller.call('updateCampaign', { id, body: { ...body, name: `${body.name} whole` } }),
  )
  if (!canAsk(traveller)) return
  await traveller.ask(
    'again:update:partly',
    'main',
    traveller.call('updateCampaign', { id, body: { name: `${body.name} again` } }),
  )
  await traveller.ask('again:get:partly updated', 'main', traveller.call('getCampaign', { id }))
}

/** Operations that refuse a stranger otherwise than most do, seen once so far. */
async function repeatOddRefusals(traveller: Traveller): Promise<void> {
  const { evidence, client } = traveller
  const refusals = evidence.of('anonymous').filter(({ operation }) => operation !== undefined)
  if (refusals.length === 0 || refusals.some(succeeded)) return
  const usual = usualAnswer(refusals)
  for (const refusal of refusals.filter((each) => answerTo(each) !== usual)) {
    if (client.left('anonymous') <= SPARED) return
    await traveller.ask(`again:anonymous:${refusal.operation}`, 'anonymous', {
      operation: refusal.operation as string,
      method: refusal.method,
      path: refusal.url.slice(traveller.settings.baseUrl.length),
      ...(refusal.requestBody !== undefined && { rawBody: refusal.requestBody }),
    })
  }
}

/** Asks for pages of a list by the usual parameters, until one of them shows. */
async function tryPages(
  traveller: Traveller,
  operation: (typeof LISTS)[number],
  list: Exchange,
): Promise<void> {
  const rows = rowsOf(list) ?? []
  if (rows.length < 2) return
  const page = (query: string) => {
    const { search } = new URL(list.url)
    const together = search ? `${search.slice(1)}&${query}` : query
    return askOnce(traveller, `page:${operation}:${query}`, () =>
      traveller.call(operation, { query: together }),
    )
  }
  const size = await findSize(page, rows.length)
  // A server that shows all, whatever it is asked for, has nothing to say of the place either.
  if (size === undefined && completeness(list) !== 'more' && operation !== 'listCampaigns') return
  const one = size === undefined ? '' : `${size}=1&`
  if (begins(await page(`${one}offset=1`), rows[1])) {
    await page(`${one}offset=2`)
    return
  }
  const second = await page(`${one}page=2`)
  if (second && succeeded(second) && !begins(second, rows[0])) {
    await page(`${one}page=1`)
    await page(`${one}page=0`)
    return
  }
  let cursor = cursorIn(traveller.evidence.find(`page:${operation}:${size}=1`) ?? list)
  for (let pages = 0; pages < 2 && cursor !== undefined; pages += 1) {
    cursor = cursorIn(await page(`${one}cursor=${encodeURIComponent(cursor)}`))
  }
}

/** Names a parameter for the rows of a page that works: asked for one row, then for two. */
async function findSize(
  page: (query: string) => Promise<Exchange | undefined>,
  rows: number,
): Promise<string | undefined> {
  for (const name of SIZES) {
    const exchange = await page(`${name}=1`)
    if (exchange && succeeded(exchange) && rowsOf(exchange)?.length === 1) {
      if (rows > 2) await page(`${name}=2`)
      return name
    }
  }
  return undefined
}

/** Whether a page begins with a row. */
export function begins(exchange: Exchange | undefined, row: unknown): boolean {
  const first = exchange && succeeded(exchange) ? rowsOf(exchange)?.[0] : undefined
  return first !== undefined && JSON.stringify(first) === JSON.stringify(row)
}

/** The cursor of the next page, under its usual names. */
export function cursorIn(exchange: Exchange | undefined): string | undefined {
  if (!exchange?.response || !succeeded(exchange)) return undefined
  return /"next_?cursor"\s*:\s*"([^"]+)"/i.exec(exchange.response.text)?.[1]
}
