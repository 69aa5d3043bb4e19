import { describe, expect, it } from 'vitest'
import { postgres, testDatabase } from '../../../test/support/postgres.ts'
import { type Random, randomFrom } from '../../../test/support/random.ts'
import { accountWith, campaigns, contentOf } from '../../../test/support/store-accounts.ts'
import { campaignOf } from '../../../test/support/worlds.ts'
import type { Account } from '../../accounts/account.ts'
import { recordDeletion, recordPast, rewindPast } from '../../accounts/campaign-history.ts'
import { newWebhook } from '../../accounts/webhook.ts'
import { openMemoryStore } from '../../store/memory-store.ts'
import type { Store } from '../../store/store.ts'
import type { Database } from '../database.ts'
import { PostgresStore } from '../postgres-store.ts'
import { PostgresSnapshots } from '../snapshots.ts'

const OPERATIONS = 150

/** A change, made alike in every store. */
interface Operation {
  change: (account: Account) => unknown
}

type Maker = (random: Random, n: number) => Operation

const someId = (random: Random) => `cmp_${random.below(30)}`

const MAKERS: Maker[] = [
  (_, n) => ({
    change: ({ campaigns }) => void campaigns.set(`cmp_new${n}`, campaignOf({ id: `cmp_new${n}` })),
  }),
  (random, n) => {
    const id = someId(random)
    const change = (account: Account) => {
      const found = account.campaigns.get(id)
      if (!found) throw new Error(`no ${id}`)
      recordPast(account, found, n)
      found.name = `Name ${n}`
      found.keywords.push(`word ${n}`)
      account.lastRuns.set(id, { at: n })
      return [found, account.past.get(id)]
    }
    return { change }
  },
  (random, n) => {
    const id = someId(random)
    const change = (account: Account) => {
      const found = account.campaigns.get(id)
      if (found) recordDeletion(account, found, n)
      account.lastRuns.delete(id)
    }
    return { change }
  },
  // A change of the whole account, as when a clock is set back.
  (_, n) => ({ change: (account) => rewindPast(account, n - 5) }),
  (random, n) => {
    // Drawn once: a change may run again.
    const isMoved = random.chance(50)
    const change = (account: Account) => {
      account.sequence++
      if (isMoved) account.clock.offsetMs = n
      else account.clock = { offsetMs: 0, frozenAt: n }
      return account.sequence
    }
    return { change }
  },
  (_, n) => ({
    change: ({ webhooks }) => {
      const id = `whk_${n}`
      webhooks[id] = newWebhook(id, { url: 'http://a', events: [] }, 'x', 'now')
      const [oldest] = Object.keys(webhooks)
      if (oldest && Object.keys(webhooks).length > 3) delete webhooks[oldest]
    },
  }),
  (_, n) => ({
    change: ({ lastRuns, campaigns }) => {
      for (const id of campaigns.keys()) lastRuns.set(id, { at: n })
      return campaigns.size
    },
  }),
  (random) => {
    const isReplaced = random.chance(30)
    const change = (account: Account) => {
      if (isReplaced) account.lastRuns = new Map([['cmp_1', { at: 1 }]])
      account.faults = {}
    }
    return { change }
  },
]

async function outcome(store: Store, { change }: Operation): Promise<unknown> {
  return store.update('acc_a', change).then(
    (result) => structuredClone(result),
    (error) => String(error),
  )
}

describe.skipIf(!postgres.isAvailable)('random changes', () => {
  it.each([1, 2, 3])('lead to the same account in memory and on replicas (%i)', async (seed) => {
    const random = randomFrom(seed)
    const test = await testDatabase()
    const databases = await Promise.all([0, 0, 64].map(() => test.open()))
    const replicas = databases.map(
      (database, index) => new PostgresStore(database, { cacheMb: index === 2 ? 64 : 0 }),
    )
    const [first] = replicas as [PostgresStore]
    const snapshots = new PostgresSnapshots(databases[0] as Database)
    const parts = { rows: '', timesOf: () => ({ savedAt: 0, shows: 0 }) }
    const memory = openMemoryStore()
    for (const store of [memory, replicas[0] as Store]) {
      await store.add(accountWith(campaigns(30)))
    }

    await snapshots.save('acc_a', 'here', parts)
    const saved = structuredClone(await memory.read('acc_a'))

    for (let n = 0; n < OPERATIONS; n++) {
      if (random.chance(3)) {
        await first.replace(await snapshots.account('acc_a', 'here'))
        await memory.replace(structuredClone(saved))
      }
      if (random.chance(5)) random.pick(replicas).forgetHeld()
      const maker = random.pick(MAKERS)
      const own = random.below(1_000_000)
      // Each store makes the change with the same draws.
      const operation = () => maker(randomFrom(own), n)
      const chosen = random.pick(replicas)
      const [expected, found] = [
        await outcome(memory, operation()),
        await outcome(chosen, operation()),
      ]
      expect(found).toEqual(expected)
      if (random.chance(20)) {
        const reader = random.pick(replicas)
        const [found, expected] = [await reader.read('acc_a'), await memory.read('acc_a')]
        expect(contentOf(found)).toEqual(contentOf(expected))
      }
    }

    const expected = await memory.read('acc_a')
    for (const store of replicas) {
      const account = await store.read('acc_a')
      expect(contentOf(account)).toEqual(contentOf(expected))
      const { campaigns: _, lastRuns: __, past: ___, ...head } = expected
      expect(await store.readHead('acc_a')).toEqual(head)
      expect(await store.campaignCount('acc_a')).toBe(expected.campaigns.size)
    }
  })

  it('keep the order of the rows if an entry is removed and added again', async () => {
    const test = await testDatabase()
    const open = async (cacheMb: number) => new PostgresStore(await test.open(), { cacheMb })
    const [one, other, fresh] = [await open(64), await open(64), await open(0)]
    await one.add(accountWith(campaigns(3)))
    const edit = (id: string) =>
      one.update('acc_a', (account) => {
        const found = account.campaigns.get(id)
        if (found) recordPast(account, found, 1)
      })
    for (const id of ['cmp_1', 'cmp_2']) await edit(id)
    await other.read('acc_a')

    await one.update('acc_a', ({ past }) => void past.delete('cmp_1'))
    await edit('cmp_1')

    for (const store of [one, other, fresh]) {
      expect([...(await store.read('acc_a')).past.keys()]).toEqual(['cmp_2', 'cmp_1'])
    }
  })
})
