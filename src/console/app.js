import { useCallback, useEffect, useState } from 'preact/hooks'
import { forgetToken, health, needsToken, openSession } from './client/session.js'
import { html } from './html.js'
import { Failure } from './parts/failure.js'
import { SignIn } from './screens/sign-in.js'
import { Shell } from './shell.js'

/** Real milliseconds between two looks whether a sandbox that was away is back. */
const LOOK_AGAIN_MS = 3000

/** Finds out who is there before anything is shown: nobody yet, or somebody with a session. */
export function App() {
  const [start, setStart] = useState(
    /** @type {{ session?: import('./client/session.js').Session, health?: import('./client/session.js').Health, error?: unknown, ended?: boolean }} */ ({}),
  )
  const begin = useCallback(async (/** @type {string | undefined} */ token) => {
    let state
    try {
      state = await health()
      const session = await openSession(token)
      setStart({ session, health: state })
    } catch (error) {
      if (token !== undefined) throw error
      setStart({ error, ...(state === undefined ? {} : { health: state }) })
    }
  }, [])
  useEffect(() => void begin(undefined), [begin])

  const { session, health: state, error } = start
  const isAway = error !== undefined && !needsToken(error)
  useEffect(() => {
    if (!isAway) return
    const timer = setInterval(() => begin(undefined), LOOK_AGAIN_MS)
    return () => clearInterval(timer)
  }, [isAway, begin])

  const leave = useCallback(
    (/** @type {unknown} */ reason) => {
      forgetToken()
      if (reason === undefined) begin(undefined)
      else setStart(({ health }) => ({ error: reason, ended: true, ...(health && { health }) }))
    },
    [begin],
  )
  if (session && state) {
    return html`<${Shell} session=${session} health=${state} onLeave=${leave} />`
  }
  if (error && state && needsToken(error)) {
    return html`<${SignIn} reason=${error} ended=${start.ended} health=${state} onToken=${begin} />`
  }
  if (error) {
    return html`<main class="alone">
      <${Failure} error=${error} title="No connection to the sandbox" retry=${() => begin(undefined)} />
    </main>`
  }
  return html`<p class="starting">Loading the console…</p>`
}
