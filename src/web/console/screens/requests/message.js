import { curlOf, lackingIn } from '../../client/curl.js'
import { html } from '../../html.js'
import { CopyButton } from '../../parts/controls.js'
import { Body, Headers } from '../../parts/message.js'

/** @import { statedOf } from '../../client/stated.js' */

/** @typedef {import('../../client/request-rows.js').LoggedRequest['request']} LoggedMessage */

/**
 * Body and headers of a request or a response. `isSent`: false if there was no response.
 * @param {{ title: string, message: LoggedMessage, isSent?: boolean, stated?: ReturnType<typeof statedOf>, children?: unknown }} props
 */
export function Message({ title, message, isSent = true, stated, children }) {
  const { headers, body } = message
  const id = `${title.toLowerCase()}-title`
  return html`<section class="request-message" aria-labelledby=${id}>
    <div class="panel-header">
      <h3 id=${id}>${title}</h3>
      ${body !== null && html`<${CopyButton} text=${body} label="Copy body" class="quiet" />`}
    </div>
    ${children}
    ${
      isSent
        ? html`<${Body} message=${message} label=${`Body of the ${title.toLowerCase()}`} origins=${stated?.members} />
            <${Headers} headers=${headers} stated=${stated?.headers} />`
        : html`<p class="faint">No response was sent.</p>`
    }
  </section>`
}

/** The command that sends a request again. @param {{ logged: import('../../client/request-rows.js').LoggedRequest }} props */
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
