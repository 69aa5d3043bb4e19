import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { shownBy } from '../../client/clock.js'
import { useStream } from '../../hooks/stream.js'

/** Real milliseconds in which events are gathered: hundreds in a row are a reason to load again once in a while. */
const GATHER_MS = 800
/** Real milliseconds between two looks at what is under way: doubled each time, up to the second. */
const LOOK_MS = { first: 1000, most: 16_000 }
/** What is due later than that is not waited for: whoever waits for it pushes the clock. */
const SOON_MS = 120_000

/**
 * A number that grows when something about the account's deliveries may have changed, to load them again by.
 *
 * @returns {{ turn: number, next: () => void }}
 */
export function useTurns() {
  const [turn, setTurn] = useState(0)
  const next = useCallback(() => setTurn((before) => before + 1), [])
  const timer = useRef(/** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined))
  useStream('events/stream', ({ event }) => {
    if (event === 'ready' || timer.current !== undefined) return
    timer.current = setTimeout(() => {
      timer.current = undefined
      next()
    }, GATHER_MS)
  })
  useEffect(() => () => clearTimeout(timer.current), [])
  return { turn, next }
}

/**
 * Looks again when the next attempt is due, and while it is under way: no event tells of its end.
 *
 * @param {readonly { next_attempt_at: string | null }[] | undefined} deliveries As they were loaded last.
 * @param {import('../../client/clock.js').Clock | undefined} clock
 * @param {() => void} look
 */
export function useAttempts(deliveries, clock, look) {
  const seen = useRef({ due: '', wait: 0 })
  useEffect(() => {
    const due = (deliveries ?? []).flatMap(({ next_attempt_at: at }) => at ?? []).toSorted()[0]
    if (due === undefined || clock === undefined) return
    const left = Date.parse(due) - shownBy(clock)
    if (left > (clock.frozen ? 0 : SOON_MS)) return

    const wait = seen.current.due === due ? seen.current.wait * 2 : LOOK_MS.first
    seen.current = { due, wait: Math.min(wait, LOOK_MS.most) }
    const timer = setTimeout(() => document.hidden || look(), Math.max(0, left) + seen.current.wait)
    return () => clearTimeout(timer)
  }, [deliveries, clock, look])
}
