import { expect, test } from 'vitest'
import { duration, enumerate } from './wording.ts'

test.each([
  [850, '850 ms'],
  [4183, '4.2 s'],
  [59_949, '59.9 s'],
  [59_960, '1 min 0 s'],
  [72_400, '1 min 12 s'],
])('%i ms is %s', (ms, text) => {
  expect(duration(ms)).toBe(text)
})

test('a list is cut before it is longer than asked', () => {
  expect(enumerate([])).toBe('')
  expect(enumerate(['a'])).toBe('a')
  expect(enumerate(['a', 'b', 'c', 'd'], 4)).toBe('a, b, c and d')
  expect(enumerate(['a', 'b', 'c', 'd', 'e'], 4)).toBe('a, b, c and 2 more')
})
