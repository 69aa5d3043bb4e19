import { typeOf } from '../../src/schema/schema-view.ts'
import { isObject, type Json } from '../http/reading.ts'
import { type Context, isBelieved, within } from './context.ts'

/** The replica makes up no deeper values. */
const DEEPEST = 5

/** The schema of values that the document does not describe. */
export function newSchema(values: unknown[], context: Context): Json {
  const kinds = kindsOf(values.filter((value) => value !== null))
  if (kinds.length > 1) {
    context.onDisagreement?.(context.path?.at(-1) ?? 'data', kinds)
    return {}
  }
  const nullable = values.includes(null)
  if (kinds.length === 1 && kinds[0] === 'array') {
    const items = values.filter(Array.isArray).flat()
    const type = nullable ? ['array', 'null'] : 'array'
    return { type, ...(items.length > 0 && { items: newSchema(items, context) }) }
  }
  if (kinds.length === 1 && kinds[0] === 'object') {
    const objects = values.filter(isObject)
    const type = nullable ? ['object', 'null'] : 'object'
    if ((context.depth ?? 0) >= DEEPEST) return { type }
    return { type, ...membersOf(objects, context) }
  }
  return scalarSchema(values, context.isPrivate)
}

function membersOf(values: Json[], context: Context): Json {
  const names = [...new Set(values.flatMap((value) => Object.keys(value)))]
  if (isMapOfIds(names)) {
    const entries = values.flatMap((value) => Object.values(value))
    return { additionalProperties: newSchema(entries, within(context, '')) }
  }
  const members = names
    .map((name) => ({
      name,
      shown: values.filter((value) => Object.hasOwn(value, name)).map((value) => value[name]),
    }))
    .filter(({ name, shown }) => isBelieved(shown, name, context))
  const always = members.filter(({ shown }) => shown.length === values.length)
  const properties = Object.fromEntries(
    members.map(({ name, shown }) => [name, newSchema(shown, within(context, name))]),
  )
  return {
    ...(always.length > 0 && { required: always.map(({ name }) => name) }),
    ...(members.length > 0 && { properties }),
  }
}

const FEWEST_ENTRIES = 2

/** Whether the names are ids or dates, which differ in the next answer. */
function isMapOfIds(names: string[]): boolean {
  const isId = (name: string) => /\d/.test(name) && name.length >= 6
  return names.length >= FEWEST_ENTRIES && names.every(isId)
}

/** The kinds of values, sorted. An integer counts as a number if another value is not an integer. */
export function kindsOf(values: unknown[]): string[] {
  const kinds = new Set(values.map(typeOf))
  if (kinds.has('number')) kinds.delete('integer')
  return [...kinds].sort()
}

const FORMATS: [format: string, pattern: RegExp][] = [
  ['date-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/],
  ['date', /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/],
  ['uuid', /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i],
  ['uri', /^https?:\/\/[^\s]+$/],
  ['uri-reference', /^\/[\w.~-]+(\/[^\s]*)?$/],
  ['email', /^[^\s@]+@[^\s@]+\.[a-z]{2,}$/i],
  ['ipv4', /^\d{1,3}(\.\d{1,3}){3}$/],
]

const LONGEST_EXAMPLE = 60
const MOST_EXAMPLES = 4

/**
 * A schema for scalar values: their types, a format that all texts have, and examples if few values repeat. Values
 * that differ each time (a counter, an id) are no examples, so that learning again gives the same schema; nor are
 * private values, which belong to a person or to the run.
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

/** How the sandbox writes times. */
export const USUAL_TIME = "yyyy-MM-dd'T'HH:mm:ss.SSS'Z'"

const TIME = /^\d{4}(-?)\d\d\1\d\d([T ])\d\d(:?)\d\d\3\d\d(?:\.(\d+))?(Z|\+00:00|\+0000|\+00|)$/

/** The form of times in UTC, as a pattern of UTS 35; undefined for other texts and for several forms. */
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
