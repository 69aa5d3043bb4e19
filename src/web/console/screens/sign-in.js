import { useEffect, useRef, useState } from 'preact/hooks'
import { controlOf } from '../client/http.js'
import { messageOf } from '../client/problems.js'
import { problemOfToken } from '../client/token.js'
import { useAttempt } from '../hooks/sandbox.js'
import { html } from '../html.js'
import { CopyButton, valueTo } from '../parts/controls.js'
import { Panel } from '../parts/page.js'

/** @import { Health } from '../client/session.js' */

/**
 * Sign-in with the admin token or the key of an account. `ended`: `reason` ended an open session.
 * @param {{ reason: unknown, ended?: boolean, health: Health, onToken: (token: string) => Promise<void> }} props
 */
export function SignIn({ reason, ended = false, health, onToken }) {
  const [token, setToken] = useState('')
  const { attempt, error, busy } = useAttempt(
    ended ? `You were signed out. ${messageOf(reason)}` : undefined,
  )
  const input = useRef(/** @type {HTMLInputElement | null} */ (null))
  useEffect(() => {
    document.title = 'Sign in · svc-sandbox'
    input.current?.focus()
  }, [])
  const open = async (/** @type {Event} */ event) => {
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

  return html`<main class="alone">
    <h1><img src="console/icon.svg" alt="" width="32" height="32" /> svc-sandbox</h1>
    <p>This sandbox needs a token.</p>
    <form class="panel" noValidate onSubmit=${open}>
      <label>
        Admin token, or a key of your account
        <input
          ref=${input}
          type="password"
          autocomplete="off"
          spellcheck=${false}
          required
          aria-invalid=${error ? 'true' : undefined}
          aria-describedby="sign-in-problem"
          value=${token}
          onInput=${valueTo(setToken)}
        />
      </label>
      <div id="sign-in-problem" role="alert">${error !== undefined && html`<p class="problem">${messageOf(error)}</p>`}</div>
      <p class="faint">
        The operator of the sandbox sets the admin token (SVC_ADMIN_TOKEN). A key with all permissions opens its account. This tab
        remembers it until you close it.
      </p>
      <div class="actions"><button class="primary" disabled=${busy}>Open the console</button></div>
    </form>
    ${health.signup && html`<${SignUp} onToken=${onToken} />`}
    ${
      !ended &&
      html`<details>
        <summary>Why is a token needed?</summary>
        <p>${messageOf(reason)}</p>
      </details>`
    }
  </main>`
}

/** Lets a visitor create an account. @param {{ onToken: (token: string) => Promise<void> }} props */
function SignUp({ onToken }) {
  const [made, setMade] = useState(/** @type {string | undefined} */ (undefined))
  const { attempt, error, busy } = useAttempt()
  const signUp = () =>
    attempt(async () => {
      const { data } = await controlOf({})('POST', '/signup', { body: {} })
      setMade(data.key.token)
    })
  return html`<${Panel} title="No key yet?">
    ${
      made === undefined
        ? html`<p>Create your own account, with data to try everything.</p>
            <div class="actions"><button type="button" disabled=${busy} onClick=${signUp}>Create an account</button></div>`
        : html`<p>
              This is the key of your account. Copy it now: it is shown only once, and you need it to sign in again.
            </p>
            <output class="token" aria-label="Key of your account">${made}</output>
            <div class="actions">
              <${CopyButton} text=${made} label="Copy key" />
              <button type="button" class="primary" disabled=${busy} onClick=${() => attempt(() => onToken(made))}>
                Copied, continue
              </button>
            </div>`
    }
    <div role="alert">${error !== undefined && html`<p class="problem">${messageOf(error)}</p>`}</div>
  </${Panel}>`
}
