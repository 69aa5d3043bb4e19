import { useEffect, useRef } from 'preact/hooks'
import { type Clock, shownBy } from '../client/session.ts'
import { useStream } from './stream.ts'
import { useGathered, useTurn } from './timing.ts'

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
  return [turn, next] as const
}

/** Looks again when the next attempt is due and while it is in progress, because no event reports its end. */
export function useAttempts(
  deliveries: readonly { next_attempt_at: string | null }[] | undefined,
  clock: Clock | undefined,
  look: () => void,
) {
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
