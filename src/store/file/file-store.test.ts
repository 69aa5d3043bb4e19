import { readFileSync } from 'node:fs'
import { mkdir, readdir, readFile, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  account,
  accountFiles,
  failureOf,
  rename,
  TIMES,
} from '../../../test/support/account-files.ts'
import { watchDisk } from '../../../test/support/disk-steps.ts'
import { hashToken } from '../../accounts/token.ts'
import { StoreError } from '../store-error.ts'

const { accounts, file, folder, journal, open, openAfterKill } = accountFiles()

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
})

describe('the removal of an account', () => {
  /** The lines of its journal halfway through, and its file. */
  async function interrupted() {
    const store = await open()
    await store.add(account())
    await rename(store, 'before')
    let lines = ''
    const end = watchDisk(folder(), ({ call, path, phase }) => {
      if (call === 'rmSync' && phase === 'before' && path === file()) {
        lines = readFileSync(journal(), 'utf8')
      }
    })
    const text = await readFile(file(), 'utf8')
    await store.remove('acc_a')
    end()
    await store.close()
    return { lines, text }
  }

  test.each([
    ['its file is still there', true],
    ['only its journal is', false],
  ])('is completed by the next start if %s', async (_, hasFile) => {
    const { lines, text } = await interrupted()
    await writeFile(journal(), lines)
    if (hasFile) await writeFile(file(), text)

    const again = await open()

    expect((await again.page({ limit: 9 })).ids).toEqual([])
    expect(await readdir(accounts())).toEqual([])
  })

  test('is undone if its file cannot be removed', async () => {
    const store = await open()
    await store.add(account())
    const end = watchDisk(folder(), ({ call, path }) => {
      if (call !== 'rmSync' || path !== file()) return
      throw Object.assign(new Error('EPERM: operation not permitted'), { code: 'EPERM' })
    })

    const failure = await failureOf(store.remove('acc_a'))
    end()
    const killed = await openAfterKill()

    expect(failure.message).toMatch(/acc_a\.json can't be written.*undone/)
    expect((await store.page({ limit: 9 })).ids).toEqual(['acc_a'])
    expect(await killed.read('acc_a')).toEqual(await store.read('acc_a'))
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

    await mkdir(journal())
    const [first, second] = await Promise.all([failureOf(logIn()), failureOf(rename(store, 'b'))])

    expect(first).toBeInstanceOf(StoreError)
    expect(second).toBe(first)
    expect(first.message).toContain(journal())
    expect(first.message).toMatch(/undone: it is a folder.*try again\.$/)
    expect(first.cause).toMatchObject({ code: 'EISDIR' })
    expect(await store.read('acc_a')).toBe(before)
    expect(await store.findCredential(hash)).toBeUndefined()
    expect(await (await openAfterKill()).read('acc_a')).toEqual(before)
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
})

describe('a data folder that cannot be used', () => {
  test('stops the start with a solution if it is not a folder', async () => {
    const path = join(folder(), 'file')
    await writeFile(path, '')

    const error = await failureOf(open(path))

    expect(error).toBeInstanceOf(StoreError)
    expect(error.message).toMatch(/file can't be created: .*--data .*--ephemeral/)
  })

  test('is not locked after a failed start', async () => {
    await mkdir(accounts())
    await writeFile(file(), '')

    await failureOf(open())

    expect(await readdir(folder())).not.toContain('lock')
  })
})
