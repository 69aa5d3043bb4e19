import { readdirSync } from 'node:fs'
import {
  appendFile,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  rmdir,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DOCUMENT } from '../../../test/support/document.ts'
import { buildAccount } from '../../../test/support/fixtures.ts'
import { deliveryNumber } from '../../../test/support/records/deliveries.ts'
import type { Account } from '../../accounts/account.ts'
import type { Campaign } from '../../accounts/campaign.ts'
import { hashToken } from '../../accounts/token.ts'
import { withFiller } from '../../fixtures/filler-campaigns.ts'
import { createClock } from '../../time/clock.ts'
import type { Store } from '../store.ts'
import { StoreError } from '../store-error.ts'
import { openFileStore } from './file-store.ts'

let folder: string
const opened: Store[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-store-'))
})

afterEach(async () => {
  for (const store of opened.splice(0)) await store.close()
  await rm(folder, { recursive: true })
})

async function open(path = folder): Promise<Store> {
  const store = await openFileStore(path, { clock: createClock({ startAt: 0 }) })
  opened.push(store)
  return store
}

function account(id = 'acc_a', token = `svc_test_${id}`): Account {
  return buildAccount(withFiller({ id, keys: [{ token }], generate_campaigns: 3 }, 1), {
    now: 0,
    seed: 1,
    document: DOCUMENT,
  })
}

const file = (name = 'acc_a.json') => join(folder, 'accounts', name)
const journal = () => file('acc_a.journal')

/** Opens the files in their present state, like a process after one that was killed. */
async function openAfterKill(): Promise<Store> {
  const copy = join(folder, `killed ${++copies}`)
  await cp(join(folder, 'accounts'), join(copy, 'accounts'), {
    recursive: true,
    filter: async (path) => !path.endsWith('.journal') || (await stat(path)).isFile(),
  })
  return open(copy)
}
let copies = 0

/** An account as in its file. */
const stored = ({ campaigns, lastRuns, past, ...held }: Account) => ({
  ...held,
  campaigns: Object.fromEntries(campaigns),
  lastRuns: Object.fromEntries(lastRuns),
  past: Object.fromEntries(past),
})

/** A valid file with replaced parts. */
const content = (parts: object = {}, accountParts: object = {}) =>
  JSON.stringify({
    format: 'svc-sandbox/account',
    version: 3,
    revision: 1,
    account: { ...stored(account()), ...accountParts },
    ...parts,
  })

async function failureOf(promise: Promise<unknown>): Promise<Error & { cause?: Error }> {
  return promise.then(
    () => expect.fail('It should have failed.'),
    (error) => error,
  )
}

describe('a file store that is opened again', () => {
  test('is empty if not all of its first accounts were written', async () => {
    const first = await open()
    await mkdir(file('.acc_b.json.tmp'))
    const failed = await failureOf(first.fill([account(), account('acc_b')]))
    await first.close()

    const second = await open()
    expect(failed).toBeInstanceOf(StoreError)
    expect((await second.page({ limit: 9 })).ids).toEqual([])
    await second.fill([account(), account('acc_b')])
    await second.close()

    expect((await (await open()).page({ limit: 9 })).ids).toEqual(['acc_a', 'acc_b'])
  })

  test('has its accounts and finds their keys', async () => {
    const first = await open()
    await first.add(account())
    await first.add(account('acc_b'))
    await first.update('acc_a', (draft) => {
      draft.sequence += 1
    })
    const before = await first.read('acc_a')
    await first.close()

    const second = await open()

    expect((await second.page({ limit: 9 })).ids).toEqual(['acc_a', 'acc_b'])
    expect(await second.read('acc_a')).toEqual(before)
    expect([...(await second.read('acc_a')).campaigns.keys()]).toEqual([...before.campaigns.keys()])
    expect(await second.findCredential(hashToken('svc_test_acc_b'))).toMatchObject({
      accountId: 'acc_b',
    })
  })

  test('does not have removed accounts', async () => {
    const first = await open()
    await first.add(account())
    await first.remove('acc_a')
    await first.close()

    expect(await readdir(join(folder, 'accounts'))).toEqual([])
    expect((await (await open()).page({ limit: 9 })).ids).toEqual([])
  })
})

