import { linkTo } from '../../hooks/route.js'
import { html } from '../../html.js'
import { CopyButton } from '../../parts/copy.js'
import { Dialog } from '../../parts/dialog.js'

/**
 * The one time that a token is shown (§3.1).
 *
 * @param {object} props
 * @param {import('../../client/session.js').Control['NewKey']} props.created
 * @param {string} props.baseUrl
 * @param {() => void} props.onClose Must forget the token.
 */
export function NewToken({ created, baseUrl, onClose }) {
  const { name, token } = created
  const command = `curl '${baseUrl}/auth/verify' \\\n  -H 'Authorization: Bearer ${token}'`
  return html`<${Dialog} title="Copy your API token now" onClose=${onClose} wide>
    <p>
      This is the token of “<bdi>${name}</bdi>”. <strong>It is shown this once</strong>: when you leave this window nobody can look
      it up any more, and all that helps is a new one.
    </p>
    <div class="shown-token">
      <output class="token" aria-label="API token">${token}</output>
      <${CopyButton} text=${token} label="Copy token" class="primary" />
    </div>
    <p>Try it:</p>
    <div class="code">
      <pre tabindex="0" aria-label="Command">${command}</pre>
      <${CopyButton} text=${command} label="Copy command" />
    </div>
    <p class="faint">
      It opens this sandbox only, not the real service. Treat it as a secret all the same: not in public repositories, not
      in code that browsers get.
    </p>
    <div class="actions">
      <button type="button" onClick=${onClose}>I have copied it</button>
      <a class="button" href=${linkTo('keys')}>Go to API Keys</a>
    </div>
  </${Dialog}>`
}
