import type { ComponentChildren } from 'preact'
import { dayOf, minuteOf, momentOf, shown, timeOfDay } from '../client/format.ts'

/** `change` is positive when it got better, as in the API. */
export function Change({
  change,
  unit = '',
}: {
  change: number | null | undefined
  unit?: string
}) {
  if (typeof change !== 'number') return null
  const [direction, sign, tone] =
    change > 0
      ? ['better', '▲', 'good']
      : change < 0
        ? ['worse', '▼', 'bad']
        : ['same', '=', 'faint']
  return (
    <span class={`change ${tone}`}>
      <span aria-hidden="true">{sign}</span>
      <span class="hidden-text">{direction}: </span>
      {change !== 0 && `${shown(Math.abs(change))}${unit}`}
    </span>
  )
}

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
export function StatusBadge({ status, text }: { status: number | null; text?: string }) {
  const tone = status === null || status >= 500 ? 'bad' : status >= 400 ? 'fair' : 'good'
  return (
    <span class={`http-status http-status-${tone}`}>
      {status ?? 'no answer'}
      {text && ` ${text}`}
    </span>
  )
}

/** A text of the document, in which backticks mark code (CommonMark). */
export function Prose({ text }: { text: string }) {
  if (text === '') return null
  return (
    <p>
      {text
        .split(/`([^`]+)`/)
        .map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))}
    </p>
  )
}
