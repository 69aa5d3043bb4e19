import type { Evidence } from '../evidence/evidence.ts'
import {
  type JourneyStep,
  LISTS,
  type ListOperation,
  type OperationId,
  READS,
} from '../evidence/steps.ts'
import type { Call } from '../http/client.ts'
import type { Exchange } from '../http/exchange.ts'
import { quotaOf } from '../http/quota.ts'
import { rowsOf, succeeded } from '../http/reading.ts'
import { answerTo, usualAnswer } from '../observations/situations.ts'
import { completeness } from './campaigns.ts'
import { NEEDED_REQUESTS } from './preflight.ts'
import type { Runner } from './runner.ts'

/** Requests that are left for the rest of the run, cleaning up not included. */
const SPARED = 12

/** Parameters for the rows of a page, the usual ones first. */
export const SIZES = ['limit', 'per_page', 'page_size']

const SEEN_ONCE = [...READS, 'unknown path'] as const

/** Repeats requests for second samples, as far as quota and budget allow. Such steps begin with `again:`. */
export async function takeSecondSamples(runner: Runner): Promise<void> {
  const { evidence, settings } = runner
  for (const step of SEEN_ONCE) await repeat(runner, step)
  const unknown = runner.call('getCurrentUser', { query: `${settings.runId}=1`, bare: true })
  await askIfSpared(runner, 'again:unknown parameter', unknown)
  if (!settings.readOnly) {
    await repeat(runner, 'wrong method')
    const rawBody = JSON.stringify(runner.body('as text again'))
    const asText = runner.call('createCampaign', { rawBody, contentType: 'text/plain' })
    await askIfSpared(runner, 'again:other content type', asText)
    await repeat(runner, 'login')
    await updatePartly(runner)
  }
  await repeatOddRefusals(runner)
  for (const operation of LISTS) {
    const list = unpagedList(evidence, operation)
    if (list) await tryPages(runner, operation, list)
  }
}

/** Lists campaigns again before the first is created, if the list is empty. */
export async function listEmptyAgain(runner: Runner): Promise<void> {
  const list = runner.evidence.find('list:before')
  if (!list || !succeeded(list) || (rowsOf(list)?.length ?? 0) > 0) return
  const { remaining } = quotaOf(list)
  if (Math.min(remaining ?? Infinity, runner.client.left('main')) <= NEEDED_REQUESTS) return
  await runner.askMain('again:list:before', 'listCampaigns')
}

/** The list without paging parameters. */
export function unpagedList(evidence: Evidence, operation: ListOperation): Exchange | undefined {
  const list = evidence.find(operation === 'listCampaigns' ? 'list:created' : operation)
  return list && succeeded(list) ? list : undefined
}

/** Whether another request can be spared. */
function canAsk({ client, evidence }: Runner): boolean {
  const { remaining } = quotaOf(evidence.of('main').at(-1) as Exchange)
  const isSpared = remaining === null || remaining > client.reserved + SPARED
  return isSpared && client.left('main') > SPARED
}

async function askIfSpared(
  runner: Runner,
  step: JourneyStep,
  call: Call,
): Promise<Exchange | undefined> {
  return canAsk(runner) ? runner.ask(step, 'main', call) : undefined
}

/** Sends the request of a step again. */
async function repeat(
  runner: Runner,
  step: (typeof SEEN_ONCE)[number] | 'wrong method' | 'login',
): Promise<void> {
  const first = runner.evidence.find(step)
  if (!first?.response) return
  const contentType = first.requestHeaders['content-type'] ?? 'application/json'
  await askIfSpared(runner, `again:${step}`, { ...runner.repeated(first), contentType })
}

async function updatePartly(runner: Runner): Promise<void> {
  const { second } = runner.mine
  if (!second || !canAsk(runner)) return
  const { id, body } = second
  // With all members again, which the second update of the name could replace.
  await runner.askMain('again:update', 'updateCampaign', {
    id,
    body: { ...body, name: `${body.name} whole` },
  })
  if (!canAsk(runner)) return
  await runner.askMain('again:update:partly', 'updateCampaign', {
    id,
    body: { name: `${body.name} again` },
  })
  await runner.askMain('again:get:partly updated', 'getCampaign', { id })
}

/** Repeats requests without a key whose refusal differs from most. */
async function repeatOddRefusals(runner: Runner): Promise<void> {
  const { evidence, client } = runner
  const refusals = evidence.of('anonymous').filter(({ operation }) => operation !== undefined)
  if (refusals.length === 0 || refusals.some(succeeded)) return
  const usual = usualAnswer(refusals)
  for (const refusal of refusals.filter((each) => answerTo(each) !== usual)) {
    if (client.left('anonymous') <= SPARED) return
    const step = `again:anonymous:${refusal.operation as OperationId}` as const
    await runner.ask(step, 'anonymous', runner.repeated(refusal))
  }
}

/** Asks for pages of a list by the usual parameters, until one of them works. */
async function tryPages(runner: Runner, operation: ListOperation, list: Exchange): Promise<void> {
  const rows = rowsOf(list) ?? []
  if (rows.length < 2) return
  const page = (query: string) => {
    const { search } = new URL(list.url)
    const together = search ? `${search.slice(1)}&${query}` : query
    const call = runner.call(operation, { query: together })
    return askIfSpared(runner, `page:${operation}:${query}`, call)
  }
  const size = await findSize(page, rows.length)
  // A server that ignores the size and shows all rows has no pages.
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
  let cursor = cursorIn(runner.evidence.find(`page:${operation}:${size}=1`) ?? list)
  for (let pages = 0; pages < 2 && cursor !== undefined; pages += 1) {
    cursor = cursorIn(await page(`${one}cursor=${encodeURIComponent(cursor)}`))
  }
}

/** Finds a parameter for the rows of a page: asks for one row, then for two. */
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
