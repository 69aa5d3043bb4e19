import { expect, it } from 'vitest'
import { daysOf, daysUpTo, lastDays } from './date-range.ts'

const NOW = '2026-03-02T00:15:00Z'

it('counts today as the last of the days', () => {
  expect(lastDays(7, NOW)).toEqual({ start_date: '2026-02-24', end_date: '2026-03-02' })
  expect(lastDays(1, NOW)).toEqual({ start_date: '2026-03-02', end_date: '2026-03-02' })
})

it('recognizes the ranges that end today', () => {
  expect(daysUpTo(lastDays(30, NOW), NOW)).toBe(30)
  expect(daysUpTo({ start_date: '2026-02-01', end_date: '2026-02-28' }, NOW)).toBeUndefined()
  expect(daysUpTo({ start_date: '', end_date: '2026-03-02' }, NOW)).toBeUndefined()
})

it('lists the days of a range, and none of a reversed one', () => {
  expect(daysOf({ start_date: '2026-02-27', end_date: '2026-03-01' })).toEqual([
    '2026-02-27',
    '2026-02-28',
    '2026-03-01',
  ])
  expect(daysOf({ start_date: '2026-03-02', end_date: '2026-03-01' })).toEqual([])
})
