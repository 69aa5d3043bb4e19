import { isObject, type Json, type JsonObject } from './json.ts'
import { keyword, type View } from './schema-view.ts'
import { refusal } from './sections.ts'
import { TIME_FIELDS, timeFormat } from './time-format.ts'

/** One answer that is brought into its form. */
export interface Answer {
  /** The sandbox's own answer, with what `x-from` may name beside it. */
  root: JsonObject
  seed: number
}

/** Where in an answer a value stands. */
export interface At {
  answer: Answer
  /** What it belongs to: the row of a list, or the closest object with an `id`. */
  record: Json | undefined
  /** Names of the members down to it, from the record on. */
  path: string
  /** Of values that are made up, how many are around it. */
  depth: number
}

/** Brings a value into its form; undefined stands for one that is not there. */
export type Form = (value: Json | undefined, at: At) => Json | undefined

export function mapped(values: readonly Json[], form: Form, at: At): Json[] {
  return values.flatMap((value, index) => {
    const shaped = form(value, {
      ...at,
      record: value,
      path: isObject(value) ? '' : `${at.path}/${index}`,
    })
    return shaped === undefined ? [] : [shaped]
  })
}

export function examplesOf(view: View): Json[] {
  const examples = keyword(view, 'examples')
  if (Array.isArray(examples) && examples.length > 0) return examples
  const one = keyword(view, 'example') ?? keyword(view, 'default')
  return one === undefined ? [] : [one]
}

export function timeOf(view: View, place: string): ((epochMs: number) => string) | undefined {
  const format = keyword(view, 'x-time-format')
  if (format === undefined) return undefined
  const name = `${place}: x-time-format`
  if (typeof format !== 'string' || format === '') {
    throw refusal(name, "a form such as yyyy-MM-dd'T'HH:mm:ss'Z'", format)
  }
  const write = timeFormat(format)
  if (typeof write === 'function') return write
  throw refusal(name, `made of ${TIME_FIELDS.join(', ')} and texts in quotes`, write.unknown)
}

export function momentOf(value: Json): number | undefined {
  const moment = typeof value === 'number' ? value : Date.parse(String(value))
  return Number.isNaN(moment) ? undefined : moment
}

/** The name of the member at a path; of an entry, that of its list. */
export function lastName(path: string): string {
  return (
    path
      .replace(/\/\d+$/, '')
      .split('/')
      .at(-1) ?? ''
  )
}

/** What the request gave under a name: rows that were asked for by it are of it. */
export function inputOf({ query }: JsonObject, name: string): Json | undefined {
  return isObject(query) && Object.hasOwn(query, name) ? query[name] : undefined
}

/** Whether a schema asks for more than an empty text or list. */
export function hasLeast(view: View): boolean {
  return ['minLength', 'minItems'].some((name) => Number(keyword(view, name) ?? 0) > 0)
}

export function isEmpty(value: Json | undefined): boolean {
  return value === '' || (Array.isArray(value) && value.length === 0)
}
