import { describe, expect, it } from 'vitest'
import {
  DAYS_OF_WEEK,
  demoCampaign,
  rankingsOf,
  TODAY,
  WEEK,
  walk,
} from '../../test/support/records/intelligence.ts'
import { CAMPAIGN, codeOf, startSandbox } from '../../test/support/sandbox.ts'
import type { RankingRow } from '../intelligence/records.ts'

describe('GET /serp/rankings', () => {
  it('has one row for each keyword and day, by day and then in the order of the keywords', async () => {
    const { api } = await startSandbox()
    const { id, keywords } = await demoCampaign(api)

    const rows = await rankingsOf(api, { campaign_id: id, ...WEEK })

    const expected = DAYS_OF_WEEK.flatMap((date) => keywords.map((keyword) => [date, keyword]))
    expect(rows.map(({ date, keyword }) => [date, keyword])).toEqual(expected)
  })

  it('has the change since the row of the day before', async () => {
    const { api } = await startSandbox()
    const { id } = await demoCampaign(api)

    const rows = await rankingsOf(api, { campaign_id: id, keywords: 'gravel bike', ...WEEK })

    const [, ...later] = rows
    expect(later.map(({ previous_position }) => previous_position)).toEqual(
      rows.slice(0, -1).map(({ position }) => position),
    )
    expect(rows.map(({ change }) => change)).toEqual(
      rows.map(
        ({ position, previous_position }) => (previous_position as number) - (position as number),
      ),
    )
  })

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
    ['without an end', { start_date: '2026-01-16' }],
    ['with one', { start_date: '2026-02-01', end_date: '2026-02-28' }],
  ])('has no rows for a period in the future %s', async (_name, period) => {
    const { api } = await startSandbox()
    const { id } = await demoCampaign(api)

    const { status, body } = await api.get('/serp/rankings', {
      query: { campaign_id: id, ...period },
    })

    expect(status).toBe(200)
    expect(body.data).toEqual([])
    expect(body.meta.pagination).toMatchObject({ total: 0, has_more: false })
  })

  it('begins with the day on which the campaign was created', async () => {
    const sandbox = await startSandbox()
    const created = await sandbox.api.post('/campaigns', { body: CAMPAIGN })
    sandbox.advance({ days: 1, minutes: 1 })

    const rows = await rankingsOf(sandbox.api, { campaign_id: created.body.data.id })

    expect(rows.map(({ date }) => date)).toEqual([TODAY, TODAY, '2026-01-16', '2026-01-16'])
    expect(rows.slice(0, 2).map(({ previous_position }) => previous_position)).toEqual([null, null])
    expect(rows.slice(2).map(({ previous_position }) => previous_position)).toEqual(
      rows.slice(0, 2).map(({ position }) => position),
    )
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
