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

test('gives the same text of an entry as JSON.stringify', () => {
  const cache = new SerializedRecords()
  const text = JSON.stringify(value)

  expect(cache.entry(value)).toEqual({ text, bytes: Buffer.byteLength(text) })
  expect(cache.entry(value)).toEqual({ text, bytes: Buffer.byteLength(text) })
})

test('does not cache the text of an entry that can change', () => {
  const entry = { n: 1 }
  const cache = new SerializedRecords()

  cache.entry(entry)
  entry.n = 2

  expect(cache.entry(entry).text).toBe('{"n":2}')
})

test.each([
  ['caches the texts of a map', 2_000, 1],
  ['does not cache those of a map that is too large', 2_001, 2],
])('%s', (_, size, times) => {
  const toJSON = vi.fn(() => 'entry')
  const record = Object.freeze({ toJSON })
  const records = new Map(Array.from({ length: size }, (_, n) => [`${n}`, record]))
  const cache = new SerializedRecords()

  const texts = [cache.texts(records)(record), cache.texts(records)(record)]

  expect(texts).toEqual(['"entry"', '"entry"'])
  expect(toJSON).toHaveBeenCalledTimes(times)
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

test('refuses a list that is too large, and says how many of its entries fit', () => {
  const entries = Array.from({ length: 10 }, () => Object.freeze({ text: 'é'.repeat(100) }))
  const cache = new SerializedRecords()

  expect(cache.list(entries, 10_000).bytes).toBe(2_121)
  expect(() => cache.list(entries, 1_000)).toThrow('Ask for 4 rows or fewer at once.')
  // One entry has to be readable.
  expect(cache.list(entries.slice(0, 1), 100).bytes).toBe(213)
})
