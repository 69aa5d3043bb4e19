import { expect, it } from 'vitest'
import { controlOf } from '../../../test/support/control.ts'
import { CAMPAIGN, startSandbox, type TestSandbox } from '../../../test/support/sandbox.ts'
import type { DataOf } from '../../control-client/operations.ts'

type Overview = DataOf<'getOverview'>

/** The tests' campaigns of the demo account. */
const BIKES = 'cmp_9aerfpy76pgk'

it('has the figures of the account as the service has them', async () => {
  const sandbox = await startSandbox({ validateResponses: true })
  const period = { start_date: '2026-01-09', end_date: '2026-01-15' }

  const { account, campaign, clock } = await overview(sandbox, { days: 7, limit: 3, offset: 1 })

  const of = async (path: string, query = {}) => (await sandbox.api.get(path, { query })).body.data
  const campaigns = await of('/campaigns', { limit: 3, offset: 1 })
  expect(campaign).toBeNull()
  expect(clock).toMatchObject({ account: 'acc_demo', now: '2026-01-15T09:30:00.000Z' })
  expect(account?.dashboard).toEqual(await of('/core/dashboards', period))
  expect(account?.intelligence).toEqual(await of('/core/dashboards/intelligence-overview', period))
  expect(account?.total).toBe(12)
  expect(account?.campaigns.map((each) => each.campaign)).toEqual(campaigns)
  const { summary, changes, series } = await of(`/analytics/campaign/${campaigns[2].id}`, period)
  const positions = series.map((day: { average_position: number | null }) => day.average_position)
  expect(account?.campaigns[2]).toMatchObject({ summary, changes, positions })
})

it('has the figures of a campaign, with the rankings of its best eight keywords', async () => {
  const sandbox = await startSandbox({ validateResponses: true })

  const { account, campaign } = await overview(sandbox, { campaign: BIKES })

  const { keywords } = campaign?.analytics ?? { keywords: [] }
  const best = keywords.toSorted((a, b) => (a.position ?? 101) - (b.position ?? 101)).slice(0, 8)
  expect(account).toBeNull()
  expect(campaign?.campaign.id).toBe(BIKES)
  expect(keywords).toHaveLength(10)
  expect(new Set(campaign?.rankings.map(({ keyword }) => keyword))).toEqual(
    new Set(best.map(({ keyword }) => keyword)),
  )
  expect(campaign?.rankings).toHaveLength(8 * 30)
  expect(campaign?.latest.map(({ keyword, date }) => [keyword, date])).toEqual(
    keywords.map(({ keyword }) => [keyword, '2026-01-15']),
  )
  expect(campaign?.mentions.every(({ brand }) => brand === 'Northwheel')).toBe(true)
})

it('lists what happened to campaigns in the period, the newest first', async () => {
  const sandbox = await startSandbox()
  const first = (await sandbox.api.post('/campaigns', { body: CAMPAIGN })).body.data.id
  sandbox.advance({ days: 8 })
  const { id } = (await sandbox.api.post('/campaigns', { body: { ...CAMPAIGN, name: 'New' } })).body
    .data
  sandbox.advance({ minutes: 1 })
  await sandbox.api.put(`/campaigns/${id}`, { body: { name: 'Newer' } })
  sandbox.advance({ minutes: 1 })
  await sandbox.api.delete(`/campaigns/${first}`)

  const all = await overview(sandbox, { days: 7 })
  const own = await overview(sandbox, { days: 7, campaign: id })

  const edits = [
    { time: '2026-01-23T09:32:00.000Z', kind: 'deleted', campaign_id: first, name: CAMPAIGN.name },
    { time: '2026-01-23T09:31:00.000Z', kind: 'changed', campaign_id: id, name: 'Newer' },
    { time: '2026-01-23T09:30:00.000Z', kind: 'created', campaign_id: id, name: 'New' },
  ]
  expect(all.edits).toEqual(edits)
  expect(own.edits).toEqual(edits.slice(1))
})

it.each([
  ['days=6', 400],
  ['days=91', 400],
  ['campaign=cmp_unknown', 404],
  ['acount=acc_demo', 400],
])('refuses ?%s', async (query, status) => {
  const sandbox = await startSandbox()

  expect((await controlOf(sandbox).get(`/overview?${query}`)).status).toBe(status)
})

it('leaves no trace', async () => {
  const sandbox = await startSandbox()
  await sandbox.faults.add({ error: 'rate_limit_exceeded', count: 1 })

  await overview(sandbox, {})

  expect(await sandbox.requests.list()).toEqual([])
  expect((await sandbox.api.get('/campaigns')).status).toBe(429)
})

async function overview(
  sandbox: TestSandbox,
  query: Record<string, string | number>,
): Promise<Overview> {
  const { status, body } = await controlOf(sandbox).get('/overview', { query })
  expect(status).toBe(200)
  return body.data
}
