import { beforeEach, expect, it } from 'vitest'
import { accountWith } from '../../test/support/store-accounts.ts'
import { TouchedAccounts } from '../store/account-storage.ts'
import { openMemoryStore } from '../store/memory-store.ts'
import { DueAccounts } from './due-accounts.ts'

let now: number
let due: DueAccounts
let touched: TouchedAccounts
beforeEach(async () => {
  now = 1000
  touched = new TouchedAccounts()
  const store = openMemoryStore({ touched })
  for (const id of ['acc_a', 'acc_b', 'acc_c']) await store.add(accountWith([], { id, keys: {} }))
  due = new DueAccounts({ store, clock: { now: () => now }, touched })
})

async function listed(): Promise<string[]> {
  const ids: string[] = []
  for await (const id of due.list()) ids.push(id)
  return ids
}

it('lists all accounts at first, and then only those that changed', async () => {
  expect(await listed()).toEqual(['acc_a', 'acc_b', 'acc_c'])
  expect(await listed()).toEqual([])

  touched.add('acc_b')
  touched.add('acc_b')

  expect(await listed()).toEqual(['acc_b'])
  expect(await listed()).toEqual([])
})

it('lists an account once its time has come', async () => {
  await listed()
  due.listAfter('acc_c', 500)

  now += 499
  expect(await listed()).toEqual([])
  now += 1
  expect(await listed()).toEqual(['acc_c'])
  expect(await listed()).toEqual([])
})

it('lists an account that changes while it is looked at', async () => {
  await listed()
  touched.add('acc_a')
  for await (const id of due.list()) {
    touched.add(id)
    due.listAfter(id, 60_000)
  }

  expect(await listed()).toEqual(['acc_a'])
})

it.each([
  ['the clock of the machine was set back', () => now--],
  ['it forgot what it knew', () => due.forget()],
])('lists all accounts once %s', async (_, change) => {
  await listed()
  change()

  expect(await listed()).toHaveLength(3)
  expect(await listed()).toEqual([])
})
