import { expect, test } from 'vitest'
import { VersionedMap } from './versioned-map.ts'

const numbered = (count: number) =>
  VersionedMap.of(Array.from({ length: count }, (_, n): [string, number] => [`id${n}`, n]))

test('is as the Map of the same entries', () => {
  const map: Map<string, number> = numbered(300)
  const same = new Map(Array.from({ length: 300 }, (_, n) => [`id${n}`, n]))
  const visited: [string, number][] = []
  map.forEach((value, id) => {
    visited.push([id, value])
  })

  expect(map.size).toBe(300)
  expect([...map]).toEqual([...same])
  expect([...map.keys()]).toEqual([...same.keys()])
  expect([...map.values()]).toEqual([...same.values()])
  expect(visited).toEqual([...same])
  expect([map.get('id200'), map.get('x'), map.has('id200'), map.has('x')]).toEqual([
    ...[200, undefined, true, false],
  ])
  expect(() => map.set('x', 1)).toThrow(TypeError)
  expect(() => map.delete('id1')).toThrow(TypeError)
})

test('stays as it was when another version is made', () => {
  const before = numbered(300)
  const entries = [...before]

  const after = before.with([
    ['id5', -5],
    ['id299', undefined],
    ['new', 1],
  ])

  expect([...before]).toEqual(entries)
  expect([before.has('new'), before.get('id299'), before.size]).toEqual([false, 299, 300])
  expect([after.get('id5'), after.has('id299'), after.size]).toEqual([-5, false, 300])
  expect([...after.keys()].slice(-2)).toEqual(['id298', 'new'])
})

test('shares the chunks without a change', () => {
  const before = numbered(1000)

  const { chunks } = before.with([['id0', -1]])

  expect(chunks[0]).not.toBe(before.chunks[0])
  expect(chunks.slice(1)).toEqual(before.chunks.slice(1))
  expect(chunks.slice(1).every((chunk, n) => chunk === before.chunks[n + 1])).toBe(true)
})

test('is apart from other versions of the same map', () => {
  const before = numbered(3)

  const one = before.with([['one', 1]])
  const other = before.with([['other', 2]])
  const again = one.with([['other', 3]]).with([['one', undefined]])

  expect([...one.keys()]).toEqual(['id0', 'id1', 'id2', 'one'])
  expect([...other.keys()]).toEqual(['id0', 'id1', 'id2', 'other'])
  expect([...again]).toEqual([...before, ['other', 3]])
  expect([one.get('other'), other.get('one'), other.get('other')]).toEqual([
    undefined,
    undefined,
    2,
  ])
})

test('puts an entry that was removed and set again at the end', () => {
  const map = numbered(3)
    .with([['id0', undefined]])
    .with([['id0', 7]])

  expect([...map]).toEqual([
    ['id1', 1],
    ['id2', 2],
    ['id0', 7],
  ])
})

test('forgets what was removed', () => {
  let map = numbered(1)
  for (let n = 0; n < 10_000; n++) {
    map = map.with([[`other${n}`, n]]).with([[`other${n}`, undefined]])
  }

  expect([...map]).toEqual([['id0', 0]])
  expect(map.chunks.length).toBeLessThan(20)
})

test('finds the entries that differ from another version', () => {
  const before = numbered(1000)
  const after = before.with([
    ['id1', -1],
    ['id999', undefined],
    ['new', 0],
  ])

  expect([...after.idsSince(before)].sort()).toEqual(['id1', 'id999', 'new'])
  expect([...before.idsSince(before)]).toEqual([])
  expect([...numbered(2).idsSince(numbered(1))].sort()).toEqual(['id1'])
})

test('builds lazy entries once, on first read', () => {
  let built = 0
  const map = VersionedMap.lazy(() => {
    built++
    return numbered(300)
  }, 300)

  expect([map.size, Object.isFrozen(map), built]).toEqual([300, true, 0])
  expect([...map]).toEqual([...numbered(300)])
  const after = map.with([['new', 1]])
  expect([after.size, map.size, map.has('new'), built]).toEqual([301, 300, false, 1])
  expect([...after.idsSince(map)]).toEqual(['new'])
})

test('has its JSON until the first read, which parses and freezes the entries', () => {
  const json = '{"b":{"list":[1]},"a":{"list":[]}}'
  const map = VersionedMap.ofJson<{ list: number[] }>(() => json, 2)

  expect([map.size, map.unreadJson]).toEqual([2, json])
  expect([...map.keys()]).toEqual(['b', 'a'])
  expect(Object.isFrozen(map.get('b')?.list)).toBe(true)
  expect([map.unreadJson, map.with([['c', { list: [] }]]).unreadJson]).toEqual([
    undefined,
    undefined,
  ])
})
