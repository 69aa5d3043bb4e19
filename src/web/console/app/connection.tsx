import { useEffect, useRef, useState } from 'preact/hooks'
import { messageOf } from '../client/problems.ts'
import type { Message } from '../client/stream.ts'
import { useSandbox } from '../hooks/sandbox.ts'
import { useStream } from '../hooks/stream.ts'
import { useGathered } from '../hooks/timing.ts'

/** Real milliseconds until the banner appears, because most connections take less. */
const BANNER_DELAY_MS = 1500

/** Keeps the page up to date, and reports when it cannot. */
export function ConnectionBanner({ onLeave }: { onLeave: () => void }) {
  const { refresh } = useSandbox()
  const state = useLive(refresh)
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    setLong(false)
    if (state !== 'waiting') return
    const timer = setTimeout(() => setLong(true), BANNER_DELAY_MS)
    return () => clearTimeout(timer)
  }, [state])
  if (state instanceof Error) {
    return (
      <section class="connection-banner row" role="alert">
        <span>{messageOf(state)}</span>
        <button type="button" onClick={onLeave}>
          Start again
        </button>
      </section>
    )
  }
  if (!isLong) return null
  return (
    <section class="connection-banner row" role="alert">
      The sandbox does not respond. Reconnecting…
    </section>
  )
}

/** Real milliseconds between two reloads, because a test suite may change the account hundreds of times. */
const GATHER_MS = 1000

/** Reloads everything when the account has changed, or when a sandbox that was away is back. */
function useLive(refresh: () => void) {
  const soon = useGathered(refresh, GATHER_MS)
  const onMessage = ({ event }: Message) => {
    if (event === 'changed') soon()
  }
  const state = useStream('/changes/stream', onMessage)
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
