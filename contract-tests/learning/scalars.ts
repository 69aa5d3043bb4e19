import type { Json } from '../support/reading.ts'

export type Kind = 'null' | 'boolean' | 'integer' | 'number' | 'string' | 'array' | 'object'

export function kindOf(value: unknown): Kind {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  return typeof value as Kind
}

/** Kinds of several values, a whole number being a number where another is none; in one order. */
export function kindsOf(values: unknown[]): Kind[] {
  const kinds = new Set(values.map(kindOf))
  if (kinds.has('number')) kinds.delete('integer')
  return [...kinds].sort()
}

const FORMATS: [format: string, pattern: RegExp][] = [
  ['date-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/],
  ['date', /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/],
  ['uuid', /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i],
  ['uri', /^https?:\/\/[^\s]+$/],
  ['email', /^[^\s@]+@[^\s@]+\.[a-z]{2,}$/i],
  ['ipv4', /^\d{1,3}(\.\d{1,3}){3}$/],
]

const LONGEST_EXAMPLE = 60
const MOST_EXAMPLES = 4

/**
 * A schema for values that are no objects and lists: their types, a format that all texts have, and
 * examples where few values come again and again. What differs each time (a counter, an id) has no
 * examples, so that a server learned twice gives the same schema; nor has what tells of a person or of
 * the run (`private`).
 */
export function scalarSchema(values: unknown[], isPrivate: (text: string) => boolean): Json {
  const kinds = kindsOf(values)
  const type = kinds.length === 1 ? kinds[0] : kinds
  const texts = values.filter((value) => typeof value === 'string')
  const format =
    texts.length > 0
      ? FORMATS.find(([, pattern]) => texts.every((text) => pattern.test(text)))
      : undefined
  if (format) {
    const time = format[0] === 'date-time' ? timeFormat(texts) : undefined
    const isUsual = time === undefined || time === USUAL_TIME
    return { type, format: format[0], ...(!isUsual && { 'x-time-format': time }) }
  }
  const time = texts.length > 0 ? timeFormat(texts) : undefined
  if (time !== undefined) return { type, 'x-time-format': time }
  const examples = examplesOf(values, isPrivate)
  return { type, ...(examples.length > 0 && { examples }) }
}

function examplesOf(values: unknown[], isPrivate: (text: string) => boolean): unknown[] {
  const known = values.filter((value) => value !== null)
  const counts = new Map<unknown, number>()
  for (const value of known) counts.set(value, (counts.get(value) ?? 0) + 1)
  const comeAgain = [...counts.values()].every((count) => count > 1)
  const few = counts.size <= (known.every((value) => typeof value === 'string') ? MOST_EXAMPLES : 1)
  const isFit = [...counts.keys()].every(
    (value) =>
      !isPrivate(String(value)) &&
      String(value).length <= LONGEST_EXAMPLE &&
      !/[\p{Cc}\p{Cs}]/u.test(String(value)),
  )
  return comeAgain && few && isFit ? [...counts.keys()].sort() : []
}

/** The form in which the sandbox writes times. */
export const USUAL_TIME = "yyyy-MM-dd'T'HH:mm:ss.SSS'Z'"

const TIME = /^\d{4}(-?)\d\d\1\d\d([T ])\d\d(:?)\d\d\3\d\d(?:\.(\d+))?(Z|\+00:00|\+0000|\+00|)$/

/** The form of times in UTC, in the letters of UTS 35; undefined where they are none, or of several forms. */
export function timeFormat(texts: string[]): string | undefined {
  const forms = new Set(
    texts.map((text) => {
      const match = TIME.exec(text)
      if (!match) return undefined
      const [, dash, between, colon, fraction, zone] = match
      const time = `HH${colon}mm${colon}ss${fraction ? `.${'S'.repeat(fraction.length)}` : ''}`
      const date = `yyyy${dash}MM${dash}dd`
      const letter = between === 'T' ? "'T'" : ' '
      return `${date}${letter}${time}${zone ? `'${zone}'` : ''}`
    }),
  )
  const [form] = forms
  return forms.size === 1 ? form : undefined
}
