import { expect, it } from 'vitest'
import { DOCUMENT } from '../../test/support/document.ts'
import { buildAccount } from '../../test/support/fixtures.ts'
import { openMemoryStore } from '../store/memory-store.ts'
import { createCampaign } from './campaigns.ts'

const NOW = Date.UTC(2026, 0, 15, 23, 59)

type Request = Parameters<typeof createCampaign>[0]

it('new campaigns have defaults, and each a moment of its own', async () => {
  const store = openMemoryStore()
  const account = buildAccount({ id: 'acc_a' }, { document: DOCUMENT, now: NOW, seed: 1 })
  await store.add(account)
  const create = (members: object) => {
    const body = { name: 'Bench', type: 'serp', keywords: ['one'], frequency: 'daily', ...members }
    const config = { apiPath: '/api' }
    const change: Request['change'] = (make) => store.update('acc_a', make)
    const parts = { store, document: DOCUMENT, config }
    const request = { body, caller: { account }, now: NOW, change, ...parts }
    return createCampaign(request as unknown as Request)
  }

  await create({})
  await create({ settings: {}, competitors: [] })
  await create({ settings: { device: 'mobile' }, competitors: ['a.example'] })

  const { campaigns } = await store.read('acc_a')
  const [one, two, three] = [...campaigns.values()]
  expect(one).toMatchObject({ settings: {}, competitors: [], domain: 'bench.example' })
  expect(three).toMatchObject({ settings: { device: 'mobile' }, competitors: ['a.example'] })
  expect(one).not.toHaveProperty('began')
  expect(two).toMatchObject({ created_at: one?.created_at, began: NOW + 1 })
  expect(three?.tracked_since).toBe('2026-01-15')
})
