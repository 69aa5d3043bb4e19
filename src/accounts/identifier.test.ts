import { expect, test } from 'vitest'
import { nextId } from './identifier.ts'

test('gives ids of the asked kind, each another one, and counts them', () => {
  const account = { id: 'acc_a', seed: 1, sequence: 0 }

  const ids = Array.from({ length: 1000 }, () => nextId(account, 'cmp'))

  expect(new Set(ids).size).toBe(1000)
  expect(ids.filter((id) => !/^cmp_[0-9a-hjkmnp-tv-z]{12}$/.test(id))).toEqual([])
  expect(account.sequence).toBe(1000)
})

test('gives the same ids for the same seed, account and sequence', () => {
  const again = () => nextId({ id: 'acc_a', seed: 1, sequence: 7 }, 'key')

  expect(again()).toBe(again())
})

test.each([
  ['seed', { id: 'acc_a', seed: 2, sequence: 7 }],
  ['account', { id: 'acc_b', seed: 1, sequence: 7 }],
  ['sequence', { id: 'acc_a', seed: 1, sequence: 8 }],
])('gives another id for another %s', (_, other) => {
  expect(nextId(other, 'key')).not.toBe(nextId({ id: 'acc_a', seed: 1, sequence: 7 }, 'key'))
})
