import { html } from '../html.js'

const PLAIN = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 2 })
const SHORT = new Intl.NumberFormat('en-GB', { notation: 'compact', maximumFractionDigits: 2 })

/** A formatted number, or a dash for a missing one. @param {number | null | undefined} value */
export function shown(value) {
  return typeof value === 'number' ? PLAIN.format(value) : '–'
}

/** The same with its unit, if there is a number. @param {number | null | undefined} value @param {string} unit */
export const measured = (value, unit) => `${shown(value)}${typeof value === 'number' ? unit : ''}`

/** @param {number | null | undefined} value */
export function shortened(value) {
  return typeof value === 'number' ? SHORT.format(value) : '–'
}

/** `1 run`, `2 runs` @param {number} count @param {string} one @param {string} [many] */
export function counted(count, one, many = `${one}s`) {
  return `${PLAIN.format(count)} ${count === 1 ? one : many}`
}

/** `change` is positive when it got better, as in the API. @param {{ change: number | null | undefined, unit?: string }} props */
export function Change({ change, unit = '' }) {
  if (typeof change !== 'number') return null
  const direction = change > 0 ? 'better' : change < 0 ? 'worse' : 'same'
  const sign = change > 0 ? '▲' : change < 0 ? '▼' : '■'
  return html`<span class=${`change change-${direction}`}>
    <span aria-hidden="true">${sign}</span>
    <span class="hidden-text">${direction}: </span>${shown(Math.abs(change))}${unit}
  </span>`
}

/** The number in a text. Other texts stay unchanged, so that the server refuses them. @param {string} text */
export function numberOf(text) {
  const trimmed = text.trim()
  return trimmed === '' ? undefined : Number.isNaN(Number(trimmed)) ? trimmed : Number(trimmed)
}

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })
const MINUTE = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'UTC',
})
const SECOND = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium', timeZone: 'UTC' })

export const dayOf = (/** @type {string} */ iso) => DAY.format(new Date(iso))
export const minuteOf = (/** @type {string} */ iso) => MINUTE.format(new Date(iso))
const timeOfDay = (/** @type {string} */ iso) => SECOND.format(new Date(iso))
export const momentOf = (/** @type {string} */ iso) => `${dayOf(iso)}, ${timeOfDay(iso)}`
const FORMATS = { day: dayOf, minute: minuteOf, second: timeOfDay, moment: momentOf }

/** A time in UTC, as in the API. @param {{ at: string | null | undefined, precision?: keyof typeof FORMATS, absent?: string }} props */
export function Time({ at, precision = 'minute', absent = 'never' }) {
  if (!at) return html`<span class="faint">${absent}</span>`
  const text = FORMATS[precision](at)
  return html`<time datetime=${at} title=${`${at} (UTC)`}>${text}</time>`
}

const FIRST_STRONG_ISOLATE = '\u2068'
const POP_DIRECTIONAL_ISOLATE = '\u2069'

/** Isolates the writing direction of a user's text where there is no markup. Elsewhere use `<bdi>`. @param {string} text */
export const isolated = (text) => `${FIRST_STRONG_ISOLATE}${text}${POP_DIRECTIONAL_ISOLATE}`

/**
 * A word in a frame. The word must say what `tone` means, because some users see no colours.
 * @param {{ tone?: 'good' | 'bad' | 'warn' | 'plain' | 'accent', children?: unknown, title?: string }} props
 */
export function Badge({ tone = 'plain', children, title }) {
  return html`<span class=${`badge badge-${tone}`} title=${title}>${children}</span>`
}

/** @param {{ status: number | null }} props An HTTP status; null without a response. */
export function StatusBadge({ status }) {
  const tone = status === null || status >= 500 ? 'bad' : status >= 400 ? 'warn' : 'good'
  return html`<${Badge} tone=${tone}>${status ?? 'no answer'}</${Badge}>`
}
