import { useEffect, useRef } from 'preact/hooks'
import { useStream } from './stream.js'

/** Real milliseconds in which what happened is gathered: a suite of tests is a reason to load again now and then, not hundreds. */
const GATHER_MS = 1000

/**
 * Lets everything load again when the account has changed, whoever did that, and when a sandbox that was away is back.
 *
 * @param {() => void} refresh
 * @returns {ReturnType<typeof useStream>} How the connection is.
 */
export function useLive(refresh) {
  const timer = useRef(/** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined))
  const soon = () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      refresh()
    }, GATHER_MS)
  }
  const state = useStream('changes/stream', ({ event }) => {
    if (event === 'changed') soon()
  })
  const wasAway = useRef(false)
  useEffect(() => {
    // Refused for good, as when the account was removed: those that there are have to be read again.
    if (state instanceof Error || (state === 'open' && wasAway.current)) refresh()
    wasAway.current = state === 'waiting'
  }, [state, refresh])
  useEffect(() => () => clearTimeout(timer.current), [])
  return state
}
