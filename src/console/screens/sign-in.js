import { useEffect, useRef, useState } from 'preact/hooks'
import { messageOf } from '../client/problems.js'
import { problemOfToken } from '../client/token.js'
import { html } from '../html.js'
import { useAttempt } from './sign-in/attempt.js'
import { SignUp } from './sign-in/sign-up.js'

/**
 * For a sandbox that others can reach: who it belongs to has the admin token, a visitor the key of an account.
 *
 * @param {{ reason: unknown, ended?: boolean, health: import('../client/session.js').Health, onToken: (token: string) => Promise<void> }} props
 *   `ended`: a session was open, and `reason` ended it.
 */
export function SignIn({ reason, ended = false, health, onToken }) {
  const [token, setToken] = useState('')
  const { attempt, problem, busy } = useAttempt(
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
    <p>This sandbox is open to those who have a token for it.</p>
    <form class="panel" noValidate onSubmit=${open}>
      <label>
        Admin token, or a key of your account
        <input
          ref=${input}
          type="password"
          autocomplete="off"
          spellcheck=${false}
          required
          aria-invalid=${problem ? 'true' : undefined}
          aria-describedby="sign-in-problem"
          value=${token}
          onInput=${(/** @type {{ currentTarget: HTMLInputElement }} */ event) => setToken(event.currentTarget.value)}
        />
      </label>
      <div id="sign-in-problem" role="alert">${problem && html`<p class="problem">${problem}</p>`}</div>
      <p class="faint">
        The admin token is what the sandbox was started with (SVC_ADMIN_TOKEN). A key with all permissions opens its own
        account. It is kept until this tab is closed.
      </p>
      <div class="actions"><button class="primary" disabled=${busy}>Open the console</button></div>
    </form>
    ${health.signup && html`<${SignUp} onToken=${onToken} />`}
    ${
      !ended &&
      html`<details>
        <summary>Why is this asked?</summary>
        <p>${messageOf(reason)}</p>
      </details>`
    }
  </main>`
}
