import type { PageAddresses, PageFacts } from '../answer-forms/facts.ts'
import { ApiError, invalidValue } from '../errors.ts'
import type { PageLink, Paging } from '../openapi/paging.ts'
import type { AnsweredPage } from '../operations/operation.ts'
import type { Page } from '../schema/page.ts'

/**
 * The rows that a valid query asks for, by the document's names of its parameters. `askedSize` is the size as sent,
 * since validation fills in defaults. Throws ApiError for a position that does not exist.
 */
export function sliceOf(
  { style, size, position, first, rows, most = Number.POSITIVE_INFINITY }: Paging,
  query: Readonly<Record<string, unknown>>,
  askedSize: unknown,
): Page {
  if (style === 'none') return { limit: Number.POSITIVE_INFINITY, offset: 0 }
  const fallback = rows ?? (size === undefined ? undefined : query[size])
  const limit = Math.min(Number(askedSize ?? fallback), most)
  const name = position as string
  const at = query[name]
  if (at === undefined) return { limit, offset: 0 }
  if (style === 'cursor') return { limit, offset: offsetOf(String(at), name) }
  if (style === 'offset') return { limit, offset: Number(at) }
  if (Number(at) < first) {
    const message = `must be ${first} or more, the number of the first page; found ${at}`
    throw invalidValue('query', name, message, at)
  }
  return { limit, offset: (Number(at) - first) * limit }
}

/** Removes or corrects sizes and positions that are no valid numbers, if the document does not refuse them. */
export function correctPage(paging: Paging, query: Record<string, unknown>): void {
  const { style, size, position, first, invalid } = paging
  if (invalid === 'refused' || style === 'none') return
  const correct = (name: string | undefined, least: number) => {
    const value = name === undefined ? undefined : query[name]
    if (name === undefined || value === undefined) return
    if (Number.isSafeInteger(value) && Number(value) >= least) return
    if (invalid === 'nearest' && typeof value === 'number') {
      query[name] = Math.max(least, Math.trunc(value))
    } else delete query[name]
  }
  correct(size, 1)
  if (style === 'cursor') {
    if (position !== undefined && !isCursor(String(query[position]))) delete query[position]
  } else correct(position, style === 'page' ? first : 0)
}

/** Throws ApiError for a page after the last one, where the document has none. The first page always exists. */
export function requirePage({ pastEnd, position }: Paging, { total, offset }: AnsweredPage): void {
  if (pastEnd === 'empty' || offset === 0 || offset < total) return
  const message = `There is no such page: the list has ${total} rows. Leave out ${position} for the first page.`
  if (pastEnd === 'not_found') throw new ApiError('unknown_resource', message)
  throw invalidValue('query', String(position), `is after the last page of ${total} rows`)
}

/** Most bytes of the rows of a page: it is in memory until its reader has taken it. */
export const MOST_PAGE_BYTES = 8_388_608

/** Throws ApiError if the page is too large, with the number of rows that fit; `text` has all of them. One has to be readable. */
export function requirePageSize(rows: readonly object[], text: string): void {
  if (Buffer.byteLength(text) <= MOST_PAGE_BYTES) return
  let bytes = 1
  for (const [fitting, row] of rows.entries()) {
    bytes += Buffer.byteLength(JSON.stringify(row)) + 1
    if (bytes <= MOST_PAGE_BYTES || fitting === 0) continue
    const most = MOST_PAGE_BYTES.toLocaleString('en')
    throw new ApiError(
      'invalid_input',
      `These ${rows.length} rows have more than ${most} bytes, the maximum of a page. Ask for ${fitting} rows or fewer at once.`,
      { details: { rows: rows.length, fitting, limit: MOST_PAGE_BYTES } },
    )
  }
}

/** The facts of a page with `count` rows; `first` is the number of the first page. */
export function pageFacts(
  { total, limit, offset }: AnsweredPage,
  count: number,
  first = 1,
): Omit<PageFacts, keyof PageAddresses> {
  const next = offset + limit
  const has_more = next < total
  const number = first + Math.floor(offset / limit)
  return {
    total,
    count,
    limit,
    offset,
    number,
    pages: Math.ceil(total / limit),
    has_more,
    next_cursor: has_more ? cursorOf(next) : null,
    next_offset: has_more ? next : null,
    next_number: has_more ? number + 1 : null,
    has_previous: offset > 0,
    previous_offset: offset > 0 ? Math.max(0, offset - limit) : null,
    previous_number: offset > 0 ? number - 1 : null,
  }
}

/** A page without a requested size has all rows. */
export function boundedPage(page: AnsweredPage): AnsweredPage {
  return Number.isFinite(page.limit) ? page : { ...page, limit: Math.max(1, page.total) }
}

type Addresses = Record<PageLink, string | null>

/** The addresses of other pages of the list at `url`; null where there is no such page. */
export function addressesOf(
  { style, size, position }: Paging,
  { total, limit, offset, pages }: Pick<PageFacts, 'total' | 'limit' | 'offset' | 'pages'>,
  first: number,
  url: string,
): Addresses {
  const at = (start: number): string | null => {
    if (style === 'none') return null
    const address = new URL(url)
    const number = first + Math.floor(start / limit)
    const value = { offset: start, page: number, cursor: cursorOf(start) }[style]
    address.searchParams.set(position as string, String(value))
    if (size !== undefined) address.searchParams.set(size, String(limit))
    return address.href
  }
  return {
    next: offset + limit < total ? at(offset + limit) : null,
    // Cursors lead forward only.
    prev: offset > 0 && style !== 'cursor' ? at(Math.max(0, offset - limit)) : null,
    first: at(0),
    last: at(Math.max(0, pages - 1) * limit),
  }
}

/** The `Link` header to other pages (RFC 8288); undefined without any. */
export function linkHeader({ links }: Paging, addresses: Addresses): string | undefined {
  const entries = links.flatMap((rel) => {
    const address = addresses[rel]
    return address === null ? [] : [`<${address}>; rel="${rel}"`]
  })
  return entries.length > 0 ? entries.join(', ') : undefined
}

/** Addresses as `x-from: /page/…` names them, with and without the origin. */
export function pageAddresses({ next, prev, first, last }: Addresses): PageAddresses {
  const path = (address: string | null) => {
    if (address === null) return null
    const { pathname, search } = new URL(address)
    return pathname + search
  }
  return {
    next_url: next,
    previous_url: prev,
    first_url: first,
    last_url: last,
    next_path: path(next),
    previous_path: path(prev),
    first_path: path(first),
    last_path: path(last),
  }
}

// Opaque, so that callers do not construct cursors.
function cursorOf(offset: number): string {
  return Buffer.from(`after:${offset}`).toString('base64url')
}

function readCursor(cursor: string): number | undefined {
  const [, digits] = /^after:(\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  const offset = Number(digits)
  // Decoding ignores characters outside base64url.
  return digits !== undefined && cursorOf(offset) === cursor ? offset : undefined
}

function isCursor(cursor: string): boolean {
  return readCursor(cursor) !== undefined
}

function offsetOf(cursor: string, name: string): number {
  const offset = readCursor(cursor)
  if (offset !== undefined) return offset
  const message =
    'must be a cursor as an answer of this list gave it, unchanged; leave it out for the first page'
  throw invalidValue('query', name, message)
}
