import { useEffect, useState } from 'preact/hooks'
import { messageOf } from './client/problems.js'
import { useLive } from './hooks/live.js'
import { useSandbox } from './hooks/sandbox.js'
import { html } from './html.js'

/** A connection that is only just being made is no news. */
const PATIENCE_MS = 1500

/**
 * Keeps the page in step with the sandbox, and says so when it cannot.
 *
 * @param {{ isKeyNeeded: boolean, onLeave: () => void }} props `isKeyNeeded`: whether the screen reads the API.
 */
export function ConnectionBanner({ isKeyNeeded, onLeave }) {
  const { refresh } = useSandbox()
  const state = useLive(refresh, { isKeyNeeded })
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    setLong(false)
    if (state !== 'waiting') return
    const timer = setTimeout(() => setLong(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [state])
  if (state instanceof Error) {
    return html`<section class="connection-banner" role="alert">
      <span>${messageOf(state)}</span>
      <button type="button" onClick=${onLeave}>Begin again</button>
    </section>`
  }
  if (!isLong) return null
  return html`<section class="connection-banner" role="alert">
    The sandbox does not answer. It may have been stopped; this page goes on as soon as it is back.
  </section>`
}
