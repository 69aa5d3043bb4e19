import { setImmediate } from 'node:timers/promises'
import { expect, it, onTestFinished, vi } from 'vitest'
import { nodeWarnings } from '../../test/support/warnings.ts'
import { closingController, createClock } from './clock.ts'

const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length

it('stops waiting when aborted, and leaves no timer behind', async () => {
  const stop = new AbortController()
  const before = timers()
  const waited = createClock().wait(60_000, stop.signal)
  expect(timers()).toBe(before + 1)

  stop.abort()

  await expect(waited).resolves.toBeUndefined()
  expect(timers()).toBe(before)
})

it('does not start to wait if aborted before', async () => {
  const before = timers()
  await expect(createClock().wait(60_000, AbortSignal.abort())).resolves.toBeUndefined()
  expect(timers()).toBe(before)
})

it("shows the machine's time next to its own", () => {
  let machine = 1_000
  const clock = createClock({ startAt: 500_000, wallTime: () => machine })

  machine += 250

  expect(clock.now()).toBe(500_250)
  expect(clock.wallTime()).toBe(1_250)
})

it('is not moved by the fake timers of a test', async () => {
  const before = createClock().wallTime()
  vi.useFakeTimers({ now: 0 })
  onTestFinished(() => void vi.useRealTimers())
  const clock = createClock()

  await clock.wait(1)

  expect(clock.now()).toBeGreaterThanOrEqual(before)
  expect(clock.now()).toBeLessThan(before + 60_000)
})

it('ends more than ten waits, without a warning of a leak', async () => {
  const warnings = nodeWarnings()
  const closing = closingController()
  const waits = Array.from({ length: 11 }, () => createClock().wait(60_000, closing.signal))

  closing.abort()
  await Promise.all(waits)
  // Node reports a leak in a later turn.
  await setImmediate()

  expect(warnings).toEqual([])
})
