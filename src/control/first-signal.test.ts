import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { collectGarbage } from '../../test/support/garbage.ts'
import { firstSignal } from './run.ts'

/** A signal that was aborted while something listened to it. */
function abortedBesides(lasting: AbortSignal): WeakRef<AbortSignal> {
  const gone = new AbortController()
  const first = firstSignal([gone.signal, lasting])
  first.addEventListener('abort', () => {})
  gone.abort()
  return new WeakRef(first)
}

it('is aborted with any of them, even if already aborted', () => {
  const [one, other] = [new AbortController(), new AbortController()]
  const first = firstSignal([one.signal, other.signal])
  const before = first.aborted

  other.abort()

  expect([before, first.aborted]).toEqual([false, true])
  expect(firstSignal([one.signal, other.signal]).aborted).toBe(true)
})

it('is released after it was aborted, even if one of them lives on', async () => {
  const lasting = new AbortController()

  const aborted = Array.from({ length: 20 }, () => abortedBesides(lasting.signal))
  await setImmediate()
  collectGarbage()
  await setImmediate()
  collectGarbage()

  // One or two may still be on the stack.
  const held = aborted.filter((signal) => signal.deref() !== undefined)
  expect(held.length).toBeLessThanOrEqual(2)
})
