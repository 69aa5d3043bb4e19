import { expect, it } from 'vitest'
import { restored, type StoredAccount } from './account-file.ts'

function storedAccount(campaigns: object): StoredAccount {
  return { id: 'acc_one', campaigns, lastRuns: {}, past: {}, history: {} } as StoredAccount
}

it('freezes the records of a stored account', () => {
  const campaigns = { cmp_b: { keywords: ['tents'] }, cmp_a: { keywords: [] } }

  const account = restored(storedAccount(campaigns))

  expect([...account.campaigns.keys()]).toEqual(['cmp_b', 'cmp_a'])
  expect(Object.isFrozen(account.campaigns.get('cmp_b')?.keywords)).toBe(true)
  expect(() => account.campaigns.clear()).toThrow('frozen')
})
