import { render } from 'preact'
import { useCallback, useEffect, useState } from 'preact/hooks'
import { Shell } from './app/shell.tsx'
import {
  forgetToken,
  type Health,
  health,
  needsToken,
  openSession,
  type Session,
} from './client/session.ts'
import { SignIn } from './features/sign-in/screen.tsx'
import { useInterval } from './hooks/timing.ts'
import { Failure } from './ui/page.tsx'

/** Real milliseconds between two tries to reach a sandbox that is away. */
const LOOK_AGAIN_MS = 3000

/** Opens a session, or shows the sign-in screen. */
function App() {
  const [start, setStart] = useState(
    {} as { session?: Session; health?: Health; error?: unknown; ended?: boolean },
  )
  const begin = useCallback(async (token: string | undefined) => {
    let state: Health | undefined
    try {
      state = await health()
      const session = await openSession(state, token)
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
    (reason: unknown) => {
      forgetToken(session?.token)
      if (reason === undefined) begin(undefined)
      else setStart(({ health }) => ({ error: reason, ended: true, ...(health && { health }) }))
    },
    [begin, session],
  )
  if (session && state) {
    return <Shell session={session} health={state} onLeave={leave} />
  }
  if (error && state && needsToken(error)) {
    return <SignIn reason={error} ended={start.ended} health={state} onToken={begin} />
  }
  if (error) {
    return (
      <main class="alone">
        <Failure
          error={error}
          title="No connection to the sandbox"
          retry={() => begin(undefined)}
        />
      </main>
    )
  }
  return <Frame />
}

/** The empty frame, as in the page before its script runs. */
function Frame() {
  return (
    <div class="shell" aria-busy="true">
      <div class="sidebar">
        <span class="brand">
          <img src="console/icon.svg" alt="" width="24" height="24" /> svc-sandbox
        </span>
      </div>
      <div class="shell-main">
        <div class="top"></div>
        <main>
          <p class="hidden-text" role="status">
            Loading the console…
          </p>
        </main>
      </div>
    </div>
  )
}

const root = document.getElementById('app') as HTMLElement
root.replaceChildren()
render(<App />, root)
