import { html } from '../../html.js'
import { Badge } from '../../parts/badge.js'

const TONES = /** @type {const} */ ({ active: 'good', expired: 'warn', deleted: 'bad' })

/** @param {{ status: import('../settings/terms.js').Key['status'] }} props */
export function Status({ status }) {
  return html`<${Badge} tone=${TONES[status]}>${status}</${Badge}>`
}

/** What is to be known of a key before its terms. @param {{ apiKey: import('../settings/terms.js').Key, isOwn: boolean }} props */
export function Marks({ apiKey, isOwn }) {
  return html`
    ${isOwn && html` <${Badge} tone="accent" title="With this key the console calls the API">this page</${Badge}>`}
    ${apiKey.rotation_due && html` <${Badge} tone="warn">rotation due</${Badge}>`}`
}

/**
 * Whether a key is the one with which this page calls the API.
 *
 * @param {import('../settings/terms.js').Key} key
 * @param {import('../../client/console-key.js').ConsoleKey | undefined} kept
 */
export const isOwnKey = ({ id, status }, kept) => status === 'active' && kept?.id === id
