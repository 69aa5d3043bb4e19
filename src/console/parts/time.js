import { html } from '../html.js'

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })
const MINUTE = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'UTC',
})
const SECOND = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium', timeZone: 'UTC' })

/** @param {string} iso */
export const dayOf = (iso) => DAY.format(new Date(iso))
/** @param {string} iso */
export const minuteOf = (iso) => MINUTE.format(new Date(iso))
/** @param {string} iso */
export const timeOfDay = (iso) => SECOND.format(new Date(iso))
/** @param {string} iso */
export const momentOf = (iso) => `${dayOf(iso)}, ${timeOfDay(iso)}`

/**
 * A time of an account's clock, always in UTC as the API has it.
 *
 * @param {{ at: string | null | undefined, precision?: 'day' | 'minute' | 'second' | 'moment', absent?: string }} props
 */
export function Time({ at, precision = 'minute', absent = 'never' }) {
  if (!at) return html`<span class="faint">${absent}</span>`
  const text = { day: dayOf, minute: minuteOf, second: timeOfDay, moment: momentOf }[precision](at)
  return html`<time datetime=${at} title=${`${at} (UTC)`}>${text}</time>`
}
