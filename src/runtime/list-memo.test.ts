import { expect, it } from 'vitest'
import { ListMemo } from './list-memo.ts'

it('returns the same value for equal lists only', () => {
  const memo = new ListMemo<string, object>()
  const valueFor = (...list: string[]) => memo.get(list, () => ({ list }))

  const first = valueFor('a', 'b')

  expect(valueFor('a', 'b')).toBe(first)
  for (const other of [[], ['a'], ['a', 'c'], ['a', 'b', 'c']]) {
    expect(valueFor(...other)).toEqual({ list: other })
  }
  expect(valueFor('a', 'b')).toBe(first)
})

it('forgets lists that came long ago', () => {
  const memo = new ListMemo<number, object>()
  const first = memo.get([0], () => ({}))
  for (let n = 1; n <= 100; n++) memo.get([n], () => ({}))

  expect(memo.get([0], () => ({}))).not.toBe(first)
})
