import { describe, expect, it } from 'vitest'
import { postgres, testDatabase } from '../../../test/support/postgres.ts'
import { type Random, randomFrom } from '../../../test/support/random.ts'
import { accountWith, campaigns, contentOf } from '../../../test/support/store-accounts.ts'
import { campaignOf, topicsOf } from '../../../test/support/worlds.ts'
import type { Account } from '../../accounts/account.ts'
import { recordDeletion, recordPast, rewindPast } from '../../accounts/campaign-history.ts'
import { World, worldOf } from '../../intelligence/world/world.ts'
import type { Store } from '../../store/store.ts'
import { PostgresStore } from '../postgres-store.ts'
import { PostgresSnapshots } from '../snapshots.ts'

const NOON = Date.parse('2025-01-01T12:00:00.000Z')
const KEYWORDS = ['crm', 'electric bike', 'one', 'two']
const SITES = ['foo.example', 'bar.example', 'northwheel.example']

const COUNT = 300

interface Operation {
  change: (account: Account) => unknown
}

function create(id: string, parts: { keywords: string[]; domain: string }, now: number): Operation {
  const created_at = new Date(now).toISOString()
  const change = (account: Account) =>
    void account.campaigns.set(id, campaignOf({ ...parts, id, created_at }))
  return { change }
}

function edit(id: string, parts: { keywords: string[]; domain: string }, now: number): Operation {
  const change = (account: Account) => {
    const found = account.campaigns.get(id)
    if (!found) throw new Error(`no ${id}`)
    recordPast(account, found, now)
    Object.assign(found, parts)
    account.lastRuns.set(id, { at: now })
  }
  return { change }
}

function remove(id: string, now: number): Operation {
  const change = (account: Account) => {
    const found = account.campaigns.get(id)
    if (found) recordDeletion(account, found, now)
    account.lastRuns.delete(id)
  }
  return { change }
}

/** A change of the whole account, as when a clock is set back. */
function rewind(now: number): Operation {
  return { change: (account) => rewindPast(account, now) }
}

const make = (store: Store, { change }: Operation) => store.update('acc_a', change)

async function replicas(cacheMb = [64, 64]) {
  const database = await testDatabase()
  const opened = await Promise.all(cacheMb.map(() => database.open()))
  const stores = opened.map((sql, index) => new PostgresStore(sql, { cacheMb: cacheMb[index] }))
  const [sql] = opened
  await stores[0]?.add(accountWith(campaigns(COUNT)))
  return { stores, snapshots: new PostgresSnapshots(sql as (typeof opened)[number]) }
}

function facts(world: World) {
  return {
    topics: topicsOf(world).map(({ watchers, ...topic }) => ({
      ...topic,
      watchers: Array.from(watchers, ({ campaign, isDeleted, begin }) => [
        ...[campaign.id, isDeleted, begin],
      ]),
    })),
    contestants: world.timelines
      .filter((_, index) => index % 40 === 0)
      .flatMap(({ phases }) => phases)
      .flatMap((phase) => KEYWORDS.map((keyword) => world.contestants(phase, keyword))),
  }
}

/** The world of an account equals one of a copy of it. */
function expectSameWorld(account: Readonly<Account>): void {
  const { seed, campaigns, past } = account
  const copy = structuredClone({ campaigns: new Map(campaigns), past: new Map(past) })
  expect(facts(worldOf(account))).toEqual(facts(new World({ seed, ...copy })))
}

function changedCampaigns(before: Readonly<Account>, after: Readonly<Account>): string[] {
  const ids = new Set([...before.campaigns.keys(), ...after.campaigns.keys()])
  return [...ids].filter((id) => before.campaigns.get(id) !== after.campaigns.get(id))
}

const PARTS = { keywords: ['crm', 'one'], domain: 'foo.example' }

