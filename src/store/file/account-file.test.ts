import { expect, it } from 'vitest'
import { restored, type StoredAccount } from './account-file.ts'

function storedAccount(campaigns: object): StoredAccount {
  return { id: 'acc_one', campaigns, lastRuns: {}, past: {} } as StoredAccount
}

it('freezes the records of a stored account on first read', () => {
  const campaigns = { cmp_b: { keywords: ['tents'] }, cmp_a: { keywords: [] } }

  const account = restored(storedAccount(campaigns))

  expect(account.campaigns.size).toBe(2)
  expect(Object.isFrozen(campaigns.cmp_b)).toBe(false)
  expect([...account.campaigns.keys()]).toEqual(['cmp_b', 'cmp_a'])
  expect(Object.isFrozen(account.campaigns.get('cmp_b')?.keywords)).toBe(true)
})

it('freezes thousands of records at once, so that the first request does not wait for it', () => {
  const ids = Array.from({ length: 2001 }, (_, n) => `cmp_${n}`)
  const campaigns = Object.fromEntries(ids.map((id) => [id, { id }]))

  const account = restored(storedAccount(campaigns))

  expect(Object.isFrozen(campaigns.cmp_2000)).toBe(true)
  expect([...account.campaigns.keys()]).toEqual(ids)
})
