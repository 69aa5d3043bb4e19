import { useEffect, useRef, useState } from 'preact/hooks'
import { call } from '../client/http.js'
import { html } from '../html.js'
import { CopyButton } from '../parts/copy.js'
import { messageOf } from '../parts/failure.js'

/** What a header can carry; anything else came along when it was copied. */
const TOKEN = /^[\x21-\x7e]+$/

/**
 * For a sandbox that others can reach: who it belongs to has the admin token, a visitor the key of an account.
 *
 * @param {{ reason: unknown, ended?: boolean, health: import('../client/session.js').Health, onToken: (token: string) => Promise<void> }} props
 *   `ended`: a session was open, and `reason` ended it.
 */
export function SignIn({ reason, ended = false, health, onToken }) {
  const [token, setToken] = useState('')
  const [problem, setProblem] = useState(
    ended ? `You were signed out. ${messageOf(reason)}` : undefined,
  )
  const [made, setMade] = useState(/** @type {string | undefined} */ (undefined))
  const [busy, setBusy] = useState(false)
  const attempt = async (/** @type {() => Promise<void>} */ act) => {
    setBusy(true)
    setProblem(undefined)
    try {
      await act()
    } catch (error) {
      setProblem(messageOf(error))
    }
    setBusy(false)
  }
  const input = useRef(/** @type {HTMLInputElement | null} */ (null))
  useEffect(() => {
    document.title = 'Sign in · svc-sandbox'
  }, [])
  const open = async (/** @type {Event} */ event) => {
    event.preventDefault()
    await attempt(async () => {
      const given = token.trim()
      if (given === '') throw new Error('Paste the admin token or a key.')
      if (!TOKEN.test(given)) {
        throw new Error('A token has neither spaces nor letters with accents. Copy it once more.')
      }
      await onToken(given)
    })
    input.current?.focus()
  }
  const signUp = () =>
    attempt(async () => {
      const { data } = await call('POST', '_sandbox/signup', { body: {} })
      setMade(data.key.token)
    })

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
      <p class="faint">
        The admin token is what the sandbox was started with (SVC_ADMIN_TOKEN). A key with all permissions opens its own
        account. It is kept until this tab is closed.
      </p>
      <div id="sign-in-problem" role="alert">${problem && html`<p class="problem">${problem}</p>`}</div>
      <div class="actions"><button class="primary" disabled=${busy}>Open the console</button></div>
    </form>
    ${
      health.signup &&
      html`<section class="panel">
        <h2>No key yet?</h2>
        ${
          made === undefined
            ? html`<p>Make an account of your own, with data to try everything on.</p>
                <div class="actions"><button type="button" disabled=${busy} onClick=${signUp}>Make an account</button></div>`
            : html`<p>This is the key of your account. Copy it now: it is shown this once.</p>
                <output class="token" aria-label="Key of your account">${made}</output>
                <div class="actions">
                  <${CopyButton} text=${made} label="Copy key" />
                  <button type="button" class="primary" disabled=${busy} onClick=${() => attempt(() => onToken(made))}>I have copied it: go on</button>
                </div>`
        }
      </section>`
    }
    <details>
      <summary>Why is this asked?</summary>
      <p>${messageOf(reason)}</p>
    </details>
  </main>`
}
