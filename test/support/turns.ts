import { setImmediate as nextTurn } from 'node:timers/promises'
import { onTestFinished, vi } from 'vitest'
import { performance } from '../../src/node-globals.ts'

/** Lets the event loop go round so many times. */
export async function passTurns(count: number): Promise<void> {
  for (let passed = 0; passed < count; passed++) await nextTurn()
}

/** Has the slices of computations measured by a clock that shows `now` (ms), until the test ends. */
export async function measureSlicesBy(now: () => number): Promise<void> {
  // One that was begun before ends by another clock.
  await passTurns(2)
  const clock = vi.spyOn(performance, 'now').mockImplementation(now)
  onTestFinished(() => clock.mockRestore())
}

/** Counts the turns of the event loop from now on. */
export function countTurns(): { passed: number; stop(): void } {
  const next = () => {
    turns.passed++
    immediate = setImmediate(next)
  }
  let immediate = setImmediate(next)
  const turns = { passed: 0, stop: () => clearImmediate(immediate) }
  return turns
}

/**
 * How many turns others had while `work` went on, where each look at the clock finds that the slice of the turn is used
 * up.
 */
export async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let now = 0
  await measureSlicesBy(() => {
    now += 100
    return now
  })
  const turns = countTurns()
  try {
    await work()
    return turns.passed
  } finally {
    turns.stop()
  }
}