describe.skipIf(!postgres.isAvailable)('the campaigns of an account on PostgreSQL', () => {
  it.each([
    ['an edited campaign', edit('cmp_7', PARTS, NOON), ['cmp_7']],
    ['a new campaign', create('cmp_new', PARTS, NOON), ['cmp_new']],
    ['a deleted campaign', remove('cmp_7', NOON), ['cmp_7']],
    ['a moved clock', { change: (account: Account) => void account.sequence++ }, []],
  ])('stay the same objects after %s, on all replicas', async (_, operation, expected) => {
    const { stores } = await replicas()
    const before = await Promise.all(stores.map((store) => store.read('acc_a')))
    for (const account of before) expectSameWorld(account)

    await make(stores[0] as Store, operation as Operation)

    for (const [index, store] of stores.entries()) {
      const after = await store.read('acc_a')
      expect(changedCampaigns(before[index] as Account, after)).toEqual(expected)
      if (expected.length === 0) expect(after.campaigns).toBe(before[index]?.campaigns)
      expectSameWorld(after)
    }
  })

  it('stay the same objects after concurrent changes, without those that failed', async () => {
    const { stores } = await replicas()
    const before = await Promise.all(stores.map((store) => store.read('acc_a')))
    const failing = create('cmp_lost', PARTS, NOON)
    const fails =
      ({ change }: Operation) =>
      (account: Account) => {
        change(account)
        throw new Error('late')
      }

    const made = await Promise.allSettled(
      stores.flatMap((store, index) => [
        make(store, { change: fails(failing) }),
        // Each is first made from the account in the cache, so one of them has to be made again.
        make(store, { change: create(`cmp_of_${index}`, PARTS, NOON).change }),
        make(store, { ...failing, change: fails(failing) }),
      ]),
    )

    expect(made.map(({ status }) => status)).toEqual(
      stores.flatMap(() => ['rejected', 'fulfilled', 'rejected']),
    )
    for (const [index, store] of stores.entries()) {
      const after = await store.read('acc_a')
      expect(changedCampaigns(before[index] as Account, after).toSorted()).toEqual([
        'cmp_of_0',
        'cmp_of_1',
      ])
      expectSameWorld(after)
    }
  })

  it('are read again after a restored snapshot, and on a replica that dropped the account', async () => {
    const { stores, snapshots } = await replicas()
    const [one, other] = stores as [PostgresStore, PostgresStore]
    const parts = { rows: '', timesOf: () => ({ savedAt: NOON, shows: NOON }) }
    await snapshots.save('acc_a', 'here', parts)
    const before = await other.read('acc_a')
    await make(one, edit('cmp_7', PARTS, NOON))
    expectSameWorld(await other.read('acc_a'))

    await one.replace(await snapshots.account('acc_a', 'here'))
    for (const store of stores) {
      const restored = await store.read('acc_a')
      expect(contentOf(restored)).toEqual(contentOf(before))
      expectSameWorld(restored)
    }
    await make(other, edit('cmp_8', PARTS, NOON))
    one.forgetHeld()
    for (const store of stores) expectSameWorld(await store.read('acc_a'))
  })

  it('keep the order of the rows if an entry is removed and added again', async () => {
    const { stores } = await replicas([64, 64, 0])
    const [one, other, fresh] = stores as unknown as [Store, Store, Store]
    for (const id of ['cmp_1', 'cmp_2']) await make(one, edit(id, PARTS, NOON))
    await other.read('acc_a')

    await make(one, { change: ({ past }) => past.delete('cmp_1') })
    await make(one, edit('cmp_1', PARTS, NOON))

    for (const store of [one, other, fresh]) {
      expect([...(await store.read('acc_a')).past.keys()]).toEqual(['cmp_2', 'cmp_1'])
    }
  })

  it.each([1, 2, 3])(
    'lead to the same worlds after random changes by replicas (%i)',
    async (seed) => {
      const random = randomFrom(seed)
      const { stores, snapshots } = await replicas([64, 64, 64])
      const parts = { rows: '', timesOf: () => ({ savedAt: NOON, shows: NOON }) }
      await snapshots.save('acc_a', 'here', parts)
      for (let n = 1; n <= 40; n++) {
        await Promise.allSettled(
          Array.from({ length: random.below(3) + 1 }, (_, k) =>
            make(random.pick(stores), operationFrom(random, `${n}_${k}`, NOON + n * 3_600_000)),
          ),
        )
        if (random.chance(5)) await stores[0]?.replace(await snapshots.account('acc_a', 'here'))
        if (random.chance(5)) random.pick(stores).forgetHeld()
        // The other replicas apply several changes at once later.
        expectSameWorld(await random.pick(stores).read('acc_a'))
      }
      const all = await Promise.all(stores.map((store) => store.read('acc_a')))
      for (const account of all) {
        expectSameWorld(account)
        expect(contentOf(account)).toEqual(contentOf(all[0] as Account))
      }
    },
  )
})

function operationFrom(random: Random, name: string, now: number): Operation {
  const id = `cmp_${random.below(COUNT)}`
  const parts = {
    keywords: KEYWORDS.filter(() => random.chance(40))
      .concat('crm')
      .slice(0, 3),
    domain: random.pick(SITES),
  }
  const operation = random.pick([
    create(`cmp_new_${name}`, parts, now),
    edit(id, parts, now),
    edit(id, parts, now),
    remove(id, now),
    rewind(now - 5 * 3_600_000),
  ])
  return operation
}
