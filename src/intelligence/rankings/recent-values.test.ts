import { expect, test } from 'vitest'
import { RecentValues } from './recent-values.ts'

const keysFor = (amount: number) => Array.from({ length: amount }, (_, number) => ({ number }))

test('knows the last values, and forgets those before', () => {
  const recent = new RecentValues<object, number>(10)
  const keys = keysFor(30)
  for (const [n, key] of keys.entries()) recent.set(key, n)

  expect(keys.slice(-10).map((key) => recent.get(key))).toEqual([
    20, 21, 22, 23, 24, 25, 26, 27, 28, 29,
  ])
  expect(keys.slice(0, 10).map((key) => recent.get(key))).toEqual(Array(10).fill(undefined))
})

test('counts sizes', () => {
  const recent = new RecentValues<object, string>(10)
  const [first, second, third] = keysFor(3) as [object, object, object]
  recent.set(first, 'first', 8)
  recent.set(second, 'second', 8)
  recent.set(third, 'third', 8)

  expect([first, second, third].map((key) => recent.get(key))).toEqual([
    undefined,
    'second',
    'third',
  ])
})
