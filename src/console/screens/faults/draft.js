import { numberOf } from '../../parts/numbers.js'

/**
 * @typedef {object} Draft A rule as it stands in the form: texts, as they were typed.
 * @property {string} name
 * @property {boolean} enabled
 * @property {string[] | undefined} operation Undefined for all of them.
 * @property {string[]} method
 * @property {string} path
 * @property {string} key
 * @property {string} share
 * @property {string} error
 * @property {string} status
 * @property {'' | 'fixed' | 'varying'} delays
 * @property {string} delay
 * @property {string} median
 * @property {string} p99
 * @property {string} connection
 * @property {string} body
 * @property {string} missing_headers
 * @property {string} count
 * @property {string} expires_in
 * @property {string} expires_at
 */

/** @type {Draft} */
export const EMPTY_DRAFT = {
  name: '',
  enabled: true,
  operation: undefined,
  method: [],
  path: '',
  key: '',
  share: '',
  error: '',
  status: '',
  delays: '',
  delay: '',
  median: '',
  p99: '',
  connection: '',
  body: '',
  missing_headers: '',
  count: '',
  expires_in: '',
  expires_at: '',
}

/**
 * What is sent for it. What the server would refuse is sent as it was typed: it says best what is wrong.
 *
 * @param {Draft} draft
 */
export function inputOf(draft) {
  const { enabled, operation, method, delays, missing_headers } = draft
  const headers = missing_headers.split(/[\s,]+/).filter((name) => name !== '')
  const input = {
    name: draft.name.trim(),
    enabled,
    operation,
    method: method.length === 0 ? undefined : method,
    path: draft.path.trim(),
    key: draft.key.trim(),
    share: numberOf(draft.share),
    error: draft.error,
    status: numberOf(draft.status),
    delay:
      delays === 'varying'
        ? { median: numberOf(draft.median) ?? '', p99: numberOf(draft.p99) ?? '' }
        : delays === 'fixed'
          ? (numberOf(draft.delay) ?? draft.delay)
          : undefined,
    connection: draft.connection,
    body: draft.body,
    missing_headers: headers.length === 0 ? undefined : headers,
    count: numberOf(draft.count),
    expires_in: draft.expires_in.trim(),
    expires_at: draft.expires_at.trim(),
  }
  const isDelayEmpty = delays === 'fixed' && draft.delay.trim() === ''
  return Object.fromEntries(
    Object.entries(input).filter(
      ([name, value]) =>
        value !== undefined && (value !== '' || (name === 'delay' && isDelayEmpty)),
    ),
  )
}

/** A draft that says the same as a rule. @param {import('./presets.js').Fault} rule @returns {Draft} */
export function draftOf(rule) {
  const { operation, method = [], delay, missing_headers = [] } = rule
  const text = (/** @type {unknown} */ value) =>
    value === undefined || value === null ? '' : String(value)
  return {
    ...EMPTY_DRAFT,
    name: rule.name ? `${rule.name} (copy)` : '',
    operation: operation && [...operation],
    method: [...method],
    path: text(rule.path),
    key: text(rule.key),
    share: text(rule.share),
    error: text(rule.error),
    status: text(rule.status),
    delays: delay === undefined ? '' : typeof delay === 'number' ? 'fixed' : 'varying',
    delay: typeof delay === 'number' ? String(delay) : '',
    median: typeof delay === 'object' ? text(delay.median) : '',
    p99: typeof delay === 'object' ? text(delay.p99) : '',
    connection: text(rule.connection),
    body: text(rule.body),
    missing_headers: missing_headers.join(', '),
    count: text(rule.count),
    expires_at: text(rule.expires_at),
  }
}
