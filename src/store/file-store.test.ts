import { mkdir, mkdtemp, readdir, readFile, rm, rmdir, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Account } from '../accounts/account.ts'
import { hashToken } from '../accounts/token.ts'
import { DOCUMENT } from '../testing/document.ts'
import { openFileStore } from './file-store.ts'
import { withFiller } from './filler-campaigns.ts'
import { buildAccount } from './fixture-account.ts'
import type { Store } from './store.ts'
import { StoreError } from './store-error.ts'

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
  const store = await openFileStore(path, { now: 0 })
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

/** A file that openFileStore takes, with parts of it exchanged. */
const content = (parts: object = {}, accountParts: object = {}) =>
  JSON.stringify({
    format: 'svc-sandbox/account',
    version: 1,
    account: { ...account(), ...accountParts },
    ...parts,
  })

async function failureOf(promise: Promise<unknown>): Promise<Error & { cause?: Error }> {
  return promise.then(
    () => expect.fail('It should have failed.'),
    (error) => error,
  )
}

describe('a file store that is opened again', () => {
  test('is empty when its first accounts were not all written', async () => {
    const first = await open()
    await mkdir(file('.acc_b.json.tmp'))
    const failed = await failureOf(first.fill([account(), account('acc_b')]))
    await first.close()

    const second = await open()
    expect(failed).toBeInstanceOf(StoreError)
    expect(await second.accountIds()).toEqual([])
    await second.fill([account(), account('acc_b')])
    await second.close()

    expect(await (await open()).accountIds()).toEqual(['acc_a', 'acc_b'])
  })

  test('holds what it held, and finds its keys', async () => {
    const first = await open()
    await first.add(account())
    await first.add(account('acc_b'))
    await first.update('acc_a', (draft) => {
      draft.sequence += 1
    })
    const before = await first.read('acc_a')
    await first.close()

    const second = await open()

    expect(await second.accountIds()).toEqual(['acc_a', 'acc_b'])
    expect(await second.read('acc_a')).toEqual(before)
    expect(Object.keys((await second.read('acc_a')).campaigns)).toEqual(
      Object.keys(before.campaigns),
    )
    expect(await second.findCredential(hashToken('svc_test_acc_b'))).toMatchObject({
      accountId: 'acc_b',
    })
  })

  test('has forgotten what was removed', async () => {
    const first = await open()
    await first.add(account())
    await first.remove('acc_a')
    await first.close()

    expect(await readdir(join(folder, 'accounts'))).toEqual([])
    expect(await (await open()).accountIds()).toEqual([])
  })
})

