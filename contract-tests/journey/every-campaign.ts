import type { Exchange } from '../http/exchange.ts'
import {
  bodyOf,
  campaignsOf,
  dataOf,
  isObject,
  type Json,
  outcomeOf,
  succeeded,
} from '../http/reading.ts'
import { completeness } from './further-pages.ts'
import { idIn, type Runner } from './runner.ts'

/** Pages that are followed at most. */
const MOST_PAGES = 200

/** Queries for the page of a number from 1, where a page has `size` rows. */
const FORMS: ((size: number, number: number) => string)[] = [
  (_, number) => `page=${number}`,
  (size, number) => `offset=${size * number}`,
  (size, number) => `skip=${size * number}`,
  (size, number) => `page=${number}&per_page=${size}`,
  (_, number) => `pageNumber=${number}`,
]

/** The campaigns of an account by their id, of all pages that can be found. Throws Error if the list is refused. */
export async function everyCampaign(runner: Runner): Promise<Map<string, Json>> {
  const found = new Map<string, Json>()
  const list = async (query?: string) => {
    const call = runner.call('listCampaigns', query === undefined ? {} : { query })
    const exchange = await runner.send('main', call)
    const before = found.size
    for (const row of (succeeded(exchange) && campaignsOf(exchange)) || []) {
      const id = idIn(row)
      if (id !== undefined) found.set(id, row)
    }
    return { exchange, isNew: found.size > before }
  }

  const { exchange: first } = await list()
  if (!succeeded(first)) {
    throw new Error(`${first.method} ${first.url} returned ${outcomeOf(first)}.`)
  }
  const size = found.size
  let next = nextQuery(first)
  for (let pages = 1; next !== undefined && pages < MOST_PAGES; pages += 1) {
    const page = await list(next)
    next = page.isNew ? nextQuery(page.exchange) : undefined
  }
  if (found.size > size || size === 0 || completeness(first) === 'whole') return found

  for (const form of FORMS) {
    for (let number = 1; number < MOST_PAGES; number += 1) {
      const { isNew } = await list(form(size, number))
      // Page 1 is the first again, unless pages are numbered from 0.
      if (!isNew && number > 1) break
    }
    if (found.size > size) break
  }
  return found
}

/** The query of the next page, where the list gives its address or its cursor. */
function nextQuery(list: Exchange): string | undefined {
  const linked = /<([^>]*)>\s*;[^,]*\brel="?next\b/i.exec(list.response?.headers.link ?? '')?.[1]
  const containers = [bodyOf(list), dataOf(list)].flatMap((value) =>
    isObject(value) ? [value, ...Object.values(value).filter(isObject)] : [],
  )
  const members = containers.flatMap((each) => Object.entries(each))
  const addresses = members.flatMap(([name, value]) => {
    if (!/^next(_?(url|link|href|page_?url))?$/i.test(name)) return []
    const address = isObject(value) ? value.href : value
    return typeof address === 'string' ? [address] : []
  })
  const address = [linked, ...addresses].find((each) => each?.includes('?'))
  // The query alone, so that a list cannot send the key to another server.
  if (address !== undefined) return address.slice(address.indexOf('?') + 1).split('#')[0]
  for (const [name, value] of members) {
    const parameter = CURSORS[name]
    if (parameter && typeof value === 'string' && value !== '') {
      return `${parameter}=${encodeURIComponent(value)}`
    }
  }
  return undefined
}

/** The parameter that takes a cursor, by the member that has it. */
const CURSORS: Record<string, string> = {
  next_cursor: 'cursor',
  nextCursor: 'cursor',
  next_token: 'next_token',
  nextToken: 'nextToken',
  next_page_token: 'page_token',
  nextPageToken: 'pageToken',
}
