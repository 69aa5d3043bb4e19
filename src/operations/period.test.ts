import { describe, expect, it } from 'vitest'
import { demoCampaign, TODAY } from '../../test/support/records/intelligence.ts'
import { codeOf, startSandbox } from '../../test/support/sandbox.ts'

describe('periods', () => {
  const bad = [
    ['start_date', { start_date: '2026-02-30' }, '2026-02-30'],
    ['end_date', { end_date: '2025-02-29' }, '2025-02-29'],
    ['start_date', { start_date: '15.01.2026' }, '15.01.2026'],
    ['start_date', { start_date: '2026-1-5' }, '2026-1-5'],
    ['end_date', { end_date: '2026-01-15T00:00:00Z' }, '2026-01-15T00:00:00Z'],
    ['end_date', { end_date: '' }, '""'],
    ['start_date', { start_date: '2026-01-11', end_date: '2026-01-10' }, '2026-01-11'],
    ['start_date', { start_date: '2010-01-01', end_date: '2020-01-09' }, '2010-01-01'],
    ['end_date', { end_date: '0000-01-01' }, '0000-01-01'],
    ['end_date', { end_date: '0000-03-01', start_date: '0000-01-01' }, '0000-03-01'],
    ['start_date', { end_date: '1900-01-01', start_date: '1899-12-31' }, '1899-12-31'],
  ] as const

  it.each(bad)('are refused for their %s if %o, with its name', async (path, period, value) => {
    const { api } = await startSandbox()
    const { id } = await demoCampaign(api)
    const paths = [
      `/serp/rankings?campaign_id=${id}`,
      '/chat/mentions?brand=Northwheel',
      '/core/dashboards?',
      '/core/dashboards/intelligence-overview?',
      `/analytics/campaign/${id}?`,
      '/export/csv?',
    ]

    for (const each of paths) {
      const response = await api.get(each, { query: period })

      expect(response.status, each).toBe(400)
      expect(codeOf(response)).toBe('invalid_request')
      expect(response.body.error.details.issues).toEqual([
        expect.objectContaining({ in: 'query', path }),
      ])
      expect(response.body.error.message).toContain(value)
    }
  })

  it('are the last 30 days by default, up to the day of the account in UTC', async () => {
    const sandbox = await startSandbox()
    const { id } = await demoCampaign(sandbox.api)
    const period = async () => (await sandbox.api.get(`/analytics/campaign/${id}`)).body.data.period

    sandbox.advance({ hours: 14, minutes: 29 })
    const before = await period()
    sandbox.advance({ minutes: 1 })

    expect(before).toEqual({ start_date: '2025-12-17', end_date: TODAY, days: 30 })
    expect(await period()).toMatchObject({ end_date: '2026-01-16' })
  })

  it('are compared with what the client chooses', async () => {
    const { api } = await startSandbox()
    const { id } = await demoCampaign(api)
    const of = async (query: Record<string, string>) => {
      const week = { start_date: '2026-01-05', end_date: '2026-01-11', ...query }
      return api.get(`/analytics/campaign/${id}`, { query: week })
    }
    const chosen = { compare_start_date: '2025-11-03', compare_end_date: '2025-11-09' }

    expect((await of({ compare: 'none' })).body.data.previous_period).toBeNull()
    expect((await of({ compare: 'previous_year' })).body.data.previous_period).toMatchObject({
      start_date: '2025-01-05',
      end_date: '2025-01-11',
      comparable: true,
    })
    expect((await of(chosen)).body.data.previous_period).toMatchObject({
      start_date: '2025-11-03',
      end_date: '2025-11-09',
    })
    const ahead = { compare_start_date: '2026-02-01', compare_end_date: '2026-02-07' }
    expect((await of(ahead)).body.data.previous_period).toMatchObject({
      covered_days: 0,
      comparable: false,
    })
    const refused: Record<string, string>[] = [
      { compare_start_date: '2025-11-03' },
      { compare_end_date: '2025-11-03' },
      { ...chosen, compare_end_date: '2025-11-01' },
      { ...chosen, compare_start_date: '2010-11-01' },
      { compare: 'last_week' },
      { ...chosen, compare: 'previous_year' },
      { ...chosen, compare: 'none' },
    ]
    for (const query of refused) {
      expect((await of(query)).status).toBe(400)
    }
  })
})
