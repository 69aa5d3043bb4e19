import { useEffect, useRef } from 'preact/hooks'
import { useStream } from './stream.js'

/** Real milliseconds in which what happened is gathered: a week of runs is one reason to load again, not hundreds. */
const GATHER_MS = 700

/**
 * Lets everything load again when campaigns have run, whoever pushed the clock, and when a sandbox that was away is back.
 *
 * @param {() => void} refresh
 * @returns {ReturnType<typeof useStream>} How the connection is.
 */
export function useLive(refresh) {
  const timer = useRef(/** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined))
  const soon = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(refresh, GATHER_MS)
  }
  const state = useStream('events/stream', ({ event }) => {
    if (event === 'campaign.completed') soon()
  })
  const wasAway = useRef(false)
  useEffect(() => {
    if (state === 'open' && wasAway.current) refresh()
    wasAway.current = state === 'waiting'
  }, [state, refresh])
  useEffect(() => () => clearTimeout(timer.current), [])
  return state
}
