import { render } from 'preact'
import { useCallback, useEffect, useState } from 'preact/hooks'
import { forgetToken, health, needsToken, openSession } from './client/session.js'
import { useInterval } from './hooks/timing.js'
import { html } from './html.js'
import { Failure } from './parts/page.js'
import { SignIn } from './screens/sign-in.js'
import { Shell } from './shell/shell.js'

/** Real milliseconds between two tries to reach a sandbox that is away. */
const LOOK_AGAIN_MS = 3000

/** Opens a session, or shows the sign-in screen. */
function App() {
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
  useInterval(() => begin(undefined), LOOK_AGAIN_MS, isAway)

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

const root = /** @type {HTMLElement} */ (document.getElementById('app'))
root.replaceChildren()
render(html`<${App} />`, root)
