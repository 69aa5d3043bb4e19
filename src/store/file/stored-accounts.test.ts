import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  account,
  accountFiles,
  content,
  failureOf,
  stored,
} from '../../../test/support/account-files.ts'
import { deliveryTo, eventOf } from '../../../test/support/event-rows.ts'
import { StoreError } from '../store-error.ts'

const { accounts, file, folder, open } = accountFiles()
const EVENT = eventOf(1)
const NEW = deliveryTo('whk_a', EVENT)
const ROWS = /events should be a list of objects with an id/

describe('the files', () => {
  test('hold one account each, in the documented format, for their owner only', async () => {
    const data = join(folder(), 'made', 'here')
    const store = await open(data)
    await store.add(account())

    const path = join(data, 'accounts', 'acc_a.json')
    const held = await store.read('acc_a')
    const text = await readFile(path, 'utf8')
    const mode = async (entry: string) => ((await stat(entry)).mode & 0o777).toString(8)

    expect(JSON.parse(text)).toEqual({
      format: 'svc-sandbox/account',
      version: 4,
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
    await mkdir(accounts())
    await writeFile(file('notes.txt'), 'mine')
    await writeFile(file('.acc_a.json.tmp'), '{"half":')

    const store = await open()

    expect((await store.page({ limit: 9 })).ids).toEqual([])
    expect(await readdir(accounts())).toEqual(['notes.txt'])
  })

  test.each<[string, string, RegExp]>([
    ['incomplete', content().slice(0, -10), /is incomplete or not JSON/],
    ['empty', '', /is empty/],
    ['blank', ' \n', /is empty/],
    ['foreign', '{"name":"x"}', /is not an account of svc-sandbox/],
    ['foreign, and not an object', 'null', /is not an account of svc-sandbox/],
    ['of another format', content({ format: 'svc-sandbox/log' }), /is not an account/],
    [
      'of an older version',
      content({ version: 3 }),
      /has version 3.*reads version 4.*another release/,
    ],
    [
      'of a newer version',
      content({ version: 5 }),
      /has version 5.*reads version 4.*another release/,
    ],
    ['without a revision', content({ revision: '1' }), /revision should be a number, not "1"/],
    ['without events', content({ events: null }), /events should be a list of objects with an id/],
    ['with a bad event', content({ events: [{}] }), /events should be a list of objects/],
    ['with an event without a body', content({ events: [{ ...EVENT, body: undefined }] }), ROWS],
    ['with an event whose body is text', content({ events: [{ ...EVENT, body: 'x' }] }), ROWS],
    ['with an event without alerts', content({ events: [{ ...EVENT, alerts: undefined }] }), ROWS],
    ['with an event at no time', content({ events: [{ ...EVENT, at: 'x' }] }), ROWS],
    [
      'with a bad attempt',
      content({ deliveries: [{ ...NEW, attempts: [null] }] }),
      /deliveries should be a list of obj/,
    ],
    ['with a bad delivery', content({ deliveries: [1] }), /deliveries should be a list of obj/],
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
    await mkdir(accounts())
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
    await mkdir(accounts())
    await writeFile(file('acc a.json'), content())

    await expect(open()).rejects.toThrow(/acc a\.json is not named after an account/)
  })

  test('stop the start if two hold the same token', async () => {
    await mkdir(accounts())
    await writeFile(file(), content())
    await writeFile(file('acc_b.json'), content({}, { id: 'acc_b' }))

    await expect(open()).rejects.toThrow(/acc_b.*acc_a.*one account only/)
  })
})
