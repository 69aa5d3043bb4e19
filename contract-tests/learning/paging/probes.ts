import type { ListOperation } from '../../evidence/steps.ts'
import type { Exchange } from '../../http/exchange.ts'
import { rowsOf, succeeded } from '../../http/reading.ts'
import { askIfSpared } from '../../journey/probes.ts'
import type { Runner } from '../../journey/runner.ts'
import { type Hints, hintsOf } from './hints.ts'

/** Positions that no list has, or no page. */
export const AFTER_ALL = [99_999, 99_998]
export const TOO_LARGE = [100_000, 99_999]

/** The list without paging parameters, with as many rows as a page has. */
export async function tryPages(
  runner: Runner,
  operation: ListOperation,
  list: Exchange,
): Promise<void> {
  const rows = rowsOf(list) ?? []
  if (rows.length < 2) return
  const page = (query: string) => {
    const own = new URL(list.url).search.slice(1)
    // A call of the list has what it needs already.
    const isNeeded = operation === 'listCampaigns' && own === runner.listQuery
    const together = own && !isNeeded ? `${own}&${query}` : query
    return askIfSpared(
      runner,
      `page:${operation}:${query}`,
      runner.call(operation, { query: together }),
    )
  }
  const hints = hintsOf(list)
  const size = await findSize(page, hints.sizes, rows.length)
  const one = size === undefined ? '' : `${size}=1&`
  const sample = size === undefined ? list : ((await page(`${size}=1`)) ?? list)
  const found =
    (await findCursor(page, one, hintsOf(sample).cursor)) ??
    (await findOffset(page, one, hints.offsets, rows)) ??
    (await findNumber(page, one, hints.numbers, rows))
  await tryBounds(page, size, found)
}

type Page = (query: string) => Promise<Exchange | undefined>
interface Position {
  name: string
  isCursor: boolean
}

/** Finds a parameter for the rows of a page: asks for one row, then for two. */
async function findSize(page: Page, names: string[], rows: number): Promise<string | undefined> {
  for (const name of names) {
    const exchange = await page(`${name}=1`)
    if (!exchange) return undefined
    if (succeeded(exchange) && rowsOf(exchange)?.length === 1) {
      if (rows > 2) await page(`${name}=2`)
      return name
    }
  }
  return undefined
}

async function findCursor(
  page: Page,
  one: string,
  cursor: Hints['cursor'],
): Promise<Position | undefined> {
  if (!cursor) return undefined
  const { name } = cursor
  let next: Hints['cursor'] = cursor
  for (let pages = 0; pages < 2 && next; pages += 1) {
    const exchange: Exchange | undefined = await page(
      `${one}${name}=${encodeURIComponent(next.value)}`,
    )
    if (!exchange || !succeeded(exchange)) return pages === 0 ? undefined : { name, isCursor: true }
    next = hintsOf(exchange).cursor
  }
  return { name, isCursor: true }
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
    await page(`${one}${name}=2`)
    return { name, isCursor: false }
  }
  return undefined
}

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
    await page(`${one}${name}=1`)
    await page(`${one}${name}=0`)
    return { name, isCursor: false }
  }
  return undefined
}

/** Sizes and positions that are out of bounds. */
async function tryBounds(
  page: Page,
  size: string | undefined,
  position: Position | undefined,
): Promise<void> {
  if (size !== undefined) {
    for (const value of ['0', '-1', 'abc', ...TOO_LARGE]) await page(`${size}=${value}`)
  }
  if (!position) return
  const { name, isCursor } = position
  const values = isCursor ? ['nonsense', 'none'] : ['-1', 'abc', ...AFTER_ALL]
  for (const value of values) await page(`${name}=${value}`)
}

/** Whether a page begins with a row. */
export function begins(exchange: Exchange | undefined, row: unknown): boolean {
  const first = exchange && succeeded(exchange) ? rowsOf(exchange)?.[0] : undefined
  return first !== undefined && JSON.stringify(first) === JSON.stringify(row)
}
