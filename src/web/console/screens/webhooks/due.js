import { useEffect, useRef } from 'preact/hooks'
import { shownBy } from '../../client/session.js'
import { useStream } from '../../hooks/stream.js'
import { useGathered, useTurn } from '../../hooks/timing.js'

/** @import { Clock } from '../../client/session.js' */

const IN = new Intl.RelativeTimeFormat('en-GB')
const SECOND_MS = 1000
/** @type {[unit: 'day' | 'hour' | 'minute' | 'second', ms: number][]} */
const UNITS = [
  ['day', 86_400 * SECOND_MS],
  ['hour', 3600 * SECOND_MS],
  ['minute', 60 * SECOND_MS],
  ['second', SECOND_MS],
]

/** `in 5 min` of the account's clock; undefined if it is due. @param {string} at @param {Clock} clock */
export function untilText(at, clock) {
  const left = Date.parse(at) - shownBy(clock)
  if (left <= 0) return undefined
  const [unit, ms] = UNITS.find(([, each]) => left >= each * 1.5) ?? ['second', SECOND_MS]
  return IN.format(Math.max(1, Math.round(left / ms)), unit)
}

/** The length of time to advance by, as POST /_sandbox/clock takes it. @param {string} at @param {string} now */
export function advanceTo(at, now) {
  const seconds = Math.ceil((Date.parse(at) - Date.parse(now)) / SECOND_MS)
  return `${Math.max(1, seconds)}s`
}

/** Real milliseconds between two reloads, because hundreds of events may come in a row. */
const GATHER_MS = 800
/** Real milliseconds between two looks at an attempt in progress, doubled each time. */
const LOOK_MS = { first: 1000, most: 16_000 }
/** Later attempts are not watched: users advance the clock to them. */
const SOON_MS = 120_000

/** A number that grows when deliveries of the account may have changed, to reload them. */
export function useEventTurn() {
  const [turn, next] = useTurn()
  const soon = useGathered(next, GATHER_MS)
  useStream('/events/stream', ({ event }) => event === 'ready' || soon())
  return /** @type {const} */ ([turn, next])
}

/**
 * Looks again when the next attempt is due and while it is in progress, because no event reports its end.
 * @param {readonly { next_attempt_at: string | null }[] | undefined} deliveries @param {Clock | undefined} clock @param {() => void} look
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
