import { expect } from 'vitest'
import type { Mention, RankingRow } from '../../../src/intelligence/records.ts'
import type { Api, CallOptions } from '../sandbox.ts'

/** The day on which tests begin: that of START. */
export const TODAY = '2026-01-15'

/** A campaign of the demo account with ten keywords and a year of data. */
export async function demoCampaign(api: Api) {
  const { body } = await api.get('/campaigns', { query: { search: 'Northwheel category pages' } })
  return body.data[0] as { id: string; brand: string; keywords: string[] }
}

/** Up to 1000 rows of GET /serp/rankings. */
export async function rankingsOf(api: Api, query: CallOptions['query']): Promise<RankingRow[]> {
  return (await api.get('/serp/rankings', { query: { limit: 1000, ...query } })).body.data
}

/** Up to 1000 records of GET /chat/mentions. */
export async function mentionsOf(api: Api, query: CallOptions['query']): Promise<Mention[]> {
  return (await api.get('/chat/mentions', { query: { limit: 1000, ...query } })).body.data
}

/** A list to its end, page by page; each page must be full and say whether more follow. */
export async function walk<Item>(
  api: Api,
  path: string,
  query: CallOptions['query'],
  limit: number,
): Promise<Item[]> {
  const items: Item[] = []
  for (;;) {
    const { body } = await api.get(path, { query: { ...query, limit, offset: items.length } })
    expect(body.error).toBeUndefined()
    const left = body.meta.pagination.total - items.length
    expect(body.data).toHaveLength(Math.min(limit, left))
    items.push(...body.data)
    expect(body.meta.pagination.has_more).toBe(items.length < body.meta.pagination.total)
    if (!body.meta.pagination.has_more) return items
  }
}
