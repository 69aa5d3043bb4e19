import { useEffect, useRef, useState } from 'preact/hooks'
import { controlOf } from '../../client/http.ts'
import { keepVisitorKey, problemOfToken } from '../../client/keys.ts'
import { messageOf } from '../../client/problems.ts'
import type { Health } from '../../client/session.ts'
import { useAttempt } from '../../hooks/sandbox.ts'
import { valueTo } from '../../ui/controls.tsx'
import { CopyButton } from '../../ui/copy.tsx'
import { Panel } from '../../ui/page.tsx'

/** Sign-in with the admin token or the key of an account. `ended`: `reason` ended an open session. */
export function SignIn({
  reason,
  ended = false,
  health,
  onToken,
}: {
  reason: unknown
  ended?: boolean
  health: Health
  onToken: (token: string) => Promise<void>
}) {
  const [token, setToken] = useState('')
  const { attempt, error, busy } = useAttempt(
    ended ? `You were signed out. ${messageOf(reason)}` : undefined,
  )
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    document.title = 'Sign in · svc-sandbox'
    // Most visitors of a demo have no token yet.
    if (!health.signup) input.current?.focus()
  }, [health.signup])
  const open = async (event: Event) => {
    event.preventDefault()
    await attempt(async () => {
      const given = token.trim()
      if (given === '') throw new Error('Paste the admin token or a key.')
      const wrong = problemOfToken(given)
      if (wrong !== undefined) throw new Error(wrong)
      await onToken(given)
    })
    input.current?.focus()
  }

  return (
    <main class="alone">
      <h1>
        <img src="console/icon.svg" alt="" width="32" height="32" /> svc-sandbox
      </h1>
      {health.signup ? (
        <>
          <p>This is a public demo. Create your own account, or open one with its key.</p>
          <SignUp onToken={onToken} />
        </>
      ) : (
        <p>This sandbox needs a token.</p>
      )}
      <form class="panel" noValidate onSubmit={open}>
        <label>
          Admin token, or a key of your account
          <input
            ref={input}
            type="password"
            autocomplete="off"
            spellcheck={false}
            required
            aria-invalid={error ? 'true' : undefined}
            aria-describedby="sign-in-problem"
            value={token}
            onInput={valueTo(setToken)}
          />
        </label>
        <div id="sign-in-problem" role="alert">
          {error !== undefined && <p class="problem">{messageOf(error)}</p>}
        </div>
        <p class="faint">
          The operator of the sandbox sets the admin token (SVC_ADMIN_TOKEN). A key with all
          permissions opens its account. This tab remembers it until you close it.
        </p>
        <div class="actions">
          <button type="submit" class="primary" disabled={busy}>
            Open the console
          </button>
        </div>
      </form>
      {!ended && (
        <details>
          <summary>Why is a token needed?</summary>
          <p>{messageOf(reason)}</p>
        </details>
      )}
    </main>
  )
}

/** Lets a visitor create an account. */
function SignUp({ onToken }: { onToken: (token: string) => Promise<void> }) {
  const [made, setMade] = useState<string>()
  const { attempt, error, busy } = useAttempt()
  const signUp = () =>
    attempt(async () => {
      const { data } = await controlOf({})('POST', '/signup', { body: {} })
      keepVisitorKey(data.key.token)
      setMade(data.key.token)
    })
  return (
    <Panel title="No key yet?">
      {made === undefined ? (
        <>
          <p>Create your own account, with data to try everything.</p>
          <div class="actions">
            <button type="button" class="primary" disabled={busy} onClick={signUp}>
              Create an account
            </button>
          </div>
        </>
      ) : (
        <>
          <p>
            This is the key of your account. This browser keeps it until you sign out, and the
            Overview shows it until your first request. Copy it to use it elsewhere.
          </p>
          <output class="token" aria-label="Key of your account">
            {made}
          </output>
          <div class="actions">
            <CopyButton text={made} label="Copy key" />
            <button
              type="button"
              class="primary"
              disabled={busy}
              onClick={() => attempt(() => onToken(made))}
            >
              Copied, continue
            </button>
          </div>
        </>
      )}
      <div role="alert">{error !== undefined && <p class="problem">{messageOf(error)}</p>}</div>
    </Panel>
  )
}
