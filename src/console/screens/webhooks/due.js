import { shownBy } from '../../client/clock.js'

const IN = new Intl.RelativeTimeFormat('en-GB')
const SECOND_MS = 1000
/** @type {[unit: 'day' | 'hour' | 'minute' | 'second', ms: number][]} */
const UNITS = [
  ['day', 86_400 * SECOND_MS],
  ['hour', 3600 * SECOND_MS],
  ['minute', 60 * SECOND_MS],
  ['second', SECOND_MS],
]

/**
 * How long until a time of the account's clock: `in 5 min`; undefined when it has come.
 *
 * @param {string} at
 * @param {import('../../client/clock.js').Clock} clock
 */
export function untilText(at, clock) {
  const left = Date.parse(at) - shownBy(clock)
  if (left <= 0) return undefined
  const [unit, ms] = UNITS.find(([, each]) => left >= each * 1.5) ?? ['second', SECOND_MS]
  return IN.format(Math.max(1, Math.round(left / ms)), unit)
}

/**
 * By how much the clock has to be advanced to reach a time of it, as POST /_sandbox/clock takes it.
 *
 * @param {string} at
 * @param {string} now
 */
export function advanceTo(at, now) {
  const seconds = Math.ceil((Date.parse(at) - Date.parse(now)) / SECOND_MS)
  return `${Math.max(1, seconds)}s`
}
