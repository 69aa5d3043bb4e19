import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { DOCUMENT } from '../../test/support/document.ts'
import { buildAccount } from '../../test/support/fixtures.ts'
import { accountWith, campaigns, contentOf } from '../../test/support/store-accounts.ts'
import type { Account } from '../accounts/account.ts'
import type { Campaign } from '../accounts/campaign.ts'
import { nextId } from '../accounts/identifier.ts'
import { hashToken } from '../accounts/token.ts'
import { createClock } from '../time/clock.ts'
import { openFileStore } from './file/file-store.ts'
import { openMemoryStore } from './memory-store.ts'
import { eachHead, type Store } from './store.ts'
import { StoreError } from './store-error.ts'

const folders: string[] = []

describeStore('the memory store', async () => openMemoryStore())

describeStore('the file store', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'svc-store-'))
  folders.push(folder)
  return openFileStore(folder, { clock: createClock({ startAt: 0 }) })
})

function account(id = 'acc_a', token = `svc_test_${id}`): Account {
  return buildAccount(
    { id, keys: [{ token }], campaigns: [{ ...CAMPAIGN, id: 'cmp_one' }] },
    { now: 0, seed: 1, document: DOCUMENT },
  )
}

const CAMPAIGN = { name: 'One', type: 'serp', keywords: ['a'], frequency: 'daily' }

const rename = (name: string) => (draft: Account) => {
  draft.name = name
  return draft.name
}

