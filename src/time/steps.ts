// Node's own, whatever a program that the sandbox runs in has put in its place: fake timers would hold all up.
import { setImmediate } from 'node:timers'

/** A long computation that pauses wherever others may be served. */
export type Steps<T> = Generator<undefined, T, unknown>

/** How long computations may keep all others waiting in a turn of the event loop, however many they are. */
const SLICE_MS = 2

/** Those that are paused, the longest first. */
const paused: (() => void)[] = []
/** When the slice of this turn is used up; undefined until somebody computes in it. */
let sliceEnd: number | undefined

/** Computes without a pause, for who has nobody else to serve. */
export function inOneGo<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** Computes a slice in each turn of the event loop that it gets, so that nobody waits for the whole. */
export async function inSlices<T>(steps: Steps<T>): Promise<T> {
  for (;;) {
    if (isSliceUsedUp()) await nextSlice()
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** For who computes long otherwise than in steps: waits for the next slice when that of this turn is used up. */
export async function giveWay(): Promise<void> {
  if (isSliceUsedUp()) await nextSlice()
}

function nextSlice(): Promise<void> {
  return new Promise((resolve) => paused.push(resolve))
}

/** Whether the slice of this turn is used up: for who can't wait where they are. */
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
  // Now, so that this one has it before those who come in the meantime.
  sliceEnd = beginSlice()
  resume()
}
