import { useEffect, useRef, useState } from 'preact/hooks'
import { messageOf } from '../client/problems.js'
import { useSandbox } from '../hooks/sandbox.js'
import { useStream } from '../hooks/stream.js'
import { useGathered } from '../hooks/timing.js'
import { html } from '../html.js'

/** Real milliseconds until the banner appears, because most connections take less. */
const BANNER_DELAY_MS = 1500

/** Keeps the page up to date, and reports when it cannot. @param {{ isKeyNeeded: boolean, onLeave: () => void }} props */
export function ConnectionBanner({ isKeyNeeded, onLeave }) {
  const { refresh } = useSandbox()
  const state = useLive(refresh, isKeyNeeded)
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    setLong(false)
    if (state !== 'waiting') return
    const timer = setTimeout(() => setLong(true), BANNER_DELAY_MS)
    return () => clearTimeout(timer)
  }, [state])
  if (state instanceof Error) {
    return html`<section class="connection-banner" role="alert">
      <span>${messageOf(state)}</span>
      <button type="button" onClick=${onLeave}>Start again</button>
    </section>`
  }
  if (!isLong) return null
  return html`<section class="connection-banner" role="alert">
    The sandbox does not answer. This page reconnects when it is back.
  </section>`
}

/** Real milliseconds between two reloads, because a test suite may change the account hundreds of times. */
const GATHER_MS = 1000

/**
 * Reloads everything when the account has changed, or when a sandbox that was away is back.
 * @param {() => void} refresh @param {boolean} isKeyNeeded The screen reads the API with a key that may not exist yet.
 */
function useLive(refresh, isKeyNeeded) {
  const soon = useGathered(refresh, GATHER_MS)
  const onMessage = (/** @type {import('../client/stream.js').Message} */ { event }) => {
    if (event === 'changed') soon()
  }
  const state = useStream('/changes/stream', onMessage, { enabled: useKeyIsMade(isKeyNeeded) })
  const wasOpen = useRef(false)
  const isAway = useRef(false)
  useEffect(() => {
    // A final refusal, as after the deletion of the account: reload the list of accounts.
    if (state instanceof Error || (state === 'open' && isAway.current)) refresh()
    if (state === 'open') wasOpen.current = true
    // Before the first connection, the sandbox was not away.
    isAway.current = state === 'waiting' && wasOpen.current
  }, [state, refresh])
  return state
}

/** Whether to listen: the new key of the page must not trigger a reload. @param {boolean} isKeyNeeded */
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