/** The requirements of every store. */
function describeStore(
  name: string,
  open: () => Promise<Store>,
  { sharesObjects = true }: { sharesObjects?: boolean } = {},
): void {
  describe(name, () => {
    const opened: Store[] = []

    const openWith = async (...accounts: Account[]) => {
      const store = await open()
      opened.push(store)
      for (const added of accounts) await store.add(added)
      return store
    }

    afterEach(async () => {
      for (const store of opened.splice(0)) await store.close()
      for (const folder of folders.splice(0)) await rm(folder, { recursive: true })
    })

    test('restores an earlier state without copying it', async () => {
      const store = await openWith(account())
      const before = await store.read('acc_a')
      await store.update('acc_a', (draft) => {
        draft.campaigns.clear()
        draft.keys = {}
      })

      await store.replace({ ...before, name: 'Again' })

      const after = await store.read('acc_a')
      expect(after.name).toBe('Again')
      const same = sharesObjects ? 'toBe' : 'toEqual'
      expect(after.campaigns)[same](before.campaigns)
      expect(after.keys)[same](before.keys)
    })

    test('lets a replacement keep parts of the present state', async () => {
      const store = await openWith(account())
      const other = { ...account(), name: 'Other' }

      const renamed = store.update('acc_a', rename('Present'))
      await store.replace(other, (fresh, present) => ({ ...fresh, name: `${present.name}, kept` }))

      await renamed
      expect((await store.read('acc_a')).name).toBe('Present, kept')
      await expect(store.update('acc_a', rename('Later'))).resolves.toBe('Later')
    })

    test('takes no account with more than 10,000 campaigns', async () => {
      const store = await openWith(account())
      const large = accountWith(campaigns(10_001))
      const refusal = 'Account acc_a has 10,001 campaigns. An account can have 10,000, so split'

      await expect(store.replace(large)).rejects.toThrow(refusal)
      await expect(store.replace(account(), () => large)).rejects.toThrow(refusal)
      await store.remove('acc_a')
      await expect(store.add(large)).rejects.toThrow(refusal)
    })

    test('reads back an added account as a copy', async () => {
      const store = await openWith()
      const mine = account()
      const before = structuredClone(mine)

      const added = store.add(mine)
      mine.name = 'changed while it was added'
      await added
      mine.campaigns = new Map()

      expect(contentOf(await store.read('acc_a'))).toEqual(contentOf(before))
    })

    test('gives frozen states', async () => {
      const store = await openWith(account())

      const read = await store.read('acc_a')

      expect(() => Object.assign(read, { name: 'x' })).toThrow(TypeError)
      expect(() => read.campaigns.get('cmp_one')?.keywords.push('x')).toThrow(TypeError)
      expect(() => read.campaigns.clear()).toThrow('frozen')
    })

    test('finds only entries in a record', async () => {
      const store = await openWith(account())

      await store.update('acc_a', ({ sessions }) => {
        expect(sessions.constructor).toBeUndefined()
        sessions.ses_a = { ...SESSION, hash: 'hash', key_id: 'key_a' }
      })

      const { sessions } = await store.read('acc_a')
      expect(sessions.constructor).toBeUndefined()
      expect(Reflect.get(sessions, '__proto__')).toBeUndefined()
      expect(Object.keys(sessions)).toEqual(['ses_a'])
    })

    test('makes the changes of one account one at a time, in the order of the calls', async () => {
      const store = await openWith(account())

      const ids = await Promise.all(
        Array.from({ length: 200 }, () =>
          store.update('acc_a', (draft) => {
            const id = nextId(draft, DOCUMENT.campaignId)
            draft.campaigns.set(id, { ...(draft.campaigns.get('cmp_one') as Campaign), id })
            return id
          }),
        ),
      )

      const { campaigns } = await store.read('acc_a')
      expect([...campaigns.keys()]).toEqual(['cmp_one', ...ids])
      expect(new Set(ids).size).toBe(200)
    })

    test('rejects with the error of a change, undoes it, and makes the others', async () => {
      const store = await openWith(account())
      const error = new Error('mine')

      const settled = await Promise.allSettled([
        store.update('acc_a', (draft) => {
          draft.plan = 'Enterprise'
        }),
        store.update('acc_a', (draft) => {
          draft.name = 'half done'
          draft.campaigns = new Map()
          throw error
        }),
        store.update('acc_a', (draft) => {
          draft.seed = 2
        }),
      ])

      expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
      expect(settled[1]).toHaveProperty('reason', error)
      const after = await store.read('acc_a')
      expect(after).toMatchObject({ name: 'acc_a', plan: 'Enterprise', seed: 2 })
      expect([...after.campaigns.keys()]).toEqual(['cmp_one'])
    })

    test('undoes a change in the same group as an addition or a replacement', async () => {
      const store = await openWith()
      const failHalfway = () =>
        store.update('acc_a', (draft) => {
          draft.name = 'half done'
          draft.campaigns = new Map()
          throw new Error('mine')
        })

      await Promise.allSettled([store.add(account()), failHalfway()])
      expect(contentOf(await store.read('acc_a'))).toEqual({
        ...contentOf(account()),
        linkSecret: expect.anything(),
      })
      await Promise.allSettled([store.replace({ ...account(), name: 'other' }), failHalfway()])
      expect(contentOf(await store.read('acc_a'))).toEqual({
        ...contentOf(account()),
        name: 'other',
        linkSecret: expect.anything(),
      })
    })

    test('rejects for unknown accounts', async () => {
      const store = await openWith(account())

      const message = 'There is no account acc_x.'
      await expect(store.read('acc_x')).rejects.toThrow(message)
      await expect(store.update('acc_x', () => 1)).rejects.toThrow(message)
      await expect(store.replace(account('acc_x'))).rejects.toThrow(message)
      await expect(store.remove('acc_x')).rejects.toThrow(message)
      expect((await store.page({ limit: 9 })).ids).toEqual(['acc_a'])
    })

    test('knows its accounts and their number', async () => {
      const store = await openWith(account('acc_b'), account('acc_a'))

      expect(await store.has('acc_a')).toBe(true)
      expect(await store.has('acc_x')).toBe(false)
      expect(await store.has('ACC_a')).toBe(false)
      expect(await store.has('ACC_a', { ignoreCase: true })).toBe(true)
      expect(await store.has('ACC_x', { ignoreCase: true })).toBe(false)
      expect(await store.count()).toBe(2)
      await store.remove('acc_a')
      expect(await store.has('acc_a')).toBe(false)
      expect(await store.has('acc_a', { ignoreCase: true })).toBe(false)
      expect(await store.count()).toBe(1)
    })

    test('lists the accounts in the order in which they were added, page by page', async () => {
      const ids = ['acc_c', 'acc_a', 'acc_d', 'acc_b']
      const store = await openWith(...ids.map((id) => account(id)))

      expect(await store.page({ limit: 9 })).toEqual({ ids, next: undefined })
      expect(await store.page({ limit: 4 })).toEqual({ ids, next: undefined })
      expect((await store.page({ limit: 2, offset: 1 })).ids).toEqual(['acc_a', 'acc_d'])
      expect(await store.page({ limit: 2, offset: 9 })).toEqual({ ids: [], next: undefined })
      const first = await store.page({ limit: 3 })
      expect(first.ids).toEqual(['acc_c', 'acc_a', 'acc_d'])
      await Promise.all(first.ids.map((id) => store.remove(id)))
      await store.add(account('acc_c'))
      expect(await store.page({ limit: 3, after: first.next })).toEqual({
        ids: ['acc_b', 'acc_c'],
        next: undefined,
      })
    })

    test('reads all accounts, except one that is removed after its page was listed', async () => {
      const store = await openWith(account('acc_a'), account('acc_b'), account('acc_c'))

      const seen: string[] = []
      for await (const { id } of eachHead(store)) {
        seen.push(id)
        if (id === 'acc_a') await store.remove('acc_b')
      }

      expect(seen).toEqual(['acc_a', 'acc_c'])
    })

    test.each(['', '..', '../acc', 'a/b', 'a\\b', 'a.b', 'x'.repeat(65)])(
      'refuses the account id %j',
      async (id) => {
        const store = await openWith()

        await expect(store.add(account(id, 'svc_test_x'))).rejects.toThrow(StoreError)
        expect((await store.page({ limit: 9 })).ids).toEqual([])
      },
    )

    test('refuses an id that is in use, also if both accounts are added together', async () => {
      const store = await openWith()

      const settled = await Promise.allSettled([
        store.add({ ...account(), name: 'first' }),
        store.add({ ...account(), name: 'second' }),
      ])

      expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
      expect(settled[1]).toHaveProperty('reason.message', expect.stringContaining('acc_a'))
      expect(await store.read('acc_a')).toMatchObject({ name: 'first' })
    })

    test('refuses a token of another account in every method', async () => {
      const store = await openWith(account('acc_a', 'svc_test_shared'), account('acc_b'))
      const message = /acc_a.*another token/

      await expect(store.add(account('acc_c', 'svc_test_shared'))).rejects.toThrow(message)
      await expect(store.replace(account('acc_b', 'svc_test_shared'))).rejects.toThrow(message)
      expect((await store.page({ limit: 9 })).ids).toEqual(['acc_a', 'acc_b'])
    })

    test('replaces an account in turn with its updates', async () => {
      const store = await openWith(account())

      const names = Promise.all([
        store.update('acc_a', rename('before')),
        store.replace({ ...account(), name: 'replacement' }),
        store.update('acc_a', ({ name }) => name),
        store.update('acc_a', (draft) => {
          draft.plan = 'Starter'
        }),
      ])

      expect((await names)[2]).toBe('replacement')
      expect(await store.read('acc_a')).toMatchObject({ name: 'replacement', plan: 'Starter' })
    })

    test('removes an account, which can then be added again', async () => {
      const store = await openWith(account())

      await store.remove('acc_a')

      expect((await store.page({ limit: 9 })).ids).toEqual([])
      await expect(store.read('acc_a')).rejects.toThrow('acc_a')
      expect(await store.findCredential(hashToken('svc_test_acc_a'))).toBeUndefined()
      expect(await store.findOwner(hashToken('svc_test_acc_a'))).toBeUndefined()
      await store.add({ ...account(), name: 'second life' })
      expect(await store.read('acc_a')).toMatchObject({ name: 'second life' })
      await store.remove('acc_a')
      await store.add(account('acc_b', 'svc_test_acc_a'))
      const owner = await store.findOwner(hashToken('svc_test_acc_a'))
      expect(owner?.head.id).toBe('acc_b')
    })

    test('finds keys by their hash, revoked and expired ones as well', async () => {
      const store = await openWith(account())
      const [keyId = ''] = Object.keys((await store.read('acc_a')).keys)

      await store.update('acc_a', ({ keys }) => {
        Object.assign(keys[keyId] ?? {}, { revoked_at: 1, expires_at: 1 })
      })

      const found = await store.findCredential(hashToken('svc_test_acc_a'))
      expect(found).toEqual({ accountId: 'acc_a', keyId })
      expect(await store.findCredential(hashToken('svc_test_acc_b'))).toBeUndefined()
      const owner = await store.findOwner(hashToken('svc_test_acc_a'))
      expect(owner).toMatchObject({ credential: found, head: { id: 'acc_a' } })
      expect(owner?.head.keys[keyId]?.revoked_at).toBe(1)
      expect(await store.findOwner(hashToken('svc_test_acc_b'))).toBeUndefined()
    })

    test('finds a session by its hash as soon as it is durable, until it is removed', async () => {
      const store = await openWith(account())
      const [keyId = ''] = Object.keys((await store.read('acc_a')).keys)
      const hash = hashToken('session')

      await store.update('acc_a', ({ sessions }) => {
        sessions.ses_a = { ...SESSION, hash, key_id: keyId }
      })
      const found = await store.findCredential(hash)
      await store.update('acc_a', ({ sessions }) => {
        delete sessions.ses_a
      })

      expect(found).toEqual({ accountId: 'acc_a', keyId, sessionId: 'ses_a' })
      expect(await store.findCredential(hash)).toBeUndefined()
      expect(await store.findCredential(hashToken('svc_test_acc_a'))).toBeDefined()
    })

    test('finishes submitted changes before it closes, and then refuses changes', async () => {
      const store = await openWith(account())

      const events: string[] = []

      const update = store.update('acc_a', rename('last words')).then((name) => events.push(name))
      const closes = [store.close(), store.close()].map((close) =>
        close.then(() => events.push('closed')),
      )
      await Promise.all([update, ...closes])

      expect(events).toEqual(['last words', 'closed', 'closed'])
      expect(await store.read('acc_a')).toMatchObject({ name: 'last words' })
      await expect(store.update('acc_a', rename('late'))).rejects.toThrow(/store is closed/)
      await expect(store.add(account('acc_b'))).rejects.toThrow(StoreError)
      await expect(store.close()).resolves.toBeUndefined()
    })
  })
}

const SESSION = { id: 'ses_a', user_id: 'usr_a', created_at: 0, expires_at: 1, ended_at: null }
