import { linkTo } from '../../hooks/route.js'
import { html } from '../../html.js'
import { Badge, StatusBadge } from '../../parts/badge.js'
import { shown } from '../../parts/numbers.js'

const TIME = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZone: 'UTC',
})

const COLUMNS = ['Time', 'Method', 'Address', 'Operation', 'Status', 'Duration', 'Key', 'Marks']

export const requestColumns = COLUMNS.map(
  (name) => html`<span role="columnheader" class=${`request-${name.toLowerCase()}`}>${name}</span>`,
)

/**
 * The cells of one logged request.
 *
 * @param {import('../../client/request-rows.js').Row} row
 * @param {Record<string, string>} query Of the address, which a link to the request keeps.
 */
export function requestCells(row, query) {
  const { id, time, method, url, operation, status, duration_ms, key, fault, valid } = row
  return html`
    <span role="gridcell" class="request-time"><time datetime=${time} title=${`${time} (UTC)`}>${TIME.format(new Date(time))}</time></span>
    <span role="gridcell" class="request-method">${method}</span>
    <span role="gridcell" class="request-address"><a href=${linkTo('requests', id, query)} tabindex="-1" title=${url}>${url}</a></span>
    <span role="gridcell" class="request-operation">${operation ?? html`<span class="faint">none</span>`}</span>
    <span role="gridcell" class="request-status"><${StatusBadge} status=${status} /></span>
    <span role="gridcell" class="request-duration number">${durationOf(duration_ms)}</span>
    <span role="gridcell" class="request-key">${key ? `${key.prefix}…` : html`<span class="faint">no valid key</span>`}</span>
    <span role="gridcell" class="request-marks">
      ${fault && html`<${Badge} tone="accent" title=${`A fault rule acted on it: ${fault}`}>fault</${Badge}>`}
      ${valid === false && html`<${Badge} tone="warn" title="It does not keep to the document">invalid</${Badge}>`}
    </span>
  `
}

/** @param {number} ms */
export function durationOf(ms) {
  return `${shown(ms < 10 ? Math.round(ms * 10) / 10 : Math.round(ms))} ms`
}
