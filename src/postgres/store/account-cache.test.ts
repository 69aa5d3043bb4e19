import { expect, it } from 'vitest'
import { accountWith, campaigns } from '../../../test/support/store-accounts.ts'
import type { Account } from '../../accounts/account.ts'
import { AccountCache, type Held } from './account-cache.ts'
import { lengthOf } from './account-rows.ts'

const KILOBYTE = 1024

function held(parts: Partial<Held<Account>> = {}): Held<Account> {
  const version = { incarnation: 1, revision: 1, clockRevision: 1, campaigns: 0 }
  return { ...version, state: accountWith([]), size: 10 * KILOBYTE, growth: 0, ...parts }
}

it('drops what was not used for longest when its limit is reached', () => {
  const cache = new AccountCache(100 * KILOBYTE)
  for (const id of ['a', 'b', 'c']) cache.wholes.keep(id, held())
  cache.wholes.get('a')

  cache.heads.keep('d', held())

  const present = ['a', 'b', 'c'].filter((id) => cache.wholes.get(id))
  expect(present).toEqual(['a', 'c'])
  expect(cache.heads.get('d')).toBeDefined()
  cache.drop('d')
  expect(cache.heads.get('d')).toBeUndefined()
})

it('holds one account that is larger than the limit, without driving out others', () => {
  const cache = new AccountCache(100 * KILOBYTE)
  cache.wholes.keep('a', held())

  cache.wholes.keep('b', held({ size: 40 * KILOBYTE }))
  expect(cache.wholes.get('b')).toBeDefined()
  cache.wholes.keep('c', held({ size: 40 * KILOBYTE }))

  expect(['a', 'b', 'c'].filter((id) => cache.wholes.get(id))).toEqual(['a', 'c'])
  cache.drop('c')
  expect(cache.wholes.get('c')).toBeUndefined()
})

it('keeps the later of two states', () => {
  const cache = new AccountCache(100 * KILOBYTE)
  const later = held({ revision: 3 })
  cache.wholes.keep('a', later)

  cache.wholes.keep('a', held({ revision: 2 }))
  expect(cache.wholes.get('a')).toBe(later)

  const other = held({ incarnation: 2 })
  cache.wholes.keep('a', other)
  expect(cache.wholes.get('a')).toBe(other)
})

it('measures an account again when its changes are as long as it was', () => {
  const cache = new AccountCache(10_000 * KILOBYTE)
  const state = accountWith(campaigns(100))

  cache.wholes.keep('a', held({ state, growth: 80 * KILOBYTE }))

  expect(cache.wholes.get('a')).toMatchObject({ size: lengthOf(state), growth: 0 })
})
