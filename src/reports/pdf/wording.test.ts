import { expect, test } from 'vitest'
import { decimal, grouped, longDay, periodBefore, shortDay, signed } from './wording.ts'

test.each([
  [signed(4471), '+4,471'],
  [signed(-1234.56, 1), '−1,234.6'],
  [signed(0.04, 1), '0'],
  [signed(-0.04, 1), '0'],
  [signed(2.34567, 4), '+2.3457'],
  [grouped(999), '999'],
  [grouped(1_234_567), '1,234,567'],
  [decimal(null, '%'), '–'],
  [decimal(20, '%'), '20.0%'],
  [longDay('2026-01-05'), '5 January 2026'],
  [shortDay('2025-12-17', false), '17 Dec'],
  [shortDay('2025-12-17', true), 'Dec 2025'],
  [periodBefore(1), 'the day before'],
  [periodBefore(3660), 'the 3,660 days before'],
])('%j is %j', (text, expected) => {
  expect(text).toBe(expected)
})
