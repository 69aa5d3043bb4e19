import fs, { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { type DiskStep, watchDisk } from '../../../test/support/disk-steps.ts'
import { rowsOf } from '../../../test/support/event-rows.ts'
import { accountWith, campaigns } from '../../../test/support/store-accounts.ts'
import { temporaryFolder } from '../../../test/support/temporary.ts'
import type { Account } from '../../accounts/account.ts'
import type { Campaign } from '../../accounts/campaign.ts'
import { createClock } from '../../time/clock.ts'
import type { AccountStore } from '../account-store.ts'
import { LocalEventLog } from '../events/local-event-log.ts'
import { SecretBox } from '../secret-box.ts'
import type { Store } from '../store.ts'
import { StoreError } from '../store-error.ts'
import { type FileStoreOptions, openFileStore } from './file-store.ts'
import type { FolderLock } from './lock.ts'

/** So long that the journal is folded at every second change. */
const LONG = 'x'.repeat(140_000)
const SECRET = 'whsec_planted'
const ALL = { limit: 99, offset: 0 }

let folder: string
beforeEach(() => {
  folder = temporaryFolder()
})

const accounts = () => join(folder, 'accounts')
const open = (parts: Partial<FileStoreOptions> = {}, path = folder) =>
  openFileStore(path, { clock: createClock({ startAt: 0 }), ...parts })

/** Changes number `n`, which say so in `sequence`. */
const change = (store: Store, n: number) =>
  store.update('acc_a', (account) => {
    const [first] = account.campaigns.values() as Iterable<Campaign> as [Campaign]
    account.campaigns.set(`cmp_made${n}`, { ...first, id: `cmp_made${n}`, name: LONG })
    account.campaigns.delete(`cmp_made${n - 3}`)
    account.linkSecret = `${SECRET} ${n}`
    account.sequence = n
  })

const replace = (store: Store, n: number) =>
  store.replace({ ...accountWith(campaigns(2)), sequence: n, linkSecret: SECRET })

const isFold = ({ call, path }: DiskStep) => call === 'writeFile' && path.endsWith('.json.tmp')
/** The changes to be folded are set aside. */
const isAside = ({ call, path }: DiskStep) => call === 'renameSync' && path.endsWith('.journal')
const isCleared = ({ call, path }: DiskStep) => call === 'rm' && path.endsWith('.journal')

/** The contents of the folder of accounts. The store may remove a file between its listing and its reading. */
function contentOf(path = accounts()): Map<string, Buffer> {
  const content = new Map<string, Buffer>()
  for (const name of readdirSync(path)) {
    try {
      content.set(name, readFileSync(join(path, name)))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
  }
  return content
}

/** Opens a copy of the folder, as a process after one that was killed. */
async function openKilled(content = contentOf(), parts: Partial<FileStoreOptions> = {}) {
  const copy = temporaryFolder()
  mkdirSync(join(copy, 'accounts'))
  for (const [name, bytes] of content) writeFileSync(join(copy, 'accounts', name), bytes)
  return open(parts, copy)
}

/** All of an account, with the order of its campaigns; long names would fill the report of a failure. */
const whole = ({ campaigns: held, ...rest }: Readonly<Account>) => ({
  ...rest,
  held: [...held.values()].map((each) => ({ ...each, name: each.name.replace(LONG, 'long') })),
})

const revision = (): number => {
  const text = readFileSync(join(accounts(), 'acc_a.json'), 'utf8')
  return JSON.parse(text).revision ?? 0
}

describe('an account that is killed between any two steps', () => {
  test('is as it was acknowledged, with encrypted secrets', async () => {
    const parts = { secrets: new SecretBox('key') }
    const states = new Map<number, unknown>()
    const kills: { content: Map<string, Buffer>; from: number; to: number; at: DiskStep }[] = []
    let [acknowledged, asked] = [0, 0]
    let store = await open(parts)
    const make = async (how = change) => {
      const n = ++asked
      await how(store, n)
      acknowledged = n
      const state = await store.read('acc_a')
      states.set(state.sequence, whole(state))
    }
    await store.add({ ...accountWith(campaigns(2)), sequence: 0, linkSecret: SECRET })
    states.set(0, whole(await store.read('acc_a')))
    let during: (() => Promise<void> | undefined) | undefined
    let folds = 0
    watchDisk(folder, (step) => {
      kills.push({ content: contentOf(), from: acknowledged, to: asked, at: step })
      if (isAside(step) && step.phase === 'after') folds++
      if (!isFold(step) || step.phase !== 'before' || !during) return undefined
      const meanwhile = during
      during = undefined
      return meanwhile()
    })
    /** Makes changes until a fold begins, and others while it is under way. */
    const fold = async (meanwhile: typeof during) => {
      const before = revision()
      during = meanwhile
      while (during) await make()
      await expect.poll(revision).toBeGreaterThan(before)
    }

    await fold(() => make())
    // So long that another fold is due once this one is finished.
    await fold(async () => {
      for (let n = 0; n < 3; n++) await make()
    })
    const replaced: Promise<void>[] = []
    await fold(() => void replaced.push(make(replace), make()))
    await Promise.all(replaced)
    await fold(() => make())
    await store.close()
    store = await open(parts)
    await fold(() => void replaced.push(make()))
    await Promise.all(replaced)
    await store.close()

    expect(folds).toBeGreaterThan(2)
    for (const { content, from, to, at } of kills) {
      const again = await openKilled(content, parts)
      const found = await again.read('acc_a')
      const where = `${at.phase} ${at.call} of ${at.path}, ${found.sequence} of ${from} to ${to}`
      expect(found.sequence >= from && found.sequence <= to, where).toBe(true)
      expect(whole(found), where).toEqual(states.get(found.sequence))
      await again.close()
      expect(Buffer.concat([...content.values()]).includes(SECRET)).toBe(false)
    }
    const last = await open(parts)
    expect(whole(await last.read('acc_a'))).toEqual(states.get(asked))
    await last.close()
  })
})

const full = () => Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })

/** Runs `meanwhile` while the next fold is under way, and resolves when it is done. */
function atNextFold(meanwhile: () => Promise<void> | void): Promise<void> {
  return new Promise((resolve) => {
    let isDone = false
    watchDisk(folder, (step) => {
      if (isDone || !isFold(step)) return undefined
      isDone = true
      const running = Promise.resolve(meanwhile())
      return running.finally(resolve)
    })
  })
}

/** A store with an account whose journal is folded after the next change. */
async function almostFolding(): Promise<AccountStore> {
  const store = await open()
  await store.add({ ...accountWith(campaigns(2)), sequence: 0 })
  await change(store, 1)
  return store
}

describe('a fold', () => {
  test.each([
    ['before the file', isFold, 'before'],
    ['halfway through the file', isFold, 'half'],
    ['before the journal is set aside', isAside, 'before'],
    ['before what was set aside is removed', isCleared, 'before'],
  ] as const)(
    'that finds the disk full %s loses nothing and is made up for',
    async (_, is, phase) => {
      const store = await almostFolding()
      let [isFull, isLater, refused] = [true, false, 0]
      const refuse = (step: DiskStep) => {
        if (!isFull || !is(step) || step.phase !== phase) return
        refused++
        throw full()
      }
      const end = watchDisk(folder, (step) => {
        if (!isFold(step) || step.phase !== 'before' || isLater) return refuse(step)
        isLater = true
        return change(store, 3).then(() => refuse(step))
      })

      await change(store, 2)
      await expect.poll(() => refused).toBe(1)
      await expect.poll(() => readdirSync(accounts()).join()).not.toContain('.tmp')
      await change(store, 4)
      const held = whole(await store.read('acc_a'))
      const names = readdirSync(accounts())
      const killed = whole(await (await openKilled()).read('acc_a'))
      // The next one is due when the journal has grown by as much again.
      expect(refused).toBe(1)
      const present = isLater ? 5 : 4
      isFull = false
      for (let n = 5; n < 9; n++) await change(store, n)
      await expect.poll(revision).toBeGreaterThan(present)
      end()

      const aside = is === isAside ? [] : ['acc_a.1.journal']
      expect(names).toEqual([...aside, 'acc_a.journal', 'acc_a.json'])
      expect(killed).toEqual(held)
      expect(whole(await (await openKilled()).read('acc_a'))).toEqual(
        whole(await store.read('acc_a')),
      )
      await store.close()
    },
  )

  test('that fails time and again leaves all changes in their order', async () => {
    const store = await almostFolding()
    const end = watchDisk(folder, (step) => {
      if (isFold(step)) throw full()
    })

    // Eleven, because the names of ten are in order anyway.
    for (let n = 2; !readdirSync(accounts()).includes('acc_a.11.journal'); n++) {
      await change(store, n)
    }
    await expect.poll(() => readdirSync(accounts()).join()).not.toContain('.tmp')
    const killed = await openKilled()
    end()

    expect(whole(await killed.read('acc_a'))).toEqual(whole(await store.read('acc_a')))
    await Promise.all([store.close(), killed.close()])
    expect(readdirSync(accounts())).toEqual(['acc_a.json'])
  })

  test('keeps what is added to a journal that a change tore meanwhile', async () => {
    const store = await almostFolding()
    const { truncateSync } = fs
    let failure: unknown
    const folding = atNextFold(async () => {
      await change(store, 3)
      const end = watchDisk(folder, ({ call, phase }) => {
        if (call === 'appendFileSync' && phase === 'half') throw full()
      })
      Object.assign(fs, {
        truncateSync: () => {
          throw full()
        },
      })
      syncBuiltinESMExports()
      failure = await change(store, 4).catch((error) => error)
      Object.assign(fs, { truncateSync })
      end()
    })

    await change(store, 2)
    await folding
    expect(failure).toBeInstanceOf(StoreError)
    const content = contentOf()
    // The fold is still under way.
    await change(store, 5)
    const torn = await (await openKilled(content)).read('acc_a')

    expect(torn.sequence).toBe(3)
    const killed = await openKilled()
    expect(whole(await killed.read('acc_a'))).toEqual(whole(await store.read('acc_a')))
    await change(killed, 6)
    await store.close()
  })

  test('keeps the events and deliveries that are added and changed meanwhile', async () => {
    const store = await almostFolding()
    const log = new LocalEventLog(store)
    const shown = async (events: LocalEventLog) => (await events.deliveries('acc_a', {}, ALL)).items
    await log.add('acc_a', rowsOf(1, 2))
    let killed: LocalEventLog | undefined
    const folding = atNextFold(async () => {
      await log.add('acc_a', rowsOf(3))
      const rows = await log.claim('acc_a', 1, 1)
      await log.change('acc_a', rows, () => ({ status: 'delivered', next_attempt_at: null }))
      killed = new LocalEventLog(await openKilled())
    })

    await change(store, 2)
    await folding
    const after = await shown(log)

    expect(after.map(({ status }) => status)).toEqual(['pending', 'pending', 'delivered'])
    expect(await shown(killed as LocalEventLog)).toEqual(after)
    await expect.poll(() => readdirSync(accounts()).join()).not.toContain('.1.journal')
    expect(await shown(new LocalEventLog(await openKilled()))).toEqual(after)
    await store.close()
    expect(await shown(new LocalEventLog(await open()))).toEqual(after)
  })

  test('is waited for by the removal of its account', async () => {
    const store = await almostFolding()
    let removal: Promise<void> | undefined
    const folding = atNextFold(() => {
      removal = store.remove('acc_a')
    })

    await change(store, 2)
    await folding
    await removal
    await store.add({ ...accountWith(campaigns(1)), sequence: 7 })
    const killed = await openKilled()

    expect(readdirSync(accounts())).toEqual(['acc_a.json'])
    expect(whole(await killed.read('acc_a'))).toEqual(whole(await store.read('acc_a')))
    await store.close()
  })

  test('is waited for when the store is closed', async () => {
    const store = await almostFolding()
    let closing: Promise<void> | undefined
    const folding = atNextFold(async () => {
      await change(store, 3)
      closing = store.close()
    })

    await change(store, 2)
    await folding
    await closing

    expect(readdirSync(accounts())).toEqual(['acc_a.json'])
    expect((await (await open()).read('acc_a')).sequence).toBe(3)
  })

  test('replaces nothing if the folder belongs to another process once it is written', async () => {
    let isLost = false
    const requireHeld = () => {
      if (isLost) throw new StoreError('The data folder belongs to another process now.')
    }
    const lock = { requireHeld, release: async () => {} } as FolderLock
    const store = await open({ lock })
    await store.add({ ...accountWith(campaigns(2)), sequence: 0 })
    await change(store, 1)
    const before = readFileSync(join(accounts(), 'acc_a.json'), 'utf8')
    const folding = atNextFold(() => {
      isLost = true
    })

    await change(store, 2)
    await folding
    await store.close()

    expect(readFileSync(join(accounts(), 'acc_a.json'), 'utf8')).toBe(before)
  })
})
