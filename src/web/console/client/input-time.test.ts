import { expect, it } from 'vitest'
import { inputTimeOf, utcOf } from './input-time.ts'

it.each([
  ['2026-03-01T09:00:00Z', '2026-03-01T09:00'],
  ['2026-03-01T09:00:30.250Z', '2026-03-01T09:00:30'],
  ['2026-03-01T01:00:00+02:00', '2026-02-28T23:00'],
  ['2026-03-01', '2026-03-01T00:00'],
  ['soon', ''],
  ['', ''],
])('shows %j in an input as %j', (iso, shown) => {
  expect(inputTimeOf(iso)).toBe(shown)
})

it.each([
  ['2026-03-01T09:00', '2026-03-01T09:00:00Z'],
  ['2026-03-01T09:00:30', '2026-03-01T09:00:30Z'],
  ['', ''],
  ['soon', 'soon'],
])('reads %j of an input as %j', (shown, iso) => {
  expect(utcOf(shown)).toBe(iso)
})
