import { describe, expect, it } from 'vitest'
import { DOCUMENT } from '../../test/support/document.ts'
import { postgres, testDatabase } from '../../test/support/postgres.ts'
import { accountWith, campaigns, contentOf } from '../../test/support/store-accounts.ts'
import { TcpProxy } from '../../test/support/tcp-proxy.ts'
import { campaignOf } from '../../test/support/worlds.ts'
import type { Account } from '../accounts/account.ts'
import { nextFreeId } from '../accounts/identifier.ts'
import { DatabaseError } from './database-error.ts'
import { PostgresStore, type PostgresStoreOptions } from './postgres-store.ts'
import { CHANGES_KEPT } from './store/account-change.ts'

const UGLY = [
  '\0',
  '\ud83d',
  'a\udc00b',
  '😀'.repeat(9),
  'ß'.repeat(5000),
  '__proto__',
  '%_\\',
  "'",
]

async function replicas(count: number, options: PostgresStoreOptions = {}) {
  const test = await testDatabase()
  const databases = await Promise.all(Array.from({ length: count }, () => test.open()))
  const stores = databases.map((database) => new PostgresStore(database, options))
  return { stores: stores as [PostgresStore, PostgresStore, PostgresStore], databases, test }
}

const create = (account: Account) => {
  const id = nextFreeId(account, DOCUMENT.campaignId, (each) => account.campaigns.has(each))
  account.campaigns.set(id, campaignOf({ id, change: ++account.changes }))
  return id
}

const rename = (name: string) => (account: Account) => {
  account.name = name
}

