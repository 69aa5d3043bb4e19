import { expect, test } from 'vitest'
import { parseDateRange } from './period.ts'

test.each([
  ['last_7_days', '2024-02-25', '2024-03-02'],
  ['last_30_days', '2024-02-02', '2024-03-02'],
  ['last_90_days', '2023-12-04', '2024-03-02'],
  ['2023-01-01..2023-12-31', '2023-01-01', '2023-12-31'],
  ['2024-02-29..2024-02-29', '2024-02-29', '2024-02-29'],
])('on 2024-03-02 %s is %s to %s', (text, from, to) => {
  expect(parseDateRange(text, '2024-03-02')).toEqual({ from, to })
})

test.each([
  '',
  'last_8_days',
  'LAST_7_DAYS',
  'constructor',
  '2024-03-02',
  '2024-03-02..',
  '2024-03-02..2024-03-01',
  '2023-02-29..2023-03-01',
  '2024-01-01..2024-01-02..2024-01-03',
  '2024-01-01...2024-01-02',
])('%j is not a range', (text) => {
  expect(parseDateRange(text, '2024-03-02')).toBeUndefined()
})
