import { html } from '../../html.js'
import { Badge } from '../../parts/badge.js'

/** The type that is for the real service alone (§5.3). */
const LIVE = 'live'
const TONES = /** @type {const} */ ({ active: 'good', expired: 'warn', deleted: 'bad' })

/** @typedef {import('../settings/terms.js').Key} Key */

/** @param {{ apiKey: Key }} props */
export function Status({ apiKey: { type, status } }) {
  if (type === LIVE && status === 'active') {
    return html`<${Badge} tone="warn" title="A sandbox takes no live keys: they are for the real service">refused here</${Badge}>`
  }
  return html`<${Badge} tone=${TONES[status]}>${status}</${Badge}>`
}

/** What is to be known of a key before its terms. @param {{ apiKey: Key, isOwn: boolean }} props */
export function Marks({ apiKey, isOwn }) {
  return html`
    ${isOwn && html` <${Badge} tone="accent" title="With this key the console calls the API">this page</${Badge}>`}
    ${isDue(apiKey) && html` <${Badge} tone="warn">rotation due</${Badge}>`}`
}

/**
 * Whether a key is the one with which this page calls the API.
 *
 * @param {Key} key
 * @param {import('../../client/console-key.js').ConsoleKey | undefined} kept
 */
export const isOwnKey = ({ id, status }, kept) => status === 'active' && kept?.id === id

/** Whether to put another in its place: what opens nothing here is not to be rotated here. @param {Key} key */
export const isDue = ({ type, rotation_due }) => rotation_due && type !== LIVE
