import { expect, it } from 'vitest'
import { dayIn, textOfDay, textOfTime, timeIn } from './input-time.ts'

it.each([
  ['2026-01-15', '15 Jan 2026'],
  ['2026-09-05', '5 Sep 2026'],
  ['soon', 'soon'],
  ['', ''],
])('shows the day %j as %j', (day, text) => {
  expect(textOfDay(day)).toBe(text)
})

it.each([
  ['15 Jan 2026', '2026-01-15'],
  ['5 september 2026', '2026-09-05'],
  ['5. Sept. 2026', '2026-09-05'],
  ['2026-01-15', '2026-01-15'],
  [' soon ', 'soon'],
  ['15 Foo 2026', '15 Foo 2026'],
  ['', ''],
])('reads the day in %j as %j', (text, day) => {
  expect(dayIn(text)).toBe(day)
})

it.each([
  ['2026-03-01T09:00:00Z', '1 Mar 2026, 09:00'],
  ['2026-03-01T09:00:30.250Z', '1 Mar 2026, 09:00:30'],
  ['2026-03-01T01:00:00+02:00', '28 Feb 2026, 23:00'],
  ['2026-03-01', '1 Mar 2026, 00:00'],
  ['soon', 'soon'],
  ['', ''],
])('shows the time %j as %j', (iso, text) => {
  expect(textOfTime(iso)).toBe(text)
})

it.each([
  ['1 Mar 2026, 09:00', '2026-03-01T09:00:00Z'],
  ['1 Mar 2026 9:00:30', '2026-03-01T09:00:30Z'],
  ['2026-03-01T09:00', '2026-03-01T09:00:00Z'],
  ['1 Mar 2026', '2026-03-01T00:00:00Z'],
  ['', ''],
  ['soon', 'soon'],
])('reads the time in %j as %j', (text, iso) => {
  expect(timeIn(text)).toBe(iso)
})
