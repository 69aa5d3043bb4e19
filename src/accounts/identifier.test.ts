import { expect, test } from 'vitest'
import { nextFreeId, nextId } from './identifier.ts'

test('gives unique ids of a kind and counts them', () => {
  const account = { id: 'acc_a', seed: 1, sequence: 0 }

  const ids = Array.from({ length: 1000 }, () => nextId(account, 'key'))

  expect(new Set(ids).size).toBe(1000)
  expect(ids.filter((id) => !/^key_[0-9a-hjkmnp-tv-z]{12}$/.test(id))).toEqual([])
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

test.each([
  ['a prefix and characters', { prefix: 'C-', characters: '0123456789', length: 40 }, /^C-\d{40}$/],
  ['no prefix', { prefix: '', characters: 'ab', length: 3 }, /^[ab]{3}$/],
  ['uuid', { format: 'uuid' }, /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/],
] as const)('gives ids of a form: %s', (_, form, pattern) => {
  const account = { id: 'acc_a', seed: 1, sequence: 0 }

  const ids = Array.from({ length: 50 }, () => nextId(account, form))

  expect(ids.filter((id) => !pattern.test(id))).toEqual([])
  expect(new Set(ids).size).toBeGreaterThan(4)
})

test('gives a longer id if all short ones are in use', () => {
  const account = { id: 'acc_a', seed: 1, sequence: 0 }
  const taken = new Set<string>()

  for (let made = 0; made < 100; made++) {
    taken.add(
      nextFreeId(account, { prefix: '', characters: 'ab', length: 1 }, (id) => taken.has(id)),
    )
  }

  expect(taken.size).toBe(100)
})
