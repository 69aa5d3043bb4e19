import { useState } from 'preact/hooks'
import { call } from '../../client/http.js'
import { html } from '../../html.js'
import { CopyButton } from '../../parts/copy.js'
import { useAttempt } from './attempt.js'

/** An account of one's own, where visitors may make one. @param {{ onToken: (token: string) => Promise<void> }} props */
export function SignUp({ onToken }) {
  const [made, setMade] = useState(/** @type {string | undefined} */ (undefined))
  const { attempt, problem, busy } = useAttempt()
  const signUp = () =>
    attempt(async () => {
      const { data } = await call('POST', '_sandbox/signup', { body: {} })
      setMade(data.key.token)
    })
  return html`<section class="panel" aria-labelledby="sign-up-title">
    <h2 id="sign-up-title">No key yet?</h2>
    ${
      made === undefined
        ? html`<p>Make an account of your own, with data to try everything on.</p>
            <div class="actions"><button type="button" disabled=${busy} onClick=${signUp}>Make an account</button></div>`
        : html`<p>
              This is the key of your account. Copy it now: it is shown this once, and without it you cannot come in again.
            </p>
            <output class="token" aria-label="Key of your account">${made}</output>
            <div class="actions">
              <${CopyButton} text=${made} label="Copy key" />
              <button type="button" class="primary" disabled=${busy} onClick=${() => attempt(() => onToken(made))}>
                I have copied it: go on
              </button>
            </div>`
    }
    <div role="alert">${problem && html`<p class="problem">${problem}</p>`}</div>
  </section>`
}
