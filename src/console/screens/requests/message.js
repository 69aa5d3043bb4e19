import { readCutJson } from '../../client/cut-json.js'
import { html } from '../../html.js'
import { CopyButton } from '../../parts/copy.js'
import { AssumedTag, JsonView } from '../../parts/json-view.js'
import { counted } from '../../parts/numbers.js'

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

/** @param {{ message: LoggedMessage, label: string, origins: import('../../client/stated.js').Origins | undefined }} props */
function Body({ message: { headers, body, truncated }, label, origins }) {
  if (body === null || body === '') return html`<p class="faint">No body.</p>`
  const json = /json/.test(headers['content-type'] ?? 'json') ? jsonOf(body, truncated) : undefined
  return html`
    ${truncated && html`<p class="hint">The log keeps the beginning of long bodies: this one goes on after what is shown.</p>`}
    ${
      json === undefined
        ? html`<pre class="code" tabindex="0" aria-label=${label}>${body}</pre>`
        : html`<${JsonView} value=${json.value} label=${label} origins=${origins} />`
    }
  `
}

/** @param {string} body @param {boolean} isCut @returns {{ value: unknown } | undefined} */
function jsonOf(body, isCut) {
  if (isCut) return readCutJson(body)
  try {
    return { value: JSON.parse(body) }
  } catch {
    return undefined
  }
}

/** @param {{ headers: Record<string, string>, stated: readonly string[] | undefined }} props */
function Headers({ headers, stated }) {
  const names = Object.keys(headers)
  const isAssumed = (/** @type {string} */ name) => stated !== undefined && !stated.includes(name)
  const assumed = names.filter(isAssumed).length
  return html`<details class="request-headers">
    <summary>${counted(names.length, 'header')}${assumed > 0 ? `, ${assumed} of them assumed` : ''}</summary>
    <dl>
      ${names.map(
        (name) => html`<div>
          <dt><span class=${isAssumed(name) ? 'is-assumed' : ''}>${name}</span>${isAssumed(name) && html` <${AssumedTag} />`}</dt>
          <dd>${headers[name]}</dd>
        </div>`,
      )}
    </dl>
  </details>`
}
