import { describe, expect, it } from 'vitest'
import { readExpiry } from './duration.ts'

const NOW = Date.parse('2026-01-15T09:30:00Z')
const DAY = 86_400_000

describe('a requested end', () => {
  it('is after a duration, at a time, or not at all', () => {
    expect(readExpiry({ expires_in: '1d12h' }, NOW)).toEqual({ end: NOW + 1.5 * DAY })
    expect(readExpiry({ expires_at: '2026-01-16T10:30:00+01:00' }, NOW)).toEqual({ end: NOW + DAY })
    expect(readExpiry({}, NOW)).toEqual({})
  })

  it('is later than the clock, and has a year of four digits', () => {
    expect(readExpiry({ expires_at: '9999-12-31T23:59:59Z' }, NOW).issue).toBe(undefined)
    expect(readExpiry({ expires_at: '2026-01-15T09:30:00.001Z' }, NOW).issue).toBe(undefined)
  })

  it.each([
    [{ expires_in: '90 moons' }, '/expires_in', 'must be a duration such as 90d'],
    [{ expires_in: '0d' }, '/expires_in', 'must end after 2026-01-15T09:30:00.000Z'],
    [{ expires_in: '999999999w' }, '/expires_in', 'before the year 10000; found "999999999w"'],
    [{ expires_at: '2026-01-15T09:30:00Z' }, '/expires_at', 'must end after 2026-01-15T09:30'],
    [
      { expires_in: '1d', expires_at: '2027-01-01T00:00:00Z' },
      '/expires_in',
      'must not be combined',
    ],
  ])('is refused for %j', (input, path, words) => {
    const { end, issue } = readExpiry(input, NOW)

    expect(end).toBe(undefined)
    expect(issue).toMatchObject({ in: 'body', path, message: expect.stringContaining(words) })
  })
})
