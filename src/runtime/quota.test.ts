import { describe, expect, it } from 'vitest'
import { QuotaCounter } from './quota.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const START = Date.UTC(2026, 0, 15, 11, 59, 59)
/** A clock that nobody moves. */
const RUNNING = { offsetMs: 0, frozenAt: null }

describe('QuotaCounter', () => {
  it('counts down and refuses the request after the last', () => {
    const counter = new QuotaCounter()
    const limits = { hour: 2, day: 10 }

    const seen = [0, 1, 2].map(() => counter.charge('key', limits, START))

    expect(seen.map(({ remaining, allowed }) => [remaining, allowed])).toEqual([
      [1, true],
      [0, true],
      [0, false],
    ])
  })

  it('opens the hour with its first request and ends it an hour later', () => {
    const counter = new QuotaCounter()
    const limits = { hour: 1, day: 10 }
    const first = counter.charge('key', limits, START)

    expect(first.endsAt).toBe(START + HOUR)
    expect(counter.charge('key', limits, START + HOUR - 1).allowed).toBe(false)
    expect(counter.charge('key', limits, START + HOUR).allowed).toBe(true)
  })

  it('does not charge the day for requests that the hour refuses', () => {
    const counter = new QuotaCounter()
    const limits = { hour: 1, day: 2 }
    counter.charge('key', limits, START)
    for (let i = 0; i < 5; i++) counter.charge('key', limits, START + i)

    expect(counter.charge('key', limits, START + HOUR).allowed).toBe(true)
  })

  it('does not charge the hour for requests that the day refuses', () => {
    const counter = new QuotaCounter()
    counter.charge('key', { hour: 5, day: 1 }, START)
    counter.charge('key', { hour: 5, day: 1 }, START)

    // A wider limit of the day shows the count of the hour.
    expect(counter.charge('key', { hour: 5, day: 100 }, START).remaining).toBe(3)
  })

  it('shows the tighter window', () => {
    const counter = new QuotaCounter()

    expect(counter.charge('a', { hour: 5, day: 3 }, START)).toMatchObject({
      window: 'day',
      limit: 3,
    })
    expect(counter.charge('b', { hour: 3, day: 5 }, START)).toMatchObject({
      window: 'hour',
      limit: 3,
    })
  })

  it('shows the longer wait if both windows are used up', () => {
    const counter = new QuotaCounter()
    const limits = { hour: 1, day: 1 }
    counter.charge('key', limits, START)

    expect(counter.charge('key', limits, START)).toMatchObject({
      window: 'day',
      endsAt: START + DAY,
    })
  })

  it('opens a new window if the owner of the clock set it back to before the old one', () => {
    const limits = { hour: 1, day: 1 }
    for (const clock of [
      { offsetMs: -HOUR, frozenAt: null },
      { offsetMs: 0, frozenAt: START - HOUR },
    ]) {
      const counter = new QuotaCounter()
      counter.charge('key', limits, START, { offsetMs: 0, frozenAt: null })

      expect(counter.charge('key', limits, START - HOUR, clock).allowed).toBe(true)
    }
  })

  it.each([1, 60_000, HOUR - 1, HOUR, HOUR + 1, DAY, 400 * DAY])(
    'opens no new window if the time of the machine is set back by %d ms',
    (ms) => {
      for (const limits of [
        { hour: 2, day: 9 },
        { hour: 9, day: 2 },
      ]) {
        const counter = new QuotaCounter()
        for (const _ of [1, 2]) counter.charge('key', limits, START, RUNNING)

        expect(counter.charge('key', limits, START - ms, RUNNING).allowed).toBe(false)
        expect(counter.peek('key', limits, START - ms).remaining).toBe(0)
        // An hour and a day are as long as ever from then on.
        const length = limits.hour === 2 ? HOUR : DAY
        expect(counter.charge('key', limits, START - ms + length - 1, RUNNING).allowed).toBe(false)
        expect(counter.charge('key', limits, START + length, RUNNING).allowed).toBe(true)
      }
    },
  )

  it('counts on after a jump of the machine forward and back', () => {
    const counter = new QuotaCounter()
    const limits = { hour: 2, day: 9 }
    counter.charge('key', limits, START, RUNNING)
    counter.charge('key', limits, START + 5 * HOUR, RUNNING)

    const seen = [1, 2, 3].map((ms) => counter.charge('key', limits, START + ms, RUNNING).allowed)
    expect(seen).toEqual([true, false, false])
  })

  it('shows the remaining quota without charging or remembering the caller', () => {
    const counter = new QuotaCounter({ capacity: 1 })
    const limits = { hour: 2, day: 9 }
    counter.charge('known', limits, START)

    expect(counter.peek('known', limits, START)).toMatchObject({ remaining: 1 })
    expect(counter.peek('other', limits, START)).toMatchObject({ remaining: 2 })
    expect(counter.peek('known', limits, START + HOUR)).toMatchObject({ remaining: 2 })
    expect(counter.charge('known', limits, START)).toMatchObject({ remaining: 0 })
  })

  it('forgets the caller with the oldest request if there are too many', () => {
    const counter = new QuotaCounter({ capacity: 2 })
    const limits = { hour: 1, day: 1 }
    counter.charge('old', limits, START)
    counter.charge('kept', limits, START)
    counter.charge('old', limits, START)
    counter.charge('new', limits, START)

    expect(counter.charge('old', limits, START).allowed).toBe(false)
    expect(counter.charge('kept', limits, START).allowed).toBe(true)
  })
})
