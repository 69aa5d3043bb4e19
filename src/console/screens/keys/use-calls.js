import { useCallback, useEffect, useRef } from 'preact/hooks'
import { useStream } from '../../hooks/stream.js'

/** Real milliseconds in which all calls together lead to one look at what they changed. */
const GATHER_MS = 500

/**
 * Loads again soon after the API was called, so that what keys are used for is seen while it happens.
 *
 * @param {() => void} reload
 * @param {string} [key] Id of the one key that counts.
 */
export function useCalls(reload, key) {
  const timer = useRef(/** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined))
  const gather = useCallback(() => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      reload()
    }, GATHER_MS)
  }, [reload])
  useEffect(() => () => clearTimeout(timer.current), [])
  useStream('requests/stream', gather, { query: { key } })
}
