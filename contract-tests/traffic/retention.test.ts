import { expect, it } from 'vitest'
import { DEFAULTS } from '../http/settings.ts'
import { updateSamples } from '../observations/samples.ts'
import { evidenceOf } from './evidence.ts'
import { Retention } from './retention.ts'
import { BASE_URL, seen } from './testing/seen.ts'

const times = (count: number) => Array.from({ length: count }, (_, index) => index)

it('keeps the latest exchanges of each kind', () => {
  const retention = new Retention(BASE_URL, { first: 2, ofKind: 3 })

  for (const at of times(100)) retention.add(seen('GET', '/core/dashboards', { at }))
  retention.add(seen('GET', '/core/dashboards', { at: 100, code: 'missing_api_key', status: 401 }))
  retention.add(seen('GET', '/auth/me', { at: 101 }))

  expect(retention.exchanges.map(({ startedAt }) => startedAt)).toEqual([
    ...[0, 1, 97, 98, 99, 100, 101],
  ])
  expect(retention.first.map(({ startedAt }) => startedAt)).toEqual([0, 1])
  expect(retention.added).toBe(102)
})

it('keeps to its limits, however many kinds there are', () => {
  const count = new Retention(BASE_URL, { first: 0, later: 50 })
  const size = new Retention(BASE_URL, { size: 10_000 })

  for (const at of times(400)) {
    count.add(seen('GET', '/auth/me', { at, key: `svc_test_${at}` }))
    size.add(seen('GET', '/auth/me', { at, data: { text: 'a'.repeat(1000) } }))
  }

  expect(count.exchanges).toHaveLength(50)
  expect(size.exchanges.length).toBeLessThan(10)
})

it('drops a campaign as a whole, so that no story has a gap', () => {
  const campaign = { name: 'Spring', type: 'serp', keywords: ['one'], frequency: 'daily' }
  const retention = new Retention(BASE_URL, { first: 1, ofKind: 2 })
  const put = (id: string, at: number, sent: object) =>
    retention.add(seen('PUT', `/campaigns/${id}`, { at, sent }))

  retention.add(
    seen('POST', '/campaigns', { at: 0, sent: campaign, data: { id: 'a', ...campaign } }),
  )
  put('a', 1, { name: 'Summer' })
  put('a', 2, { name: 'Summer', keywords: [] })
  put('b', 3, campaign)
  retention.add(seen('GET', '/campaigns/a', { at: 4, data: { id: 'a', name: 'Summer' } }))
  const settings = { ...DEFAULTS, baseUrl: BASE_URL, tokens: {}, runId: 'proxy', version: '0' }

  expect(retention.exchanges.map(({ startedAt }) => startedAt)).toEqual([3, 4])
  expect(updateSamples(evidenceOf(retention.exchanges, settings))).toEqual([])
})

it('knows of writes that it does not keep', () => {
  const retention = new Retention(BASE_URL, { first: 1, ofKind: 2 })
  const list = (at: number, query: string) =>
    retention.add(seen('GET', `/campaigns${query}`, { at, data: [{ id: 'a' }] }))

  list(1, '')
  for (const at of [2, 3, 4]) retention.add(seen('DELETE', `/campaigns/${at}`, { at }))
  list(5, '?page=2')
  const settings = { ...DEFAULTS, baseUrl: BASE_URL, tokens: {}, runId: 'proxy', version: '0' }
  const evidence = evidenceOf(
    retention.exchanges.filter(({ method }) => method === 'GET'),
    settings,
  )

  expect(evidence.find('page:listCampaigns:page=2')).toBeUndefined()
})
