const PLAIN = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 2 })
const SHORT = new Intl.NumberFormat('en-GB', { notation: 'compact', maximumFractionDigits: 2 })

/** A formatted number, or a dash for a missing one. */
export function shown(value: number | null | undefined) {
  return typeof value === 'number' ? PLAIN.format(value) : '–'
}

/** The same with its unit, if there is a number. */
export const measured = (value: number | null | undefined, unit: string) =>
  `${shown(value)}${typeof value === 'number' ? unit : ''}`

export function shortened(value: number | null | undefined) {
  return typeof value === 'number' ? SHORT.format(value) : '–'
}

/** `1 run`, `2 runs` */
export function counted(count: number, one: string, many: string = `${one}s`) {
  return `${PLAIN.format(count)} ${count === 1 ? one : many}`
}

/** The number in a text. Other texts stay unchanged, so that the server refuses them. */
export function numberOf(text: string) {
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

export const dayOf = (iso: string) => DAY.format(new Date(iso))
export const minuteOf = (iso: string) => MINUTE.format(new Date(iso))
export const timeOfDay = (iso: string) => SECOND.format(new Date(iso))
export const momentOf = (iso: string) => `${dayOf(iso)}, ${timeOfDay(iso)}`
const FIRST_STRONG_ISOLATE = '\u2068'
const POP_DIRECTIONAL_ISOLATE = '\u2069'

/** Isolates the writing direction of a user's text where there is no markup. Elsewhere use `<bdi>`. */
export const isolated = (text: string) => `${FIRST_STRONG_ISOLATE}${text}${POP_DIRECTIONAL_ISOLATE}`
