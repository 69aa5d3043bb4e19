import { useEffect, useRef, useState } from 'preact/hooks'
import { useSandbox } from './sandbox.js'
import { useStream } from './stream.js'

/** Real milliseconds in which what happened is gathered: a suite of tests is a reason to load again now and then, not hundreds. */
const GATHER_MS = 1000

/**
 * Lets everything load again when the account has changed, whoever did that, and when a sandbox that was away is back.
 *
 * @param {() => void} refresh
 * @param {{ isKeyNeeded: boolean }} screen Whether it reads the API, with a key that may have to be made first.
 * @returns {ReturnType<typeof useStream>} How the connection is.
 */
export function useLive(refresh, { isKeyNeeded }) {
  const timer = useRef(/** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined))
  const soon = () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      refresh()
    }, GATHER_MS)
  }
  const takeNews = (/** @type {import('../client/stream.js').Message} */ { event }) => {
    if (event === 'changed') soon()
  }
  const state = useStream('changes/stream', takeNews, { enabled: useKeyIsMade(isKeyNeeded) })
  const wasOpen = useRef(false)
  const isAway = useRef(false)
  useEffect(() => {
    // Refused for good, as when the account was removed: those that there are have to be read again.
    if (state instanceof Error || (state === 'open' && isAway.current)) refresh()
    if (state === 'open') wasOpen.current = true
    // Until it is connected for the first time, it was not away.
    isAway.current = state === 'waiting' && wasOpen.current
  }, [state, refresh])
  useEffect(() => () => clearTimeout(timer.current), [])
  return state
}

/**
 * Whether nothing stands in the way of listening: that the page makes its own key is no news to it.
 *
 * @param {boolean} isKeyNeeded
 */
function useKeyIsMade(isKeyNeeded) {
  const { api, keyMade } = useSandbox()
  const [madeFor, setMadeFor] = useState(/** @type {{ api?: typeof api }} */ ({}))
  useEffect(() => {
    let isGone = false
    if (isKeyNeeded) keyMade().then(() => isGone || setMadeFor({ api }))
    return () => {
      isGone = true
    }
  }, [api, keyMade, isKeyNeeded])
  return !isKeyNeeded || madeFor.api === api
}
