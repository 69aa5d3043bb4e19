import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createClock } from './clock.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('stops waiting when aborted, and leaves no timer behind', async () => {
  const stop = new AbortController()
  const waited = createClock().wait(60_000, stop.signal)
  expect(vi.getTimerCount()).toBe(1)

  stop.abort()

  await expect(waited).resolves.toBeUndefined()
  expect(vi.getTimerCount()).toBe(0)
})

it('does not start to wait if aborted before', async () => {
  await expect(createClock().wait(60_000, AbortSignal.abort())).resolves.toBeUndefined()
  expect(vi.getTimerCount()).toBe(0)
})

it("shows the machine's time next to its own", () => {
  let machine = 1_000
  const clock = createClock({ startAt: 500_000, wallTime: () => machine })

  machine += 250

  expect(clock.now()).toBe(500_250)
  expect(clock.wallTime()).toBe(1_250)
})
