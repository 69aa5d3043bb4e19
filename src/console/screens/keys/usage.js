import { useState } from 'preact/hooks'
import { html } from '../../html.js'
import { Chart } from '../../parts/chart.js'
import { shown } from '../../parts/numbers.js'

/** @typedef {import('../../client/session.js').Control['KeyUsage']} KeyUsage */

const PERIODS = [7, 30, 90]
const DAY_MS = 86_400_000
/** @type {[count: keyof KeyUsage['total'], label: string][]} */
const COUNTS = [
  ['requests', 'Requests'],
  ['rate_limited', 'Rate limited'],
  ['client_errors', 'Client errors'],
  ['server_errors', 'Server errors'],
]

/**
 * What a key was used for.
 *
 * @param {{ usage: KeyUsage, now: string }} props `now` is what the account's clock shows.
 */
export function Usage({ usage, now }) {
  const [period, setPeriod] = useState(30)
  const days = lastDays(now, period)
  const byDay = new Map(usage.days.map((day) => [day.date, day]))
  const lines = COUNTS.map(([count, name]) => ({
    name,
    values: days.map((day) => byDay.get(day)?.[count] ?? 0),
  }))
  return html`<section class="usage" aria-labelledby="usage-title">
    <div class="panel-header usage-header">
      <h2 id="usage-title">Usage</h2>
      <div class="choice" role="group" aria-label="Period">
        ${PERIODS.map(
          (each) =>
            html`<button type="button" aria-pressed=${each === period} onClick=${() => setPeriod(each)}>${each} days</button>`,
        )}
      </div>
    </div>
    <div class="tiles" role="group" aria-label="In all">
      ${COUNTS.map(
        ([count, label]) => html`<div class="tile" key=${count}>
          <h3>${label}, in all</h3>
          <p class="tile-value">${shown(usage.total[count])}</p>
        </div>`,
      )}
    </div>
    <div class="charts">
      <div class="panel"><${Chart} title="Requests a day" days=${days} lines=${lines.slice(0, 1)} bars /></div>
      <div class="panel"><${Chart} title="Refused and failed a day" days=${days} lines=${lines.slice(1)} whole /></div>
    </div>
    <p class="hint">
      ${usage.total.requests === 0 ? 'No request was made with this key yet. ' : ''}Days are those of the account's clock, in
      UTC. Rate limited requests are client errors, too.
    </p>
  </section>`
}

/**
 * @param {string} now ISO 8601
 * @param {number} count
 * @returns {string[]} YYYY-MM-DD, today last.
 */
function lastDays(now, count) {
  return Array.from({ length: count }, (_, index) =>
    new Date(Date.parse(now) - (count - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  )
}
