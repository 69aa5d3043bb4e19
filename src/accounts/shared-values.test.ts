import { expect, test } from 'vitest'
import { SharedValues } from './shared-values.ts'

test('makes a value once for equal sources', () => {
  const made: number[] = []
  const texts = new SharedValues((day: number) => `day ${made.push(day)}`, 10)

  expect([1, 2, 1, 2, 1].map((day) => texts.of(day))).toEqual([
    'day 1',
    'day 2',
    'day 1',
    'day 2',
    'day 1',
  ])
})

test('forgets sources, so that its memory stays small', () => {
  const made: number[] = []
  const texts = new SharedValues((day: number) => `day ${made.push(day)}`, 10)
  for (let day = 0; day < 10; day++) texts.of(day)
  expect(texts.of(0)).toBe('day 1')

  texts.of(10)

  expect(texts.of(0)).toBe('day 12')
  expect(texts.of(10)).toBe('day 11')
})
