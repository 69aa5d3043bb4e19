import { performance, setImmediate } from '../node-globals.ts'

/** A long computation that pauses where other work may continue. */
export type Steps<T> = Generator<undefined, T, unknown>

/** How long all computations together may block a turn of the event loop. */
const SLICE_MS = 2

/** Paused computations, the longest first. */
const paused: (() => void)[] = []
/** When this turn's slice is used up; undefined until a computation uses it. */
let sliceEnd: number | undefined

/** Computes without a pause, where nothing else has to run. */
export function inOneGo<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/**
 * Computes one slice per turn of the event loop, so that other work can continue. Rejects with the reason of `signal` once that
 * is aborted.
 */
export async function inSlices<T>(steps: Steps<T>, signal?: AbortSignal): Promise<T> {
  for (;;) {
    if (isSliceUsedUp()) await nextSlice()
    if (signal?.aborted) throw signal.reason
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** For long computations without steps: waits for the next slice if this turn's is used up. */
export async function yieldToEventLoop(): Promise<void> {
  if (isSliceUsedUp()) await nextSlice()
}

function nextSlice(): Promise<void> {
  return new Promise((resolve) => paused.push(resolve))
}

/** Whether this turn's slice is used up: for code that cannot wait. */
export function isSliceUsedUp(): boolean {
  sliceEnd ??= beginSlice()
  return performance.now() >= sliceEnd
}

function beginSlice(): number {
  setImmediate(endTurn)
  return performance.now() + SLICE_MS
}

function endTurn(): void {
  sliceEnd = undefined
  const resume = paused.shift()
  if (!resume) return
  // At once, so that this computation gets the slice before newer ones.
  sliceEnd = beginSlice()
  resume()
}
