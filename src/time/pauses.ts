import { type AbortSignal, performance, setImmediate } from '../node-globals.ts'

/** How long all computations together may block a turn of the event loop. */
const SLICE_MS = 2

/** Paused computations, the longest first. */
const paused: (() => void)[] = []
/** When this turn's slice is used up; undefined until a computation uses it. */
let sliceEnd: number | undefined

/**
 * Where a long computation pauses, so that other work can continue, if it has used up its slice of this turn of the event loop.
 * Rejects with the reason of `signal` once that is aborted: then nobody waits for the result any more.
 */
export async function yieldToEventLoop(signal?: AbortSignal): Promise<void> {
  if (isSliceUsedUp()) await nextSlice()
  if (signal?.aborted) throw signal.reason
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
