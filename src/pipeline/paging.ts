import { invalidValue } from '../errors.ts'
import type { Paging } from '../openapi/paging.ts'
import type { Page } from '../operations/operation.ts'
import type { PageFacts } from '../replica/answer-forms.ts'

/**
 * The rows that a valid query asks for, by the document's names of its parameters. `askedSize` is the size as sent,
 * since validation fills in defaults. Throws ApiError for a position that does not exist.
 */
export function sliceOf(
  { style, size, position, first, rows }: Paging,
  query: Readonly<Record<string, unknown>>,
  askedSize: unknown,
): { limit: number; offset: number } {
  if (style === 'none') return { limit: Number.POSITIVE_INFINITY, offset: 0 }
  const fallback = rows ?? (size === undefined ? undefined : query[size])
  const limit = Number(askedSize ?? fallback)
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

/** The facts of a page with `count` rows; `first` is the number of the first page. */
export function pageFacts({ total, limit, offset }: Page, count: number, first = 1): PageFacts {
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
  }
}

/** A page without a requested size has all rows. */
export function boundedPage(page: Page): Page {
  return Number.isFinite(page.limit) ? page : { ...page, limit: Math.max(1, page.total) }
}

/** The `Link` to the page after the one at `url` (RFC 8288); undefined if there is none, or lists have no links. */
export function nextLink(
  { link, style, position }: Paging,
  facts: PageFacts,
  url: string,
): string | undefined {
  if (!link || !facts.has_more || style === 'none') return undefined
  const next = { offset: facts.next_offset, page: facts.next_number, cursor: facts.next_cursor }
  const address = new URL(url)
  address.searchParams.set(position as string, String(next[style]))
  return `<${address.href}>; rel="next"`
}

// Opaque, so that callers do not construct cursors.
function cursorOf(offset: number): string {
  return Buffer.from(`after:${offset}`).toString('base64url')
}

function offsetOf(cursor: string, name: string): number {
  const [, digits] = /^after:(\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  const offset = Number(digits)
  // Decoding ignores characters outside base64url.
  if (digits !== undefined && cursorOf(offset) === cursor) return offset
  const message =
    'must be a cursor as an answer of this list gave it, unchanged; leave it out for the first page'
  throw invalidValue('query', name, message)
}
