import { curlOf, lackingIn } from '../../client/curl.js'
import { html } from '../../html.js'
import { CopyButton } from '../../parts/copy.js'

/**
 * The command that sends a request again.
 *
 * @param {{ logged: import('../../client/request-rows.js').LoggedRequest }} props
 */
export function Curl({ logged }) {
  const command = curlOf(logged, new URL('.', document.baseURI).href)
  return html`<section class="request-curl" aria-label="Send it again">
    <${CopyButton} text=${command} label="Copy as curl" />
    <div class="hint">${lackingIn(logged).map((line) => html`<p>${line}</p>`)}</div>
    <details>
      <summary>Show the command</summary>
      <div class="code"><pre tabindex="0" aria-label="Command">${command}</pre></div>
    </details>
  </section>`
}
