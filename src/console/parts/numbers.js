import { html } from '../html.js'

const PLAIN = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 2 })
const SHORT = new Intl.NumberFormat('en-GB', { notation: 'compact', maximumFractionDigits: 1 })

/** A number for people; a dash where the server did not tell it. @param {number | null | undefined} value */
export function shown(value) {
  return typeof value === 'number' ? PLAIN.format(value) : '–'
}

/** @param {number | null | undefined} value */
export function shortened(value) {
  return typeof value === 'number' ? SHORT.format(value) : '–'
}

/**
 * `1 run`, `2 runs`
 *
 * @param {number} count
 * @param {string} one
 * @param {string} [many]
 */
export function counted(count, one, many = `${one}s`) {
  return `${PLAIN.format(count)} ${count === 1 ? one : many}`
}

/**
 * A change against the time before. `change` is positive when it got better, as the API tells it.
 *
 * @param {{ change: number | null | undefined, unit?: string }} props
 */
export function Change({ change, unit = '' }) {
  if (typeof change !== 'number') return null
  const direction = change > 0 ? 'better' : change < 0 ? 'worse' : 'same'
  const sign = change > 0 ? '▲' : change < 0 ? '▼' : '■'
  return html`<span class=${`change change-${direction}`}>
    <span aria-hidden="true">${sign}</span>
    <span class="hidden-text">${direction}: </span>${shown(Math.abs(change))}${unit}
  </span>`
}

/** A number where it is one; else what was typed, for the server to refuse in its words. @param {string} text */
export function numberOf(text) {
  const trimmed = text.trim()
  return trimmed === '' ? undefined : Number.isNaN(Number(trimmed)) ? trimmed : Number(trimmed)
}
