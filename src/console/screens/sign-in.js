import { useState } from 'preact/hooks'
import { call } from '../client/http.js'
import { html } from '../html.js'
import { messageOf } from '../parts/failure.js'

/**
 * For a sandbox that others can reach: who it belongs to has the admin token, a visitor the key of an account.
 *
 * @param {{ reason: unknown, health: import('../client/session.js').Health, onToken: (token: string) => Promise<void> }} props
 */
export function SignIn({ reason, health, onToken }) {
  const [token, setToken] = useState('')
  const [problem, setProblem] = useState(/** @type {string | undefined} */ (undefined))
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
  const open = (/** @type {Event} */ event) => {
    event.preventDefault()
    attempt(() => onToken(token.trim()))
  }
  const signUp = () =>
    attempt(async () => {
      const { data } = await call('POST', '_sandbox/signup', { body: {} })
      setMade(data.key.token)
    })

  return html`<main class="alone">
    <h1><img src="console/icon.svg" alt="" width="32" height="32" /> svc-sandbox</h1>
    <p>This sandbox is open to those who have a token for it.</p>
    <form class="panel" onSubmit=${open}>
      <label>
        Admin token, or a key of your account
        <input
          type="password"
          autocomplete="off"
          spellcheck=${false}
          required
          value=${token}
          onInput=${(/** @type {{ currentTarget: HTMLInputElement }} */ event) => setToken(event.currentTarget.value)}
        />
      </label>
      <p class="faint">
        The admin token is what the sandbox was started with (SVC_ADMIN_TOKEN). A key with all permissions opens its own
        account. It is kept until this tab is closed.
      </p>
      ${problem && html`<p class="problem" role="alert">${problem}</p>`}
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
                <output class="token">${made}</output>
                <div class="actions">
                  <button type="button" class="primary" onClick=${() => attempt(() => onToken(made))}>I have copied it: go on</button>
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
