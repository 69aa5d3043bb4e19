import { describe, expect, it } from 'vitest'
import { demoCampaign, rankingsOf, TODAY, walk } from '../../test/support/records/intelligence.ts'
import { codeOf, startSandbox } from '../../test/support/sandbox.ts'
import type { RankingRow } from '../intelligence/records.ts'

describe('GET /serp/rankings', () => {
  it.each([
    ['29 days before an end alone', { end_date: '2025-12-30' }, '2025-12-01', '2025-12-30'],
    ['at a start alone, to today', { start_date: '2026-01-10' }, '2026-01-10', TODAY],
    ['and ends on one day', { start_date: TODAY, end_date: TODAY }, TODAY, TODAY],
    [
      'in the past and ends today',
      { start_date: '2026-01-12', end_date: '2026-03-01' },
      '2026-01-12',
      TODAY,
    ],
  ])('begins %s', async (_name, period, first, last) => {
    const { api } = await startSandbox()
    const { id } = await demoCampaign(api)

    const rows = await rankingsOf(api, { campaign_id: id, ...period })

    expect(rows[0]?.date).toBe(first)
    expect(rows.at(-1)?.date).toBe(last)
  })

  it.each([
    ['keywords=shoes%2C%20red', ['shoes, red']],
    ['keywords=shoes,+red', ['shoes, red']],
    ['keywords=SHOES,%20%20Red', ['shoes, red']],
    ['keywords[]=shoes,%20red', ['shoes, red']],
    ['keywords%5B0%5D=shoes%2C%20red', ['shoes, red']],
    ['keywords=shoes,%20red&keywords=red', ['shoes, red', 'red']],
    ['keywords=shoes%2Cred', ['shoes', 'red']],
    ['keywords=red,shoes', ['shoes', 'red']],
    ['keywords=50,000+steps', ['50,000 steps']],
    ['keywords=last,', ['last,']],
    ['keywords=,,', []],
    ['keywords=shoes,50,000+steps', ['shoes']],
  ])('with %s has rows of %j', async (keywords, expected) => {
    const { api, advance } = await startSandbox()
    const tracked = ['shoes, red', 'shoes', 'red', '50,000 steps', 'last,']
    const body = { name: 'Commas', type: 'serp', frequency: 'daily', keywords: tracked }
    const { body: made } = await api.post('/campaigns', { body })
    const query = { campaign_id: made.data.id }
    advance({ days: 1 })

    const rows = await api.get(`/serp/rankings?${keywords}`, { query })
    const file = await api.get(`/export/csv?type=rankings&${keywords}`, { query })

    const found = rows.body.data.map(({ keyword }: { keyword: string }) => keyword)
    expect([...new Set(found)]).toEqual(expected)
    expect(file.body.data.rows).toBe(rows.body.meta.pagination.total)
  })

  it.each([1, 7, 300])('lists each row once in pages of %i', async (limit) => {
    const { api } = await startSandbox()
    const { id } = await demoCampaign(api)
    const query = { campaign_id: id, start_date: '2026-01-13' }

    const rows = await walk<RankingRow>(api, '/serp/rankings', query, limit)

    expect(rows).toHaveLength(30)
    expect(rows).toEqual(await rankingsOf(api, query))
  })

  it.each([
    ['an unknown campaign', 'cmp_unknown', 'svc_test_demo'],
    ['a name of the language', '__proto__', 'svc_test_demo'],
  ])('does not find %s', async (_name, campaign_id, key) => {
    const { api } = await startSandbox()

    const response = await api.get('/serp/rankings', { key, query: { campaign_id } })

    expect(response.status).toBe(404)
    expect(codeOf(response)).toBe('not_found')
    expect(response.body.error.message).toContain(campaign_id)
  })
})