describe('the files', () => {
  test('hold one account each, in the documented format, for their owner only', async () => {
    const data = join(folder, 'made', 'here')
    const store = await open(data)
    await store.add(account())

    const path = join(data, 'accounts', 'acc_a.json')
    const held = await store.read('acc_a')
    const text = await readFile(path, 'utf8')
    const mode = async (entry: string) => ((await stat(entry)).mode & 0o777).toString(8)

    expect(JSON.parse(text)).toEqual({
      format: 'svc-sandbox/account',
      version: 3,
      revision: 1,
      account: JSON.parse(JSON.stringify(stored(held))),
    })
    expect(text).not.toContain('\n')
    expect(await mode(path)).toBe('600')
    expect(await mode(join(data, 'lock'))).toBe('600')
    expect(await mode(join(data, 'accounts'))).toBe('700')
    expect(await mode(data)).toBe('700')
  })

  test('that are not accounts are ignored, except temporary files of a crash', async () => {
    await mkdir(join(folder, 'accounts'))
    await writeFile(file('notes.txt'), 'mine')
    await writeFile(file('.acc_a.json.tmp'), '{"half":')

    const store = await open()

    expect((await store.page({ limit: 9 })).ids).toEqual([])
    expect(await readdir(join(folder, 'accounts'))).toEqual(['notes.txt'])
  })

  test.each<[string, string, RegExp]>([
    ['incomplete', content().slice(0, -10), /is incomplete or not JSON/],
    ['empty', '', /is empty/],
    ['blank', ' \n', /is empty/],
    ['foreign', '{"name":"x"}', /is not an account of svc-sandbox/],
    ['foreign, and not an object', 'null', /is not an account of svc-sandbox/],
    ['of another format', content({ format: 'svc-sandbox/log' }), /is not an account/],
    ['of a newer version', content({ version: 4 }), /has version 4.*newer release/],
    ['without a revision', content({ revision: '1' }), /revision should be a number, not "1"/],
    ['without an account', content({ account: null }), /account should be an object, not null/],
    ['without keys', content({}, { keys: null }), /account.keys should be an object, not null/],
    [
      'with a list of keys',
      content({}, { keys: [] }),
      /account.keys should be an object, not array/,
    ],
    ['with a bad key', content({}, { keys: { key_a: 1 } }), /account.keys.key_a should be an obj/],
    ['without a seed', content({}, { seed: undefined }), /account.seed should be a number/],
    [
      'of another name',
      content({}, { id: 'acc_b' }),
      /holds account acc_b, but its name says acc_a/,
    ],
  ])('stop the start if one is %s, and do not change', async (_, text, problem) => {
    await mkdir(join(folder, 'accounts'))
    await writeFile(file(), text)

    const error = await failureOf(open())

    expect(error).toBeInstanceOf(StoreError)
    expect(error.message).toContain(file())
    expect(error.message).toMatch(problem)
    expect(error.message).toContain('Move the file away, or start with --data on another folder')
    expect(await readFile(file(), 'utf8')).toBe(text)
    await rm(file())
    expect((await (await open()).page({ limit: 9 })).ids).toEqual([])
  })

  test('stop the start if one is not named after an account', async () => {
    await mkdir(join(folder, 'accounts'))
    await writeFile(file('acc a.json'), content())

    await expect(open()).rejects.toThrow(/acc a\.json is not named after an account/)
  })

  test('stop the start if two hold the same token', async () => {
    await mkdir(join(folder, 'accounts'))
    await writeFile(file(), content())
    await writeFile(file('acc_b.json'), content({}, { id: 'acc_b' }))

    await expect(open()).rejects.toThrow(/acc_b.*acc_a.*one account only/)
  })

  test('stop the start if one cannot be read', async () => {
    await mkdir(file(), { recursive: true })

    await expect(open()).rejects.toThrow(/acc_a\.json can't be read: it is a folder/)
  })
})

describe('a journal', () => {
  const rename = (store: Store, name: string) =>
    store.update('acc_a', (draft) => {
      draft.name = name
    })

  /** A journal of the store, with a change that names the account "renamed". */
  async function writtenJournal(): Promise<string[]> {
    const store = await open()
    await store.add(account())
    await rename(store, 'renamed')
    const lines = (await readFile(journal(), 'utf8')).split('\n')
    await store.close()
    return lines
  }

  test('holds the changes since the file was written, until the store is closed', async () => {
    const store = await open()
    await store.add(account())
    const before = await readFile(file(), 'utf8')

    await rename(store, 'renamed')
    await store.update('acc_a', (draft) => {
      draft.campaigns.delete([...draft.campaigns.keys()][0] as string)
    })
    const held = await store.read('acc_a')
    const killed = await openAfterKill()

    expect(await readFile(file(), 'utf8')).toBe(before)
    expect(((await stat(journal())).mode & 0o777).toString(8)).toBe('600')
    expect(await killed.read('acc_a')).toEqual(held)
    await store.close()
    expect(await readdir(join(folder, 'accounts'))).toEqual(['acc_a.json'])
    expect(JSON.parse(await readFile(file(), 'utf8'))).toMatchObject({ revision: 3 })
    expect(await (await open()).read('acc_a')).toEqual(held)
  })

  test('repeats changes of every kind in order', async () => {
    const store = await open()
    await store.add(account())
    const [first, second] = [...(await store.read('acc_a')).campaigns.values()] as [
      Campaign,
      Campaign,
    ]

    await store.update('acc_a', ({ campaigns, sessions, clock }) => {
      campaigns.set('cmp_new', { ...first, id: 'cmp_new', keywords: ['a', 'b'] })
      sessions.ses_a = { id: 'ses_a', hash: 'h', user_id: 'usr_a', key_id: 'key_a', ...TIMES }
      clock.offsetMs = 7
    })
    await Promise.all([
      store.update('acc_a', ({ campaigns }) => {
        campaigns.get('cmp_new')?.keywords.shift()
        Object.assign(campaigns.get(second.id) ?? {}, { settings: { device: 'phone' } })
      }),
      store.update('acc_a', (draft) => {
        draft.campaigns.delete(first.id)
        delete draft.sessions.ses_a
        draft.linkSecret = 'secret'
      }),
    ])

    const held = await store.read('acc_a')
    const replayed = await (await openAfterKill()).read('acc_a')
    expect(replayed).toEqual(held)
    expect([...replayed.campaigns.keys()]).toEqual([...held.campaigns.keys()])
    expect(replayed.campaigns.get('cmp_new')?.keywords).toEqual(['b'])
  })

  test('starts again when it is as long as the file', async () => {
    const store = await open()
    await store.add(account())
    const addLong = (id: string) =>
      store.update('acc_a', ({ campaigns }) => {
        const [first] = campaigns.values() as Iterable<Campaign> as [Campaign]
        campaigns.set(id, { ...first, id, name: 'x'.repeat(100_000) })
      })

    for (const id of ['cmp_1', 'cmp_2', 'cmp_3']) await addLong(id)
    await expect.poll(() => readdirSync(join(folder, 'accounts'))).toEqual(['acc_a.json'])
    const folded = JSON.parse(await readFile(file(), 'utf8'))
    const { campaigns } = await (await openAfterKill()).read('acc_a')

    expect(folded).toMatchObject({ revision: 4, account: { campaigns: { cmp_3: {} } } })
    expect(campaigns.has('cmp_3')).toBe(true)
    expect(await readdir(join(folder, 'accounts'))).toEqual(['acc_a.json'])
    await rename(store, 'renamed')
    expect((await readFile(journal(), 'utf8')).split('\n')).toHaveLength(3)
  })

  test('is not used for replacing a whole collection', async () => {
    const store = await open()
    await store.add(account())

    await store.update('acc_a', (draft) => {
      draft.campaigns = new Map([...draft.campaigns].slice(1))
    })

    expect(await (await openAfterKill()).read('acc_a')).toEqual(await store.read('acc_a'))
  })

  test('loses the line that was being written when the process was killed', async () => {
    const lines = await writtenJournal()
    await writeFile(journal(), lines.join('\n'))
    const torn = JSON.stringify({ revision: 3, patches: [] }).slice(0, -1)
    await appendFile(journal(), torn)

    const store = await open()
    await rename(store, 'after the kill')

    expect(await (await openAfterKill()).read('acc_a')).toMatchObject({ name: 'after the kill' })
  })

  test('may end within its first line', async () => {
    const [header = ''] = await writtenJournal()
    await writeFile(journal(), header.slice(0, 10))

    const store = await open()
    await rename(store, 'after the kill')

    expect(await (await openAfterKill()).read('acc_a')).toMatchObject({ name: 'after the kill' })
  })

  test('changes nothing if its file is newer', async () => {
    const lines = await writtenJournal()
    const store = await open()
    await rename(store, 'newer')
    await store.close()
    await writeFile(journal(), lines.join('\n'))

    const again = await open()
    expect(await again.read('acc_a')).toMatchObject({ name: 'newer' })
    await rename(again, 'newest')

    expect(await (await openAfterKill()).read('acc_a')).toMatchObject({ name: 'newest' })
  })

  const entry = (parts: object = {}) => JSON.stringify({ revision: 3, patches: [], ...parts })
  const patch = (path: string[], op = 'replace', value: unknown = 1) =>
    entry({ patches: [{ op, path, value }] })
  const header = (parts: object = {}) =>
    JSON.stringify({ format: 'svc-sandbox/journal', version: 1, account: 'acc_a', ...parts })

  test.each<[string, string[], RegExp]>([
    ['foreign', ['{"name":"x"}'], /is not a journal of svc-sandbox/],
    ['of a newer version', [header({ version: 2 })], /has version 2.*newer release/],
    ['of another account', [header({ account: 'acc_b' })], /is of account acc_b/],
    ['incomplete before its end', [header(), '{"revis', entry()], /is incomplete or not JSON/],
    ['without a revision', [header(), '{"patches":[]}'], /line 2 is not a change/],
    ['without changes', [header(), 'null'], /line 2 is not a change/],
    [
      'with a change that is null',
      [header(), entry({ patches: [null] })],
      /line 2 is not a change/,
    ],
    [
      'with a text as the path of a change',
      [header(), entry({ patches: [{ op: 'add', path: '/name', value: 1 }] })],
      /line 2 is not a change/,
    ],
    ['of a later file', [header(), entry({ revision: 4 })], /no change leads to revision 3/],
    ['without a part', [header(), entry(), entry({ revision: 5 })], /leads to revision 4/],
    ['unfit', [header(), patch(['campaigns', 'cmp_x', 'name'])], /does not fit its account/],
    ['harmful', [header(), patch(['keys'])], /account.keys should be an object, not number/],
  ])('stops the start if it is %s, and does not change', async (_, lines, problem) => {
    await writtenJournal()
    const text = `${lines.join('\n')}\n`
    const accountText = await readFile(file(), 'utf8')
    await writeFile(journal(), text)

    const error = await failureOf(open())

    expect(error).toBeInstanceOf(StoreError)
    expect(error.message).toContain(journal())
    expect(error.message).toMatch(problem)
    expect(error.message).toContain('Move the file away, or start with --data on another folder')
    expect(await readFile(journal(), 'utf8')).toBe(text)
    expect(await readFile(file(), 'utf8')).toBe(accountText)
  })

  test('stops the start if its account is missing', async () => {
    const lines = await writtenJournal()
    await writeFile(journal(), lines.join('\n'))
    await rm(file())

    await expect(open()).rejects.toThrow(
      /acc_a\.journal belongs to an account whose file acc_a\.json is missing/,
    )
    expect(await readdir(join(folder, 'accounts'))).toEqual(['acc_a.journal'])
  })

  test('stops the start if it cannot be read', async () => {
    await writtenJournal()
    await mkdir(journal())

    await expect(open()).rejects.toThrow(/acc_a\.journal can't be read: it is a folder/)
  })

  test('is removed with its account', async () => {
    const store = await open()
    await store.add(account())
    await rename(store, 'renamed')

    await store.remove('acc_a')

    expect(await readdir(join(folder, 'accounts'))).toEqual([])
  })

  test('undoes a change that does not fit on the disk, and accepts later ones that do', async () => {
    const store = await open()
    await store.add(account())
    const fill = () => symlink('/dev/full', journal())

    await fill()
    const atFirst = await failureOf(rename(store, 'lost'))
    await rename(store, 'first')
    await rm(journal())
    await fill()
    const afterOthers = await failureOf(rename(store, 'lost'))
    const { name } = await store.read('acc_a')
    await rename(store, 'second')

    expect(atFirst.message).toMatch(/undone: .*\(ENOSPC\).*Free some space/)
    expect(afterOthers.message).toMatch(/undone: .*\(ENOSPC\).*Free some space/)
    expect(name).toBe('first')
    expect(await (await openAfterKill()).read('acc_a')).toMatchObject({ name: 'second' })
  })

  test('is added to files of the first version, which had none', async () => {
    await mkdir(join(folder, 'accounts'))
    await writeFile(file(), content({ version: 1, revision: undefined }))
    const store = await open()

    await rename(store, 'renamed')

    expect(await (await openAfterKill()).read('acc_a')).toMatchObject({ name: 'renamed' })
  })
})

describe('a file of the second version', () => {
  test('is an account without webhooks and alerts that has not run yet', async () => {
    const {
      webhooks: _w,
      alerts: _a,
      simulated_until: _s,
      usage: _u,
      origin: _o,
      ...before
    } = stored(account())
    await mkdir(join(folder, 'accounts'))
    await writeFile(file(), content({ version: 2, account: before }))

    const restored = await (await open()).read('acc_a')

    expect(restored).toMatchObject({
      webhooks: {},
      alerts: {},
      simulated_until: null,
      usage: {},
      origin: null,
    })
  })
})

describe('a file of an earlier release without last runs', () => {
  test('is opened, and takes changes of them', async () => {
    const { lastRuns: _, ...before } = stored(account())
    await mkdir(join(folder, 'accounts'))
    await writeFile(file(), content({ account: before }))
    const store = await open()
    expect([...(await store.read('acc_a')).lastRuns]).toEqual([])

    await store.update('acc_a', ({ lastRuns }) => void lastRuns.set('cmp_a', { at: 7 }))

    expect((await (await openAfterKill()).read('acc_a')).lastRuns.get('cmp_a')).toEqual({ at: 7 })
  })
})

describe('a change that cannot be written', () => {
  test('is undone with its whole group, and rejects with the reason and the solution', async () => {
    const store = await open()
    await store.add(account())
    const before = await store.read('acc_a')
    const hash = hashToken('session')
    const logIn = () =>
      store.update('acc_a', ({ sessions }) => {
        sessions.ses_a = { id: 'ses_a', hash, user_id: 'usr_a', key_id: 'key_a', ...TIMES }
      })
    const rename = (name: string) =>
      store.update('acc_a', (draft) => {
        draft.name = name
      })

    await mkdir(journal())
    const [first, second] = await Promise.all([failureOf(logIn()), failureOf(rename('b'))])

    expect(first).toBeInstanceOf(StoreError)
    expect(second).toBe(first)
    expect(first.message).toContain(journal())
    expect(first.message).toMatch(/undone: it is a folder.*try again\.$/)
    expect(first.cause).toMatchObject({ code: 'EISDIR' })
    expect(await store.read('acc_a')).toBe(before)
    expect(await store.findCredential(hash)).toBeUndefined()
    expect(await (await openAfterKill()).read('acc_a')).toEqual(before)
  })

  test('does not affect later changes', async () => {
    const store = await open()
    await store.add(account())
    const rename = (name: string) =>
      store.update('acc_a', (draft) => {
        draft.name = name
      })

    await mkdir(journal())
    await failureOf(rename('failed'))
    await store.add(account('acc_b'))
    await rmdir(journal())
    await rename('written')
    await store.close()

    const again = await open()
    expect(await again.read('acc_a')).toMatchObject({ name: 'written' })
    expect((await again.page({ limit: 9 })).ids).toEqual(['acc_a', 'acc_b'])
  })

  test('does not add an account', async () => {
    const store = await open()

    await mkdir(file('.acc_a.json.tmp'))
    await failureOf(store.add(account()))

    expect((await store.page({ limit: 9 })).ids).toEqual([])
    expect(await store.findCredential(hashToken('svc_test_acc_a'))).toBeUndefined()
    await rmdir(file('.acc_a.json.tmp'))
    await expect(store.add(account())).resolves.toBeUndefined()
  })

  test('reports a missing data folder', async () => {
    const store = await open()
    await store.add(account())

    await rm(folder, { recursive: true })
    await mkdir(folder)
    const error = await failureOf(store.update('acc_a', (draft) => ++draft.sequence))

    expect(error.message).toMatch(/no such file.*Restart, so that the data folder is made again/)
  })
})

describe('a data folder that cannot be used', () => {
  test('stops the start with a solution if it is not a folder', async () => {
    const path = join(folder, 'file')
    await writeFile(path, '')

    const error = await failureOf(open(path))

    expect(error).toBeInstanceOf(StoreError)
    expect(error.message).toMatch(/file can't be created: .*--data .*--ephemeral/)
  })

  test('is not locked after a failed start', async () => {
    await mkdir(join(folder, 'accounts'))
    await writeFile(file(), '')

    await failureOf(open())

    expect(await readdir(folder)).not.toContain('lock')
  })
})

const TIMES = { created_at: 0, expires_at: 1, ended_at: null }

describe('a file of an earlier release with deliveries', () => {
  test('gives them away once, and is written without them', async () => {
    const deliveries = { dlv_1: deliveryNumber(1), dlv_2: deliveryNumber(2) }
    await mkdir(join(folder, 'accounts'))
    await writeFile(file(), content({ account: { ...stored(account()), deliveries } }))
    const taken: [string, string[]][] = []
    const adopt = async (id: string, given: { id: string }[]) => {
      taken.push([id, given.map((each) => each.id)])
    }

    const store = await openFileStore(folder, { clock: createClock({ startAt: 0 }), adopt })
    const { name } = await store.read('acc_a')
    await store.close()
    await (await openFileStore(folder, { clock: createClock({ startAt: 0 }), adopt })).close()

    expect(name).toBe(account().name)
    expect(taken).toEqual([['acc_a', ['dlv_1', 'dlv_2']]])
  })
})
