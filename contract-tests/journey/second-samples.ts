import type { PagedList, Position } from '../evidence/evidence.ts'
import { LISTS, type ListOperation, type OperationId, READS } from '../evidence/steps.ts'
import type { Exchange } from '../http/exchange.ts'
import { quotaOf } from '../http/quota.ts'
import { refused, rowsOf, succeeded } from '../http/reading.ts'
import { answerTo, usualAnswer } from '../observations/situations.ts'
import { AFTER_ALL, TOO_LARGE } from '../paging/dialects.ts'
import { begins, hintsOf } from '../paging/hints.ts'
import { NEEDED_REQUESTS } from './preflight.ts'
import {
  askIfSpared,
  canAsk,
  probeInputs,
  probeMalformedIds,
  probeReplacing,
  probeWithoutKey,
  SPARED,
} from './probes.ts'
import type { Runner } from './runner.ts'

const SEEN_ONCE = [...READS, 'unknown path'] as const

/** Repeats requests for second samples, as far as quota and budget allow. Such steps begin with `again:`. */
export async function takeSecondSamples(runner: Runner): Promise<void> {
  const { settings } = runner
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
  await probeWithoutKey(runner)
  const [first, ...others] = LISTS
  await page(runner, first)
  await probeMalformedIds(runner)
  if (!settings.readOnly) {
    await probeReplacing(runner)
    await probeInputs(runner)
  }
  for (const operation of others) await page(runner, operation)
}

async function page(runner: Runner, operation: ListOperation): Promise<void> {
  const { evidence } = runner
  const list = evidence.find(operation === 'listCampaigns' ? 'list:created' : operation)
  if (!list || !succeeded(list)) return
  // The run has changed the list since it was read.
  const again = canAsk(runner) ? await runner.send('main', runner.repeated(list)) : undefined
  if (!again) evidence.paged[operation] = { list, asked: new Map(), searched: [] }
  else if (succeeded(again)) evidence.paged[operation] = await tryPages(runner, operation, again)
}

/** Lists campaigns again before the first is created, if the list is empty. */
export async function listEmptyAgain(runner: Runner): Promise<void> {
  const list = runner.evidence.find('list:before')
  if (!list || !succeeded(list) || (rowsOf(list)?.length ?? 0) > 0) return
  const { remaining } = quotaOf(list)
  if (Math.min(remaining ?? Infinity, runner.client.budget.left('main')) <= NEEDED_REQUESTS) return
  await runner.askMain('again:list:before', 'listCampaigns')
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
    if (client.budget.left('anonymous') <= SPARED) return
    const step = `again:anonymous:${refusal.operation as OperationId}` as const
    await runner.ask(step, 'anonymous', runner.repeated(refusal))
  }
}

type Page = (query: string) => Promise<Exchange | undefined>

/** Looks for the parameters that page a list, and sends some that are out of bounds, as far as quota and budget allow. */
async function tryPages(
  runner: Runner,
  operation: ListOperation,
  list: Exchange,
): Promise<PagedList> {
  const asked = new Map<string, Exchange>()
  const page: Page = async (query) => {
    if (!canAsk(runner)) return undefined
    const own = new URL(list.url).search.slice(1)
    // A call of the list has what it needs already.
    const isNeeded = operation === 'listCampaigns' && own === runner.listQuery
    const call = runner.call(operation, { query: own && !isNeeded ? `${own}&${query}` : query })
    const exchange = await runner.send('main', call)
    asked.set(query, exchange)
    return exchange
  }
  const rows = rowsOf(list) ?? []
  if (rows.length < 2) return { list, asked, searched: [] }
  const { sizes, offsets, numbers } = hintsOf(list)
  const size = await findSize(page, sizes, rows.length)
  const one = size ? `${size.name}=1&` : ''
  const position =
    (await findCursor(page, one, size?.one ?? list)) ??
    (await findOffset(page, one, offsets, rows)) ??
    (await findNumber(page, one, numbers, rows))
  const searched = [...asked.values()]
  if (size) {
    for (const value of ['0', '-1', 'abc', ...TOO_LARGE]) await page(`${size.name}=${value}`)
  }
  if (position) {
    const isCursor = position.style === 'cursor'
    const values = isCursor ? ['nonsense', 'none'] : ['-1', 'abc', ...AFTER_ALL]
    for (const value of values) await page(`${position.name}=${value}`)
  }
  return { list, asked, searched, ...(size && { size }), ...(position && { position }) }
}

/** Finds a parameter for the rows of a page: asks for one row, then for two. */
async function findSize(page: Page, names: string[], rows: number): Promise<PagedList['size']> {
  for (const name of names) {
    const exchange = await page(`${name}=1`)
    if (!exchange) return undefined
    if (!succeeded(exchange) || rowsOf(exchange)?.length !== 1) continue
    if (rows > 2) await page(`${name}=2`)
    return { name, one: exchange }
  }
  return undefined
}

async function findCursor(page: Page, one: string, start: Exchange): Promise<Position | undefined> {
  const { cursor } = hintsOf(start)
  const pages = [start]
  for (let next = cursor; cursor && next && pages.length <= 2; ) {
    const exchange = await page(`${one}${cursor.name}=${encodeURIComponent(next.value)}`)
    if (!exchange || !succeeded(exchange)) break
    pages.push(exchange)
    next = hintsOf(exchange).cursor
  }
  if (!cursor || pages.length === 1) return undefined
  const isSame = (each: Exchange, at: number) =>
    at > 0 && begins(each, rowsOf(pages[at - 1] as Exchange)?.[0])
  const same = pages.findIndex(isSame)
  return {
    style: 'cursor',
    name: cursor.name,
    samples: pages.slice(1, same < 0 ? undefined : same),
  }
}

async function findOffset(
  page: Page,
  one: string,
  names: string[],
  rows: unknown[],
): Promise<Position | undefined> {
  for (const name of names) {
    const second = await page(`${one}${name}=1`)
    if (!second) return undefined
    if (!begins(second, rows[1])) continue
    const third = await page(`${one}${name}=2`)
    return {
      style: 'offset',
      name,
      samples: [second, ...(third && begins(third, rows[2]) ? [third] : [])],
    }
  }
  return undefined
}

/** The first page is the one that begins like the list. */
async function findNumber(
  page: Page,
  one: string,
  names: string[],
  rows: unknown[],
): Promise<Position | undefined> {
  for (const name of names) {
    const second = await page(`${one}${name}=2`)
    if (!second) return undefined
    if (begins(second, rows[0])) continue
    if (!succeeded(second) && one !== '') continue
    const first = await page(`${one}${name}=1`)
    const zero = await page(`${one}${name}=0`)
    const isKnown = succeeded(second) || refused(second)
    if (isKnown && first && begins(first, rows[0])) {
      return { style: 'page', name, samples: [first, second] }
    }
    const isFromZero = isKnown && first && zero && begins(zero, rows[0])
    return { style: 'page', name, samples: isFromZero ? [zero, first] : [], first: 0 }
  }
  return undefined
}
