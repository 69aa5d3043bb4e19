import { expect, test } from 'vitest'
import { isAhead, parseFixtureTime } from './fixture-time.ts'

const NOW = Date.UTC(2025, 10, 1, 12)

test.each([
  ['-40d', '2025-09-22T12:00:00.000Z'],
  ['12h', '2025-11-02T00:00:00.000Z'],
  ['+30m', '2025-11-01T12:30:00.000Z'],
  ['-2w', '2025-10-18T12:00:00.000Z'],
  ['0d', '2025-11-01T12:00:00.000Z'],
  ['2025-01-31', '2025-01-31T00:00:00.000Z'],
  ['2024-02-29', '2024-02-29T00:00:00.000Z'],
  ['2025-01-31T10:00Z', '2025-01-31T10:00:00.000Z'],
  ['2025-01-31T10:00:00.5+02:00', '2025-01-31T08:00:00.500Z'],
])('reads %s', (text, expected) => {
  expect(new Date(parseFixtureTime(text, NOW) ?? Number.NaN).toISOString()).toBe(expected)
})

test.each([
  ['soon'],
  [''],
  ['40'],
  ['-40 days'],
  ['-1y'],
  ['--1d'],
  ['2025-02-30'],
  ['2025-13-01'],
  ['2025-01-31T10:00'],
  ['2025-01-31T25:00Z'],
  ['31.01.2025'],
])('does not take %j for a time', (text) => {
  expect(parseFixtureTime(text, NOW)).toBeUndefined()
})

test.each([
  ['365d', true],
  ['+1m', true],
  ['-365d', false],
  ['0d', false],
  ['2999-01-01', false],
])('tells whether %s lies ahead: %s', (text, ahead) => {
  expect(isAhead(text)).toBe(ahead)
})
