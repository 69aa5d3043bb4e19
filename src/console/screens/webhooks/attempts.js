import { html } from '../../html.js'
import { Badge, StatusBadge } from '../../parts/badge.js'
import { Body, Headers } from '../../parts/message.js'
import { counted } from '../../parts/numbers.js'
import { Time } from '../../parts/time.js'
import { Fold } from './fold.js'

/** @typedef {import('../../client/session.js').Control['Attempt']} Attempt */

/** Each request that was made for a delivery, the last one first. @param {{ attempts: readonly Attempt[] }} props */
export function Attempts({ attempts }) {
  const rows = attempts.map((attempt, index) => ({ attempt, number: index + 1 })).toReversed()
  return html`<section class="panel" aria-labelledby="attempts-title">
    <h2 id="attempts-title">${counted(attempts.length, 'attempt')}</h2>
    ${attempts.length === 0 && html`<p class="faint">None was made yet.</p>`}
    <ol class="webhooks-attempts" reversed>
      ${rows.map(({ attempt, number }) => html`<${AttemptRow} key=${`${number} ${attempt.at}`} attempt=${attempt} number=${number} isLast=${number === attempts.length} />`)}
    </ol>
  </section>`
}

/** @param {{ attempt: Attempt, number: number, isLast: boolean }} props */
function AttemptRow({ attempt, number, isLast }) {
  const { at, url, manual, duration_ms, status, error } = attempt
  const { request_headers, response_headers, response_body } = attempt
  const head = html`<strong>Attempt ${number}</strong>
    <${StatusBadge} status=${status} />
    ${error === null ? html`<${Badge} tone="good">arrived</${Badge}>` : html`<${Badge} tone="bad">failed</${Badge}>`}
    ${manual && html`<${Badge}>resent by hand</${Badge}>`}
    <span class="faint"><${Time} at=${at} precision="moment" /></span>
    <span class="faint">${Math.round(duration_ms)} ms</span>`
  return html`<li>
    <${Fold} head=${head} isOpen=${isLast}>
      ${error !== null && html`<p class="problem">${error}</p>`}
      <p>POST <code class="webhooks-url">${url}</code></p>
      <${Headers} headers=${request_headers} of="request" open />
      ${
        status === null
          ? html`<p class="faint">No answer came.</p>`
          : html`<${Headers} headers=${response_headers} of="answer" />
              <h3>Answer</h3>
              <${Body} message=${{ headers: response_headers, body: response_body, truncated: false }} label=${`Answer to attempt ${number}`} />`
      }
    </${Fold}>
  </li>`
}
