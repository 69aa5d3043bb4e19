import { html } from '../../html.js'
import { CopyButton } from '../../parts/copy.js'
import { Body, Headers } from '../../parts/message.js'

/** @typedef {import('../../client/request-rows.js').LoggedRequest['request']} LoggedMessage */

/**
 * Body and headers of a request or an answer.
 *
 * @param {object} props
 * @param {string} props.title
 * @param {LoggedMessage} props.message
 * @param {boolean} [props.isSent] False where the connection was broken off instead.
 * @param {ReturnType<typeof import('../../client/stated.js').statedOf>} [props.stated] What of it the provider states.
 * @param {unknown} [props.children]
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
        : html`<p class="faint">No answer was sent.</p>`
    }
  </section>`
}