describe.skipIf(!postgres.isAvailable)('the PostgreSQL store', () => {
  it('lists an account without loading all of it', async () => {
    const { stores } = await replicas(2)
    const [store, other] = stores
    await store.add(accountWith(campaigns(30)))

    const page = await other.readCampaigns('acc_a', { limit: 20, offset: 0 })
    await other.readHead('acc_a')
    await other.readCampaigns('acc_a', { limit: 20, offset: 0 })

    expect([page.items.length, page.total]).toEqual([20, 30])
    expect(other.cache.wholes.get('acc_a')).toBeUndefined()
    expect(await store.readCampaigns('acc_a', { limit: 20, offset: 0 })).toEqual(page)
  })

  it('loses no change and gives no id twice, however many replicas change an account', async () => {
    const { stores } = await replicas(3)
    await stores[0].add(accountWith([]))
    const makeSome = async (store: PostgresStore) => {
      const made: string[] = []
      for (let n = 0; n < 40; n++) {
        made.push(...(await Promise.all([1, 2].map(() => store.update('acc_a', create)))))
      }
      return made
    }

    const ids = (await Promise.all(stores.map(makeSome))).flat()

    expect(new Set(ids).size).toBe(240)
    for (const store of stores) {
      const account = await store.read('acc_a')
      expect([...account.campaigns.keys()].sort()).toEqual(ids.toSorted())
      expect(account.changes).toBe(240)
      expect(await store.campaignCount('acc_a')).toBe(240)
    }
    const orders = await Promise.all(
      stores.map(async (store) => [...(await store.read('acc_a')).campaigns.keys()]),
    )
    expect(orders[1]).toEqual(orders[0])
    expect(orders[2]).toEqual(orders[0])
  })

  it('lets each replica make its changes, even if another makes many', async () => {
    const { stores } = await replicas(2)
    await stores[0].add(accountWith([]))
    let isDone = false
    const hammer = async () => {
      let made = 0
      while (!isDone) {
        await stores[0].update('acc_a', create)
        made++
      }
      return made
    }
    const busy = hammer()

    for (let n = 0; n < 20; n++) await stores[1].update('acc_a', create)
    isDone = true

    const made = await busy
    expect((await stores[1].read('acc_a')).changes).toBe(made + 20)
  })

  it('loads an account again if the changes since were removed from the log', async () => {
    const { stores, databases } = await replicas(2)
    await stores[0].add(accountWith(campaigns(2)))
    const before = await stores[1].read('acc_a')
    await stores[1].readHead('acc_a')

    for (let n = 0; n < CHANGES_KEPT + 130; n++)
      await stores[0].update('acc_a', rename(`Name ${n}`))

    const [log] = (await databases[0]?.query('SELECT count(*) AS n FROM sandbox.change')) ?? []
    expect(log).toEqual({ n: expect.toSatisfy((n) => n >= CHANGES_KEPT && n < CHANGES_KEPT + 64) })
    const after = await stores[1].read('acc_a')
    expect(contentOf(after)).toEqual(contentOf(await stores[0].read('acc_a')))
    expect(after.name).toBe(`Name ${CHANGES_KEPT + 129}`)
    expect(after.campaigns).not.toBe(before.campaigns)
    expect((await stores[1].readHead('acc_a')).name).toBe(after.name)
  })

  it('numbers the settings of a clock', async () => {
    const { stores } = await replicas(2)
    await stores[0].add(accountWith([]))
    const revisionIn = async (store: PostgresStore) =>
      store.clockRevisionOf(await store.readHead('acc_a'))
    const before = await revisionIn(stores[1])

    await stores[0].update('acc_a', rename('Other'))
    // A clock that goes back with that of the machine was not set.
    await stores[0].update('acc_a', ({ clock }) => void Object.assign(clock, { setBack: 1 }))
    expect(await revisionIn(stores[1])).toBe(before)
    await stores[0].update('acc_a', ({ clock }) => void Object.assign(clock, { offsetMs: 5 }))

    const after = await revisionIn(stores[1])
    expect(after).toBeGreaterThan(before)
    expect(await revisionIn(stores[0])).toBe(after)
  })

  it('keeps text that PostgreSQL refuses', async () => {
    const { stores } = await replicas(2)
    const named = UGLY.map((text, n) =>
      campaignOf({
        id: `cmp_${text}`.slice(0, 300),
        name: text,
        keywords: [text],
        type: `${n}${text}`,
      }),
    )
    await stores[0].add(accountWith(named.slice(0, 4), { name: UGLY.join() }))
    for (const campaign of named.slice(4)) {
      await stores[0].update('acc_a', ({ campaigns }) => void campaigns.set(campaign.id, campaign))
    }

    const { campaigns: held, name } = await stores[1].read('acc_a')

    expect([...held]).toEqual(named.map((campaign) => [campaign.id, campaign]))
    expect(name).toBe(UGLY.join())
    for (const text of UGLY) {
      expect(await stores[1].findCredential(text)).toBeUndefined()
      expect(await stores[1].has(text, { ignoreCase: true })).toBe(false)
      await expect(stores[1].read(text)).rejects.toThrow('no account')
      expect(await stores[1].readCampaign('acc_a', `${text}x`)).toBeUndefined()
    }
  })

  it('does not repeat a change whose outcome is unknown, and shows what became of it', async () => {
    const test = await testDatabase()
    const proxy = await TcpProxy.open(test.server.port)
    const store = new PostgresStore(await test.open({ url: proxy.urlFor(test.url) }))
    await store.add(accountWith([]))
    await store.update('acc_a', create)

    proxy.cutAfter('INSERT INTO sandbox.entry')
    const cut = store.update('acc_a', create)

    await expect(cut).rejects.toBeInstanceOf(DatabaseError)
    await expect(cut).rejects.toMatchObject({ problem: 'unknown outcome' })
    await expect.poll(() => store.campaignCount('acc_a').catch(() => 0), { interval: 20 }).toBe(2)
    await store.update('acc_a', create)
    expect((await store.read('acc_a')).campaigns.size).toBe(3)
    expect((await store.read('acc_a')).changes).toBe(3)
  })

  it('is filled once, by the replica that is first', async () => {
    const { stores } = await replicas(3)
    const fixture = (name: string) =>
      ['acc_a', 'acc_b'].map((id) => accountWith(campaigns(3), { id, name }))

    await Promise.all(stores.map((store, n) => store.fill(fixture(`by ${n}`))))

    expect((await stores[0].page({ limit: 9 })).ids).toEqual(['acc_a', 'acc_b'])
    const names = await Promise.all(
      ['acc_a', 'acc_b'].map(async (id) => (await stores[0].read(id)).name),
    )
    expect(new Set(names).size).toBe(1)
    expect([...(await stores[1].read('acc_b')).campaigns.keys()]).toEqual([
      'cmp_0',
      'cmp_1',
      'cmp_2',
    ])
  })

  it('plans the work that a change causes, in the same transaction', async () => {
    const [asked, noted]: [unknown[], unknown[]] = [[], []]
    const { stores, databases } = await replicas(1, {
      planning: {
        after({ campaigns, isMoved, hasWebhooks }) {
          asked.push([campaigns.map(({ campaign }) => campaign.id), isMoved, hasWebhooks])
          return isMoved ? 5_000 : undefined
        },
        notePlanned: (accountId, delay) => void noted.push([accountId, delay]),
      },
    })
    const planned = async () =>
      (await databases[0]?.query<{ n: number }>(
        'SELECT count(*) AS n FROM sandbox.account_hold WHERE due_at > now()',
      )) ?? []

    await stores[0].add(accountWith(campaigns(1)))
    const id = await stores[0].update('acc_a', create)
    const failing = stores[0].update('acc_a', ({ clock }) => {
      clock.offsetMs = 1
      throw new Error('mine')
    })
    await expect(failing).rejects.toThrow('mine')

    expect(asked).toEqual([
      [[], true, false],
      [[id], false, false],
    ])
    expect(await planned()).toEqual([{ n: 1 }])
    expect(noted).toEqual([['acc_a', 5_000]])

    await stores[0].remove('acc_a')
    expect(await planned()).toEqual([{ n: 0 }])
  })
})
