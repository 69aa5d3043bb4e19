import { appendFile, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import {
  account,
  accountFiles,
  failureOf,
  rename,
  stored,
  TIMES,
} from '../../../test/support/account-files.ts'
import { deliveryTo, eventOf } from '../../../test/support/event-rows.ts'
import type { Campaign } from '../../accounts/campaign.ts'
import { StoreError } from '../store-error.ts'

const { accounts, file, journal, open, openAfterKill } = accountFiles()
const EVENT = eventOf(1)
const NEW = deliveryTo('whk_a', EVENT)

describe('a journal', () => {
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
    expect(await readdir(accounts())).toEqual(['acc_a.json'])
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
    JSON.stringify({ format: 'svc-sandbox/journal', version: 2, account: 'acc_a', ...parts })

  test.each<[string, string[], RegExp]>([
    ['foreign', ['{"name":"x"}'], /is not a journal of svc-sandbox/],
    ['of a newer version', [header({ version: 3 })], /has version 3.*another release/],
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
    ...[
      { events: [{ ...EVENT, body: undefined }] },
      { events: [{ ...EVENT, body: 'x' }] },
      { events: [{ ...EVENT, alerts: undefined }] },
      { events: [{ ...EVENT, at: 'x' }] },
      { events: [{ ...EVENT, type: 'x' }] },
      { events: [EVENT], deliveries: [{ ...NEW, attempts: [null] }] },
      { events: [EVENT], deliveries: [{ ...NEW, webhook_id: undefined }] },
      { forward: 'x' },
      { forward: { ms: 'x' } },
      { drops_before: '1' },
      { replaces: 1 },
      { removed: 'no' },
    ].map((parts): [string, string[], RegExp] => [
      `with ${JSON.stringify(parts).slice(0, 120)}`,
      [header(), entry(parts)],
      /line 2 is not a change/,
    ]),
    ['of another id', [header(), patch(['id'], 'replace', 'acc_b')], /it has the account acc_b/],
    [
      'with another account',
      [header(), entry({ replaces: true, account: { ...stored(account()), id: 'acc_b' } })],
      /it has the account acc_b/,
    ],
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
    expect(await readdir(accounts())).toEqual(['acc_a.journal'])
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
})
