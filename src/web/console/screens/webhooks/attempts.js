import { useState } from 'preact/hooks'
import { html } from '../../html.js'
import { Body, Headers } from '../../parts/message.js'
import { Panel } from '../../parts/page.js'
import { Badge, counted, StatusBadge, Time } from '../../parts/values.js'

/** @typedef {import('../../client/session.js').Control['Attempt']} Attempt */

/** The attempts of a delivery, the last one first. @param {{ attempts: readonly Attempt[] }} props */
export function Attempts({ attempts }) {
  const rows = attempts.map((attempt, index) => ({ attempt, number: index + 1 })).toReversed()
  return html`<${Panel} title=${counted(attempts.length, 'attempt')}>
    ${attempts.length === 0 && html`<p class="faint">No attempts yet.</p>`}
    <ol class="webhooks-attempts" reversed>
      ${rows.map(({ attempt, number }) => html`<${AttemptRow} key=${`${number} ${attempt.at}`} attempt=${attempt} number=${number} isLast=${number === attempts.length} />`)}
    </ol>
  </${Panel}>`
}

/** @param {{ attempt: Attempt, number: number, isLast: boolean }} props */
function AttemptRow({ attempt, number, isLast }) {
  const { at, url, manual, duration_ms, status, error } = attempt
  const { request_headers, response_headers, response_body } = attempt
  const head = html`<strong>Attempt ${number}</strong>
    <${StatusBadge} status=${status} />
    ${error === null ? html`<${Badge} tone="good">delivered</${Badge}>` : html`<${Badge} tone="bad">failed</${Badge}>`}
    ${manual && html`<${Badge}>resent manually</${Badge}>`}
    <span class="faint"><${Time} at=${at} precision="moment" /></span>
    <span class="faint">${Math.round(duration_ms)} ms</span>`
  return html`<li>
    <${Fold} head=${head} isOpen=${isLast}>
      ${error !== null && html`<p class="problem">${error}</p>`}
      <p>POST <code class="webhooks-url">${url}</code></p>
      <${Headers} headers=${request_headers} of="request" open />
      ${
        status === null
          ? html`<p class="faint">No response.</p>`
          : html`<${Headers} headers=${response_headers} of="response" />
              <h3>Response</h3>
              <${Body} message=${{ headers: response_headers, body: response_body, truncated: false }} label=${`Response to attempt ${number}`} />`
      }
    </${Fold}>
  </li>`
}

/** A foldable row that renders its body when it is open. @param {{ head: unknown, isOpen?: boolean, children?: unknown }} props */
export function Fold({ head, isOpen = false, children }) {
  const [open, setOpen] = useState(isOpen)
  return html`<details
    open=${open}
    onToggle=${(/** @type {{ currentTarget: HTMLDetailsElement }} */ event) => setOpen(event.currentTarget.open)}
  >
    <summary><span class="webhooks-fold-head">${head}</span></summary>
    ${open && html`<div class="webhooks-fold-body">${children}</div>`}
  </details>`
}
