import { expect, it } from 'vitest'
import { changesBetween } from './changes.ts'

it('names the innermost places that were added, changed and removed', () => {
  const before = { a: { kept: 1, changed: 1, removed: { deep: 1 } } }
  const after = { a: { kept: 1, changed: 2, added: { deep: 1 } } }

  expect(changesBetween(before, after)).toEqual([
    { pointer: '/a/changed', before: 1, after: 2 },
    { pointer: '/a/removed', before: { deep: 1 } },
    { pointer: '/a/added', after: { deep: 1 } },
  ])
})

it('names the entries that were added at the end of an array', () => {
  expect(changesBetween({ list: ['a'] }, { list: ['a', 'b'] })).toEqual([
    { pointer: '/list/1', after: 'b' },
  ])
})

it('looks into the entries of an array of the same length', () => {
  const before = { list: [{ name: 'a' }, { name: 'b' }] }
  const after = { list: [{ name: 'a' }, { name: 'b', in: 'query' }] }

  expect(changesBetween(before, after)).toEqual([{ pointer: '/list/1/in', after: 'query' }])
})

it('shows an array as a whole if an entry was removed', () => {
  expect(changesBetween({ list: ['a', 'b'] }, { list: ['b'] })).toEqual([
    { pointer: '/list', before: ['a', 'b'], after: ['b'] },
  ])
})

it('escapes names in pointers', () => {
  expect(changesBetween({}, { '/a~b': 1 })).toEqual([{ pointer: '/~1a~0b', after: 1 }])
})
