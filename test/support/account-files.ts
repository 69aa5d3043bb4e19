import { cp, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect } from 'vitest'
import type { Account } from '../../src/accounts/account.ts'
import { withFiller } from '../../src/fixtures/filler-campaigns.ts'
import { openFileStore } from '../../src/store/file/file-store.ts'
import type { Store } from '../../src/store/store.ts'
import { createClock } from '../../src/time/clock.ts'
import { DOCUMENT } from './document.ts'
import { buildAccount } from './fixtures.ts'

/** Gives each test of a file a data folder; it goes with the stores on it when the test ends. */
export function accountFiles() {
  let folder: string
  let copies = 0
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

  const file = (name = 'acc_a.json') => join(folder, 'accounts', name)

  return {
    open,
    file,
    folder: () => folder,
    accounts: () => join(folder, 'accounts'),
    journal: () => file('acc_a.journal'),
    /** Opens the files in their present state, like a process after one that was killed. */
    async openAfterKill(): Promise<Store> {
      const copy = join(folder, `killed ${++copies}`)
      await cp(join(folder, 'accounts'), join(copy, 'accounts'), {
        recursive: true,
        filter: async (path) => !path.endsWith('.journal') || (await stat(path)).isFile(),
      })
      return open(copy)
    },
  }
}

const { campaigns: CAMPAIGNS = [] } = await withFiller({ id: 'acc_a', generate_campaigns: 3 }, 1)

export function account(id = 'acc_a', token = `svc_test_${id}`): Account {
  return buildAccount(
    { id, keys: [{ token }], campaigns: CAMPAIGNS },
    {
      now: 0,
      seed: 1,
      document: DOCUMENT,
    },
  )
}

/** An account as in its file. */
export const stored = ({ campaigns, lastRuns, past, ...held }: Account) => ({
  ...held,
  campaigns: Object.fromEntries(campaigns),
  lastRuns: Object.fromEntries(lastRuns),
  past: Object.fromEntries(past),
})

/** A valid file with replaced parts. */
export const content = (parts: object = {}, accountParts: object = {}) =>
  JSON.stringify({
    format: 'svc-sandbox/account',
    version: 4,
    revision: 1,
    account: { ...stored(account()), ...accountParts },
    ...parts,
  })

/** A change of the account that `account()` makes. */
export const rename = (store: Store, name: string) =>
  store.update('acc_a', (draft) => {
    draft.name = name
  })

/** The times of a session. */
export const TIMES = { created_at: 0, expires_at: 1, ended_at: null }

export async function failureOf(promise: Promise<unknown>): Promise<Error & { cause?: Error }> {
  return promise.then(
    () => expect.fail('It should have failed.'),
    (error) => error,
  )
}
