import { expect, it } from 'vitest'
import { DOCUMENT } from '../../test/support/document.ts'
import { buildAccount } from '../../test/support/fixtures.ts'
import { START } from '../../test/support/sandbox.ts'
import { openMemoryStore } from '../store/memory-store.ts'
import { StoreError } from '../store/store-error.ts'
import { createClock } from '../time/clock.ts'
import { MEMORY_LIMITS, Moments } from './moments.ts'
import { LocalSnapshots } from './snapshots.ts'

const CAMPAIGN = { name: 'A', type: 'serp', keywords: ['a'], frequency: 'daily' }

/** The moments of two accounts; each waits for so many deliveries, whose rows have so many characters. */
async function openMoments(limits = {}, { pending = 0, rows = 0 } = {}) {
  const store = openMemoryStore()
  for (const id of ['acc_a', 'acc_b']) {
    const origin = { now: START, seed: 1, document: DOCUMENT }
    await store.add(buildAccount({ id, campaigns: [CAMPAIGN, CAMPAIGN] }, origin))
  }
  const events = { pending: async () => pending, save: async () => 'x'.repeat(rows) }
  const clock = createClock({ wallTime: () => START })
  const snapshots = new LocalSnapshots(store)
  const parts = { store, events, clock, snapshots }
  const moments = new Moments(parts, { ...MEMORY_LIMITS, ...limits })
  const keep = async (id: string) => moments.keep(await store.readHead(id), 'advance')
  const kept = async (id: string) => (await moments.list(id)).length
  return { store, snapshots, moments, keep, kept }
}

it('lists the newest first, although all are of one millisecond', async () => {
  const { moments, keep } = await openMoments()
  const [first, second] = [await keep('acc_a'), await keep('acc_a')]

  expect((await moments.list('acc_a')).map(({ id }) => id)).toEqual([second, first])
})

it('drops the oldest of any account when all together are too large, and never the newest', async () => {
  const { keep, kept } = await openMoments({ bytes: 250_000 }, { rows: 100_000 })
  await keep('acc_a')
  await keep('acc_b')
  await keep('acc_b')

  expect([await kept('acc_a'), await kept('acc_b')]).toEqual([0, 2])

  const small = await openMoments({ bytes: 1 }, { rows: 100_000 })
  await small.keep('acc_a')
  await small.keep('acc_a')
  expect(await small.kept('acc_a')).toBe(1)
})

it('keeps none of a large account, of one with a backlog, and of one whose clock is being advanced', async () => {
  const large = await openMoments({ campaigns: 1 })
  const backlog = await openMoments({}, { pending: 1_001 })
  const moved = await openMoments()
  await moved.store.update('acc_a', ({ clock }) => {
    clock.advancing = { wasFrozen: false } as never
  })

  for (const { keep, kept } of [large, backlog, moved]) {
    expect(await keep('acc_a')).toBeUndefined()
    expect(await kept('acc_a')).toBe(0)
  }
})

it('lets what comes next happen if the state cannot be kept', async () => {
  const { keep, snapshots } = await openMoments()
  snapshots.save = async () => {
    throw new StoreError('The disk is full.')
  }

  expect(await keep('acc_a')).toBeUndefined()
})
