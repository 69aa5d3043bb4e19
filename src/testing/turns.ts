import { vi } from 'vitest'

/**
 * How many turns others had while `work` went on, where each look at the clock finds that the slice of the turn is used
 * up.
 */
export async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0
  const count = () => {
    turns++
    immediate = setImmediate(count)
  }
  let immediate = setImmediate(count)
  let now = performance.now()
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
    now += 100
    return now
  })
  try {
    await work()
    return turns
  } finally {
    clearImmediate(immediate)
    clock.mockRestore()
  }
}
