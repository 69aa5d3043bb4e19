import type { ComponentChildren } from 'preact'

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

/** `change` is positive when it got better, as in the API. */
export function Change({
  change,
  unit = '',
}: {
  change: number | null | undefined
  unit?: string
}) {
  if (typeof change !== 'number') return null
  const direction = change > 0 ? 'better' : change < 0 ? 'worse' : 'same'
  const sign = change > 0 ? '▲' : change < 0 ? '▼' : '='
  return (
    <span class={`change change-${direction}`}>
      <span aria-hidden="true">{sign}</span>
      <span class="hidden-text">{direction}: </span>
      {change !== 0 && `${shown(Math.abs(change))}${unit}`}
    </span>
  )
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
const timeOfDay = (iso: string) => SECOND.format(new Date(iso))
export const momentOf = (iso: string) => `${dayOf(iso)}, ${timeOfDay(iso)}`
const FORMATS = { day: dayOf, minute: minuteOf, second: timeOfDay, moment: momentOf }

/** A time in UTC, as in the API. */
export function Time({
  at,
  precision = 'minute',
  absent = 'never',
}: {
  at: string | null | undefined
  precision?: keyof typeof FORMATS
  absent?: string
}) {
  if (!at) return <span class="faint">{absent}</span>
  const text = FORMATS[precision](at)
  return (
    <time datetime={at} title={`${at} (UTC)`}>
      {text}
    </time>
  )
}

const FIRST_STRONG_ISOLATE = '\u2068'
const POP_DIRECTIONAL_ISOLATE = '\u2069'

/** Isolates the writing direction of a user's text where there is no markup. Elsewhere use `<bdi>`. */
export const isolated = (text: string) => `${FIRST_STRONG_ISOLATE}${text}${POP_DIRECTIONAL_ISOLATE}`

/** A longer name may be cut, so its title has all of it. */
const LONG_NAME = 40

/** A name from a user. Tables and headings show its first two lines. */
export function Name({ children: name }: { children: string }) {
  return (
    <bdi class="name" title={name.length > LONG_NAME ? name : undefined}>
      {name}
    </bdi>
  )
}

export type Tone = 'good' | 'bad' | 'plain' | 'accent'

/** A word in a frame. The word must say what `tone` means, because some users see no colours. */
export function Badge({
  tone = 'plain',
  children,
  title,
}: {
  tone?: Tone
  children?: ComponentChildren
  title?: string
}) {
  return (
    <span class={`badge badge-${tone}`} title={title}>
      {children}
    </span>
  )
}

/** An HTTP status as a dot with its number; null without a response. */
export function StatusBadge({ status }: { status: number | null }) {
  const tone = status === null || status >= 500 ? 'bad' : status >= 400 ? 'fair' : 'good'
  return <span class={`http-status http-status-${tone}`}>{status ?? 'no answer'}</span>
}
