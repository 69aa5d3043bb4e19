import type { Exchange } from '../http/exchange.ts'
import { isObject, rowsOf, succeeded } from '../http/reading.ts'
import { hintsOf, NUMBERS, OFFSETS, SIZES } from '../journey/paging-hints.ts'
import { idIn } from '../journey/runner.ts'
import type { Paging } from './paging-changes.ts'

/** A page as an app asks for it: of many rows, and with any position. */
interface AppPage {
  exchange: Exchange
  query: URLSearchParams
  /** The identifier of each row. */
  rows: string[]
}

export interface AppPaging {
  paging: Pick<Paging, 'style' | 'size' | 'position' | 'first'>
  samples: Exchange[]
}

/**
 * How a list is paged, by the pages that an app read one after the other (`limit=20&offset=20`). `list` is the whole list
 * or its first page. Undefined if no page continues another one.
 */
export function pagingOfApp(list: Exchange, pages: readonly Exchange[]): AppPaging | undefined {
  const read = [list, ...pages].flatMap((exchange) => {
    const rows = rowsIn(exchange)
    return rows.length > 0 ? [{ exchange, query: new URL(exchange.url).searchParams, rows }] : []
  })
  const whole = rowsIn(list)
  const sizes = new Set(read.map(({ query }) => sizeIn(query)))
  for (const size of sizes) {
    const group = read.filter(({ query }) => sizeIn(query) === size)
    const found =
      byOffset(group, whole) ?? byNumber(group, whole) ?? byCursor(group, exchangesOf(read))
    if (!found) continue
    const [name = '', rows] = size?.split('=') ?? []
    const isFull = (each: readonly string[]) => each.length === Number(rows)
    // A list of as many rows without a size may have them by default.
    const isUnclear = isFull(whole) && !namesSize(list)
    const isObeyed = !isUnclear && group.some((each) => isFull(each.rows))
    return { ...found, paging: { ...found.paging, ...(isObeyed && { size: name }) } }
  }
  return undefined
}

function byOffset(group: readonly AppPage[], whole: readonly string[]): AppPaging | undefined {
  for (const name of OFFSETS) {
    const later = positioned(group, name).filter(({ at }) => at > 0)
    const samples = later.filter(({ page, at }) => continues(page, at, whole, group))
    if (samples.length > 0) return found({ style: 'offset', position: name }, samples)
  }
  return undefined
}

function byNumber(group: readonly AppPage[], whole: readonly string[]): AppPaging | undefined {
  for (const name of NUMBERS) {
    const numbered = positioned(group, name)
    const first = numbered.find(({ page, at }) => at < 2 && page.rows[0] === whole[0])
    if (!first) continue
    const { length } = first.page.rows
    const samples = numbered.filter(
      ({ page, at }) => at > first.at && continues(page, (at - first.at) * length, whole, group),
    )
    if (samples.length === 0) continue
    const paging = { style: 'page', position: name, ...(first.at === 0 && { first: 0 }) } as const
    return found(paging, [first, ...samples])
  }
  return undefined
}

/** Pages whose cursor another page has named. */
function byCursor(group: readonly AppPage[], earlier: readonly Exchange[]): AppPaging | undefined {
  for (const { cursor } of earlier.map(hintsOf)) {
    if (!cursor) continue
    const named = earlier.flatMap((each) => {
      const hint = hintsOf(each).cursor
      return hint?.name === cursor.name ? [[hint.value, rowsIn(each)] as const] : []
    })
    const samples = group.filter(({ query, rows }) => {
      const before = named.find(([value]) => value === query.get(cursor.name))?.[1]
      return before !== undefined && !rows.some((row) => before.includes(row))
    })
    if (samples.length === 0) continue
    const page = { style: 'cursor', position: cursor.name } as const
    return { paging: page, samples: exchangesOf(samples) }
  }
  return undefined
}

interface Positioned {
  page: AppPage
  at: number
}

function positioned(group: readonly AppPage[], name: string): Positioned[] {
  return group
    .filter(({ query }) => /^\d+$/.test(query.get(name) ?? ''))
    .map((page) => ({ page, at: Number(page.query.get(name)) }))
    .toSorted((one, other) => one.at - other.at)
}

/** Whether a page begins with the row at a position of the list. Of a longer list, it has rows that no earlier page has. */
function continues(
  { rows, exchange }: AppPage,
  position: number,
  whole: readonly string[],
  group: readonly AppPage[],
): boolean {
  if (position < whole.length) return rows[0] === whole[position]
  const others = group.filter((each) => each.exchange !== exchange).flatMap((each) => each.rows)
  return !rows.some((row) => whole.includes(row) || others.includes(row))
}

function found(paging: AppPaging['paging'], samples: readonly Positioned[]): AppPaging {
  return { paging, samples: samples.map(({ page }) => page.exchange) }
}

/** Whether a list was asked for with a number of rows. */
export function namesSize({ url }: Exchange): boolean {
  return sizeIn(new URL(url).searchParams) !== undefined
}

/** Such as `limit=20`. */
function sizeIn(query: URLSearchParams): string | undefined {
  const name = SIZES.find((each) => /^[1-9]\d*$/.test(query.get(each) ?? ''))
  return name && `${name}=${query.get(name)}`
}

function exchangesOf(pages: readonly AppPage[]): Exchange[] {
  return pages.map(({ exchange }) => exchange)
}

function rowsIn(exchange: Exchange): string[] {
  const rows = succeeded(exchange) ? (rowsOf(exchange) ?? []) : []
  return rows.map((row) => (isObject(row) ? idIn(row) : undefined) ?? JSON.stringify(row))
}
