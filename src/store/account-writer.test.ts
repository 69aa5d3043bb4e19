import { freeze } from 'immer'
import { expect, test } from 'vitest'
import { accountWith } from '../../test/support/store-accounts.ts'
import type { AccountStorage } from './account-storage.ts'
import { AccountWriter } from './account-writer.ts'

/** A writer whose writes can be made to fail. */
function setUp() {
  const written: (string | undefined)[] = []
  const committed: (string | undefined)[] = []
  let failure: Error | undefined
  const storage: AccountStorage = {
    add: async () => {},
    append(_, { account }) {
      if (failure) throw failure
      // What is being written is not visible yet.
      expect(writer.account?.name).not.toBe(account?.name)
      written.push(account?.name)
    },
    remove: async () => {},
    fill: (write) => write(),
    close: async () => {},
  }
  const slot = freeze({ account: accountWith([]) }, true)
  const writer: AccountWriter = new AccountWriter(
    slot.account.id,
    { slot },
    {
      ...{ storage, limits: undefined, touched: () => {} },
      committed: (_, after) => committed.push(after?.name),
    },
  )
  const rename = (name: string) =>
    writer.submit({
      make: ({ account }) => {
        if (account) account.name = name
        return name
      },
    })
  const refuse = (reason: string) =>
    writer.submit({
      make: ({ account }) => {
        if (account) account.name = 'half'
        throw new Error(reason)
      },
    })
  const fail = (error: Error | undefined) => {
    failure = error
  }
  return { writer, written, committed, rename, refuse, fail }
}

test('writes what a group of changes leads to, and then shows it', async () => {
  const { writer, written, committed, rename } = setUp()

  const names = Promise.all([rename('a'), rename('b')])

  expect(writer.isIdle).toBe(false)
  expect(await names).toEqual(['a', 'b'])
  expect(written).toEqual(['b'])
  expect(committed).toEqual(['b'])
  expect(writer.account?.name).toBe('b')
  expect(writer.isIdle).toBe(true)
})

test('undoes the whole group if its write fails, and continues with the next', async () => {
  const { writer, committed, rename, fail } = setUp()
  const before = writer.account
  const full = new Error('full')

  fail(full)
  const group = await Promise.allSettled([rename('a'), rename('b')])
  expect(writer.account).toBe(before)
  fail(undefined)
  await rename('c')

  expect(group).toEqual([
    { status: 'rejected', reason: full },
    { status: 'rejected', reason: full },
  ])
  expect(writer.account?.name).toBe('c')
  expect(committed).toEqual(['c'])
})

test('keeps the error of a change if the write fails, unless it saw undone changes', async () => {
  const { rename, refuse, fail } = setUp()
  const full = new Error('full')

  fail(full)
  const group = await Promise.allSettled([refuse('before'), rename('a'), refuse('after')])

  const reasons = group.map((settled) => settled.status === 'rejected' && settled.reason)
  expect(reasons).toEqual([new Error('before'), full, full])
})
