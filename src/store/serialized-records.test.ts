import { freeze } from 'immer'
import { expect, test, vi } from 'vitest'
import { SerializedRecords } from './serialized-records.ts'

const value = freeze(
  {
    text: 'a "quoted" \u2028 line',
    none: null,
    absent: undefined,
    number: -0.5,
    list: [1, { deep: { deeper: [true, undefined] } }, undefined],
    records: { 'a"b': { n: 1 }, empty: {}, list: [] },
  },
  true,
)

test.each([0, 1, 2, 3, 9])('gives the same as JSON.stringify at depth %i', (depth) => {
  const cache = new SerializedRecords()

  expect(cache.stringify(value, depth)).toBe(JSON.stringify(value))
  expect(cache.stringify(value, depth)).toBe(JSON.stringify(value))
})

test('serializes a frozen entry once', () => {
  const toJSON = vi.fn(() => 'entry')
  const entry = Object.freeze({ toJSON })
  const cache = new SerializedRecords()

  const texts = [cache.stringify({ a: entry }, 1), cache.stringify({ b: entry }, 1)]

  expect(texts).toEqual(['{"a":"entry"}', '{"b":"entry"}'])
  expect(toJSON).toHaveBeenCalledTimes(1)
})

test('does not cache the text of an entry that can change', () => {
  const entry = { n: 1 }
  const cache = new SerializedRecords()

  cache.stringify([entry], 1)
  entry.n = 2

  expect(cache.stringify([entry], 1)).toBe('[{"n":2}]')
})

test.each([
  ['none', []],
  ['one', [value]],
  ['several, one of them twice', [value, Object.freeze({ n: 'ü ✓' }), value, Object.freeze([])]],
])('writes a list as JSON.stringify does, and knows its size: %s', (_, entries) => {
  const cache = new SerializedRecords()
  const text = JSON.stringify(entries)

  expect(cache.list(entries)).toEqual({ text, bytes: Buffer.byteLength(text) })
  expect(cache.list(entries)).toEqual({ text, bytes: Buffer.byteLength(text) })
})

test('serializes a frozen entry of a list once, and does not cache one that can change', () => {
  const toJSON = vi.fn(() => 'entry')
  const frozen = Object.freeze({ toJSON })
  const open = { n: 1 }
  const cache = new SerializedRecords()

  cache.list([frozen, open])
  open.n = 2
  const list = cache.list([frozen, open])

  expect(list.text).toBe('["entry",{"n":2}]')
  expect(toJSON).toHaveBeenCalledTimes(1)
})
