import { campaignsOf, idIn, type Json, outcomeOf, succeeded } from '../http/reading.ts'
import { UNSIZED } from '../paging/dialects.ts'
import { completeness, nextQuery } from '../paging/hints.ts'
import type { Runner } from './runner.ts'

/** Pages that are followed at most. */
const MOST_PAGES = 200

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

  for (const query of UNSIZED) {
    for (let number = 1; number < MOST_PAGES; number += 1) {
      const { isNew } = await list(query(size, number))
      // Page 1 is the first again, unless pages are numbered from 0.
      if (!isNew && number > 1) break
    }
    if (found.size > size) break
  }
  return found
}
