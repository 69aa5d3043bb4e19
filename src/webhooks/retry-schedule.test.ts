import { describe, expect, it } from 'vitest'
import { nextAttemptAt, RETRY_DELAYS_MS, retryAfterMs } from './retry-schedule.ts'

const NOW = Date.UTC(2026, 0, 15, 9, 30)
const failed = { deliveryId: 'dlv_a', attempts: 1, now: NOW, seed: 1 }
const delayAfter = (parts: Partial<typeof failed & { retryAfterMs: number }>) =>
  (nextAttemptAt({ ...failed, ...parts }) as number) - NOW

describe('nextAttemptAt', () => {
  it.each([
    [1, 5],
    [2, 5 * 60],
    [3, 30 * 60],
    [4, 2 * 3600],
    [5, 5 * 3600],
    [6, 10 * 3600],
    [7, 10 * 3600],
  ])('after attempt %d waits about %d seconds', (attempts, seconds) => {
    const delays = Array.from({ length: 500 }, (_, i) =>
      delayAfter({ attempts, deliveryId: `dlv_${i}` }),
    )

    expect(Math.min(...delays)).toBeGreaterThanOrEqual(seconds * 900)
    expect(Math.min(...delays)).toBeLessThan(seconds * 910)
    expect(Math.max(...delays)).toBeGreaterThan(seconds * 1090)
    expect(Math.max(...delays)).toBeLessThanOrEqual(seconds * 1100)
  })

  it('gives up after the last attempt, whatever the receiver asks for', () => {
    const attempts = RETRY_DELAYS_MS.length + 1

    expect(nextAttemptAt({ ...failed, attempts, retryAfterMs: 1000 })).toBeNull()
  })

  it('gives the same times for the same seed and others for another', () => {
    expect(delayAfter({ attempts: 4 })).toBe(delayAfter({ attempts: 4 }))
    expect(delayAfter({ attempts: 4 })).not.toBe(delayAfter({ attempts: 4, seed: 2 }))
    expect(delayAfter({ attempts: 4 })).not.toBe(delayAfter({ attempts: 4, deliveryId: 'dlv_b' }))
    expect(delayAfter({ attempts: 6 })).not.toBe(delayAfter({ attempts: 7 }))
  })

  it('waits as long as the receiver asks for, but at most a day', () => {
    expect(delayAfter({ retryAfterMs: 60_000 })).toBe(60_000)
    expect(delayAfter({ retryAfterMs: 1_000 })).toBe(delayAfter({}))
    expect(delayAfter({ retryAfterMs: 1e15 })).toBe(86_400_000)
  })
})

describe('retryAfterMs', () => {
  it.each([
    ['120', 120_000],
    ['0', 0],
    ['Thu, 15 Jan 2026 09:31:30 GMT', 90_000],
    ['Thursday, 15-Jan-26 09:31:30 GMT', 90_000],
    ['Thu, 15 Jan 2026 09:00:00 GMT', 0],
    ['-1', undefined],
    ['1.5', undefined],
    ['soon', undefined],
    ['', undefined],
    ['2026-01-15T09:31:30Z', undefined],
    [undefined, undefined],
  ])('%j: %s', (header, expected) => {
    expect(retryAfterMs(header, NOW)).toBe(expected)
  })
})
