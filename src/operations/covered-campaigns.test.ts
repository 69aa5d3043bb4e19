import { expect, it } from 'vitest'
import { startSandbox } from '../../test/support/sandbox.ts'
import { accountWith, campaigns } from '../../test/support/store-accounts.ts'
import { temporaryFile } from '../../test/support/temporary.ts'
import { openMemoryStore } from '../store/memory-store.ts'
import { coveredWorld, MOST_COVERED } from './covered-campaigns.ts'

const OWNER = { id: 'acc_a', seed: 1 }

async function storeWith(count: number, paused = 0) {
  const store = openMemoryStore()
  const made = campaigns(count).map((campaign, n) =>
    n < paused ? { ...campaign, status: 'paused' as const } : campaign,
  )
  await store.add(accountWith(made))
  return store
}

it('covers the newest campaigns of a larger account', async () => {
  const store = await storeWith(MOST_COVERED + 2, 1)
  await store.update('acc_a', ({ past, campaigns }) => {
    const campaign = campaigns.get('cmp_7')
    if (campaign)
      past.set('cmp_7', { states: [{ until: 1, change: 1, campaign: { ...campaign } }] })
  })

  const { world, beyond } = await coveredWorld(OWNER, store)

  const ids = world.timelines.map(({ campaign }) => campaign.id)
  expect([ids.length, ids[0], ids.at(-1)]).toEqual([1000, 'cmp_1001', 'cmp_2'])
  expect(world.timeline('cmp_7')?.phases).toHaveLength(2)
  expect(beyond).toEqual({ campaigns: 1002, active_campaigns: 1001 })
  await store.update('acc_a', ({ campaigns }) => {
    Object.assign(campaigns.get('cmp_9') ?? {}, { name: 'Other' })
  })
  const later = (await coveredWorld(OWNER, store)).world
  expect(later.timeline('cmp_9')?.campaign.name).toBe('Other')
})

it('says in its answers what is covered', async () => {
  const small = Array.from({ length: MOST_COVERED + 3 }, (_, n) => {
    const status = n % 3 === 0 ? 'paused' : 'active'
    const terms = `type: serp, frequency: monthly, keywords: [word ${n}], status: ${status}`
    return `      - { name: Campaign ${n}, ${terms} }\n`
  }).join('')
  const fixture = temporaryFile(
    'large.yaml',
    `accounts:
  - id: acc_large
    name: Large
    plan: Enterprise
    keys: [{ token: svc_test_demo, name: Large, permissions: ['*'] }]
    campaigns:
${small}`,
  )
  const { api } = await startSandbox({ fixture })
  const paused = (await api.get('/campaigns', { query: { status: 'paused', limit: 1 } })).body.meta

  const query = { start_date: '2026-01-13', end_date: '2026-01-13' }
  const dashboard = (await api.get('/core/dashboards', { query })).body.data
  const path = '/core/dashboards/intelligence-overview'
  const overview = (await api.get(path, { query })).body.data

  expect(dashboard.coverage).toEqual({ campaigns: 1000, of: 1003 })
  expect(overview.coverage).toEqual(dashboard.coverage)
  expect(overview.rankings.keywords).toBe(dashboard.totals.keywords)
  expect(dashboard.totals.campaigns).toBe(1003)
  expect(dashboard.totals.active_campaigns).toBe(1003 - paused.pagination.total)
  const newest = (await api.get('/campaigns', { query: { limit: 1 } })).body.data
  expect(dashboard.campaigns[0].id).toBe(newest[0].id)
}, 60_000)
