import { setImmediate } from 'node:timers/promises'

/** A long computation that pauses wherever others may be served. */
export type Steps<T> = Generator<undefined, T, unknown>

/** How long a computation may keep all others waiting. */
const SLICE_MS = 5

/** Computes without a pause, for who has nobody else to serve. */
export function inOneGo<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** Computes a slice in each turn of the event loop, so that nobody waits for the whole. */
export async function inSlices<T>(steps: Steps<T>): Promise<T> {
  let begin = performance.now()
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    if (performance.now() - begin < SLICE_MS) continue
    await setImmediate()
    begin = performance.now()
  }
}
