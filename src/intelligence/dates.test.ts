import { describe, expect, test } from 'vitest'
import { comparedPeriod } from './comparison.ts'
import { addDays, dayNumber, dayOf, formatDay, parseDay, startOfDay, weekday } from './dates.ts'
import { countDays, daysOf, horizon, type Period } from './period.ts'

describe('dates', () => {
  test('agree with the calendar of Date on every day of five centuries', () => {
    const first = Date.UTC(1800, 0, 1) / 86_400_000
    const last = Date.UTC(2300, 0, 1) / 86_400_000

    for (let day = first; day < last; day++) {
      const date = new Date(day * 86_400_000)
      const text = date.toISOString().slice(0, 10)
      if (formatDay(day) !== text) expect(formatDay(day)).toBe(text)
      if (parseDay(text) !== day) expect(parseDay(text)).toBe(day)
      if (weekday(day) !== date.getUTCDay()) expect(weekday(day)).toBe(date.getUTCDay())
    }
  })

  test.each([
    '2025-02-29',
    '2025-02-30',
    '1900-02-29',
    '2025-04-31',
    '2025-13-01',
    '2025-00-10',
    '2025-01-00',
    '2025-1-1',
    '25-01-01',
    '2025-01-01T00:00:00Z',
    ' 2025-01-01',
    '2025-01-01\n',
    '',
  ])('%j is not a date', (text) => {
    expect(parseDay(text)).toBeUndefined()
    expect(() => dayNumber(text)).toThrow(RangeError)
  })

  test('an instant belongs to the day in which it lies, before 1970 too', () => {
    expect(formatDay(dayOf(Date.parse('2024-02-29T23:59:59.999Z')))).toBe('2024-02-29')
    expect(formatDay(dayOf(-1))).toBe('1969-12-31')
    expect(startOfDay(dayNumber('2024-03-01'))).toBe(Date.parse('2024-03-01'))
    expect(addDays('2024-02-28', 2)).toBe('2024-03-01')
  })
})

describe('a period', () => {
  const period = { from: '2025-03-01', to: '2025-03-31', today: '2025-03-10' }

  test('ends today at the latest', () => {
    expect(countDays(daysOf(period))).toBe(10)
  })

  test('is preceded by as many days as have begun', () => {
    const before = comparedPeriod(period) as Period

    expect(before).toMatchObject({ from: '2025-02-19', to: '2025-02-28' })
    expect(comparedPeriod({ ...period, today: '2025-06-01' })).toMatchObject({
      from: '2025-01-29',
      to: '2025-02-28',
    })
  })

  test('is cut off at the present moment only when that lies in today', () => {
    const noon = Date.parse('2025-03-10T12:00:00Z')

    expect(horizon({ ...period, now: noon })).toBe(noon)
    expect(horizon(period)).toBe(Number.POSITIVE_INFINITY)
  })
})
