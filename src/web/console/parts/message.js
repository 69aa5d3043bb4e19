import { readCutJson } from '../client/cut-json.js'
import { html } from '../html.js'
import { AssumedTag, JsonView } from './json-view.js'
import { counted } from './values.js'

/**
 * The body of a request or a response: foldable JSON, or text.
 * @typedef {{ headers: Record<string, string>, body: string | null, truncated: boolean }} Message
 * @param {{ message: Message, label: string, origins?: import('../client/stated.js').Origins | undefined }} props
 */
export function Body({ message: { headers, body, truncated }, label, origins }) {
  if (body === null || body === '') return html`<p class="faint">No body.</p>`
  const json = /json/.test(headers['content-type'] ?? 'json') ? jsonOf(body, truncated) : undefined
  return html`
    ${truncated && html`<p class="hint">The log keeps only the beginning of a long body. This one is cut off.</p>`}
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

/**
 * The headers of a request or a response, folded. Headers that are not `stated` are marked as assumed.
 * @param {{ headers: Record<string, string>, stated?: readonly string[] | undefined, of?: string, open?: boolean }} props
 */
export function Headers({ headers, stated, of, open = false }) {
  const names = Object.keys(headers)
  const isAssumed = (/** @type {string} */ name) => stated !== undefined && !stated.includes(name)
  const assumed = names.filter(isAssumed).length
  return html`<details class="request-headers" open=${open}>
    <summary>${counted(names.length, 'header')}${of ? ` of the ${of}` : ''}${assumed > 0 ? `, ${assumed} of them assumed` : ''}</summary>
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
