import { useStream } from '../../hooks/stream.ts'
import { useGathered, useInterval, useTurn } from '../../hooks/timing.ts'

/** Real milliseconds between two reloads, because an app may send hundreds of requests in a row. */
const GATHER_MS = 1000
/** Some verdicts need several requests, and come after them. */
const LOOK_MS = 5000

/** A number that grows when the proxy may have new counts and violations, to reload them. */
export function useTrafficTurn() {
  const [turn, next] = useTurn()
  const soon = useGathered(next, GATHER_MS)
  const query = { unauthenticated: true }
  useStream('/requests/stream', ({ event }) => event === 'request' && soon(), { query })
  useInterval(next, LOOK_MS)
  return [turn, next] as const
}