describe('the files', () => {
  test('hold one account each, in the documented form, for their owner alone', async () => {
    const data = join(folder, 'made', 'here')
    const store = await open(data)
    await store.add(account())

    const path = join(data, 'accounts', 'acc_a.json')
    const text = await readFile(path, 'utf8')
    const mode = async (entry: string) => ((await stat(entry)).mode & 0o777).toString(8)

    expect(JSON.parse(text)).toEqual({
      format: 'svc-sandbox/account',
      version: 1,
      account: JSON.parse(JSON.stringify(await store.read('acc_a'))),
    })
    expect(text).not.toContain('\n')
    expect(await mode(path)).toBe('600')
    expect(await mode(join(data, 'lock'))).toBe('600')
    expect(await mode(join(data, 'accounts'))).toBe('700')
    expect(await mode(data)).toBe('700')
  })

  test('that are none of accounts are left alone, but for what a crash left behind', async () => {
    await mkdir(join(folder, 'accounts'))
    await writeFile(file('notes.txt'), 'mine')
    await writeFile(file('.acc_a.json.tmp'), '{"half":')

    const store = await open()

    expect(await store.accountIds()).toEqual([])
    expect(await readdir(join(folder, 'accounts'))).toEqual(['notes.txt'])
  })

  test.each<[string, string, RegExp]>([
    ['torn', content().slice(0, -10), /is torn or not JSON/],
    ['empty', '', /is empty/],
    ['blank', ' \n', /is empty/],
    ['foreign', '{"name":"x"}', /is not an account of svc-sandbox/],
    ['foreign, and no object', 'null', /is not an account of svc-sandbox/],
    ['of another format', content({ format: 'svc-sandbox/log' }), /is not an account/],
    ['of a newer version', content({ version: 2 }), /has version 2.*newer release/],
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
  ])('stop the start when one is %s, and stay as they are', async (_, text, problem) => {
    await mkdir(join(folder, 'accounts'))
    await writeFile(file(), text)

    const error = await failureOf(open())

    expect(error).toBeInstanceOf(StoreError)
    expect(error.message).toContain(file())
    expect(error.message).toMatch(problem)
    expect(error.message).toContain('Move the file away, or start with --data on another folder')
    expect(await readFile(file(), 'utf8')).toBe(text)
    await rm(file())
    expect(await (await open()).accountIds()).toEqual([])
  })

  test('stop the start when one is not named after an account', async () => {
    await mkdir(join(folder, 'accounts'))
    await writeFile(file('acc a.json'), content())

    await expect(open()).rejects.toThrow(/acc a\.json is not named after an account/)
  })

  test('stop the start when two hold the same token', async () => {
    await mkdir(join(folder, 'accounts'))
    await writeFile(file(), content())
    await writeFile(file('acc_b.json'), content({}, { id: 'acc_b' }))

    await expect(open()).rejects.toThrow(/acc_b.*acc_a.*one account only/)
  })

  test('stop the start when one can’t be read', async () => {
    await mkdir(file(), { recursive: true })

    await expect(open()).rejects.toThrow(/acc_a\.json can't be read: EISDIR/)
  })
})

describe('a change that can’t be written', () => {
  test('is undone with all of its group and answered with the reason and the way out', async () => {
    const store = await open()
    await store.add(account())
    const before = await store.read('acc_a')
    const text = await readFile(file(), 'utf8')
    const hash = hashToken('session')
    const logIn = () =>
      store.update('acc_a', ({ sessions }) => {
        sessions.ses_a = { id: 'ses_a', hash, user_id: 'usr_a', key_id: 'key_a', ...TIMES }
      })
    const rename = (name: string) =>
      store.update('acc_a', (draft) => {
        draft.name = name
      })

    await mkdir(file('.acc_a.json.tmp'))
    const [first, second] = await Promise.all([failureOf(logIn()), failureOf(rename('b'))])

    expect(first).toBeInstanceOf(StoreError)
    expect(second).toBe(first)
    expect(first.message).toContain(file())
    expect(first.message).toMatch(/undone: EISDIR.*try again\.$/)
    expect(first.cause).toMatchObject({ code: 'EISDIR' })
    expect(await store.read('acc_a')).toBe(before)
    expect(await store.findCredential(hash)).toBeUndefined()
    expect(await readFile(file(), 'utf8')).toBe(text)
  })

  test('leaves the store fit for others', async () => {
    const store = await open()
    await store.add(account())
    const rename = (name: string) =>
      store.update('acc_a', (draft) => {
        draft.name = name
      })

    await mkdir(file('.acc_a.json.tmp'))
    await failureOf(rename('failed'))
    await store.add(account('acc_b'))
    await rmdir(file('.acc_a.json.tmp'))
    await rename('written')
    await store.close()

    const again = await open()
    expect(await again.read('acc_a')).toMatchObject({ name: 'written' })
    expect(await again.accountIds()).toEqual(['acc_a', 'acc_b'])
  })

  test('does not add an account', async () => {
    const store = await open()

    await mkdir(file('.acc_a.json.tmp'))
    await failureOf(store.add(account()))

    expect(await store.accountIds()).toEqual([])
    expect(await store.findCredential(hashToken('svc_test_acc_a'))).toBeUndefined()
    await rmdir(file('.acc_a.json.tmp'))
    await expect(store.add(account())).resolves.toBeUndefined()
  })

  test('tells that the data folder has gone', async () => {
    const store = await open()
    await store.add(account())

    await rm(folder, { recursive: true })
    await mkdir(folder)
    const error = await failureOf(store.update('acc_a', (draft) => ++draft.sequence))

    expect(error.message).toMatch(/ENOENT.*Restart, so that the data folder is made again/)
  })
})

describe('a data folder that can’t be used', () => {
  test('stops the start with a way out when it is no folder', async () => {
    const path = join(folder, 'file')
    await writeFile(path, '')

    const error = await failureOf(open(path))

    expect(error).toBeInstanceOf(StoreError)
    expect(error.message).toMatch(/file can't be made: .*--data .*--ephemeral/)
  })

  test('is not kept locked by a start that failed', async () => {
    await mkdir(join(folder, 'accounts'))
    await writeFile(file(), '')

    await failureOf(open())

    expect(await readdir(folder)).toEqual(['accounts'])
  })
})

const TIMES = { created_at: 0, expires_at: 1, ended_at: null }
