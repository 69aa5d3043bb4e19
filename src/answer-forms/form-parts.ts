import { refusal } from '../openapi/provenance/sections.ts'
import { isObject, type Json, type JsonObject } from '../schema/json.ts'
import { namesIn } from '../schema/pointer.ts'
import type { SchemaReader } from '../schema/schema-reader.ts'
import { areTypesWithin, keyword, type View } from '../schema/schema-view.ts'
import { TIME_FIELDS, timeFormat } from './time-format.ts'

/** A response during its conversion. */
export interface Answer {
  /** The sandbox's own response, with the other values that `x-from` may name. */
  root: JsonObject
  seed: number
}

/** The position of a value in a response. */
export interface At {
  answer: Answer
  /** The record of the value: the row of a list, or the closest object with an `id`. */
  record: Json | undefined
  /** The path of the value in its record. */
  path: string
  /** The number of synthesized values around it. */
  depth: number
  /** How many more values may be synthesized within the outermost one; undefined outside of any. */
  room?: { left: number } | undefined
}

/** Converts a value; undefined means that there is none. */
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

/** The name of the member at a path; for an entry, the name of its list. */
export function lastName(path: string): string {
  return (
    path
      .replace(/\/\d+$/, '')
      .split('/')
      .at(-1) ?? ''
  )
}

/** A query parameter of the request: rows that it selected have its value. */
export function inputOf({ query }: JsonObject, name: string): Json | undefined {
  return isObject(query) && Object.hasOwn(query, name) ? query[name] : undefined
}

/** The fields that a failure of ours names in its details; `body` if it names none. */
export function wrongFields({ error }: JsonObject): string[] {
  const issues = isObject(error) && isObject(error.details) ? error.details.issues : undefined
  const names = (Array.isArray(issues) ? issues : []).flatMap((issue) => {
    const path = isObject(issue) ? String(issue.path ?? '') : ''
    return path.split('/').find((step) => step !== '') ?? []
  })
  return names.length > 0 ? [...new Set(names)] : ['body']
}

/** Whether a schema forbids an empty text or list. */
export function hasLeast(view: View): boolean {
  return LEAST.some((name) => Number(keyword(view, name) ?? 0) > 0)
}

const LEAST = ['minLength', 'minItems', 'minProperties']

export function isEmpty(value: Json | undefined): boolean {
  if (Array.isArray(value)) return value.length === 0
  return value === '' || (isObject(value) && Object.keys(value).length === 0)
}

/**
 * The packaged document's schema of the value that an `x-from` names; undefined in an open object. `root` is
 * the sandbox's whole response. Throws DocumentError, which names `place`, for an unknown value.
 */
export function sourceOf(
  from: Json,
  { reader, root }: { reader: SchemaReader; root: View },
  place: string,
): View | undefined {
  const steps = typeof from === 'string' && from.startsWith('/') ? namesIn(from) : []
  let view = root
  let path = ''
  if (steps.length === 0) throw unknownPlace(from, placesIn(root, path), place)
  for (const name of steps) {
    if (isOpen(view)) return undefined
    const isEntry = /^\d+$/.test(name) && view.items.length > 0
    const schemas = isEntry ? view.items : view.members.get(name)
    if (schemas === undefined) throw unknownPlace(from, placesIn(view, path), place)
    view = reader.of(schemas)
    path += `/${name}`
  }
  return view
}

/** Whether no members are declared, so that any may occur. */
function isOpen({ members, items, types }: View): boolean {
  return members.size === 0 && items.length === 0 && types?.includes('object') !== false
}

function placesIn({ members, items }: View, path: string): string[] {
  if (items.length > 0) return [`${path}/0`]
  return members.size > 0 ? [...members.keys()].map((name) => `${path}/${name}`) : [path]
}

function unknownPlace(from: Json, places: string[], place: string) {
  return refusal(`${place}: x-from`, `one of ${places.join(', ')}, or below`, from)
}

export interface Readers {
  own: SchemaReader
  packaged: SchemaReader
}

/** Keywords that determine a value independently of the sandbox's own. */
const DECIDING = ['const', 'x-from', 'x-time-format', 'minProperties']

/**
 * Whether every value of the schema `packaged` also has the form of `own`. Bounds, formats and descriptions do not
 * matter. For schemas that contain themselves, the answer is yes unless a difference is found.
 */
export function isUnchanged(
  readers: Readers,
  own: View,
  packaged: View,
  assumed = new Set<string>(),
): boolean {
  const pair = `${own.key}|${packaged.key}`
  if (assumed.has(pair)) return true
  assumed.add(pair)

  if (!isSame(own, packaged, ['x-time-format']) || !areTypesWithin(packaged.types, own.types))
    return false
  if (own.isClosed && [...packaged.members.keys()].some((name) => !own.members.has(name))) {
    return false
  }
  if (own.isClosed && !packaged.isClosed) return false
  for (const [name, schemas] of own.members) {
    const member = readers.own.of(schemas)
    const schemasThere = packaged.members.get(name)
    if (schemasThere === undefined) return false
    const original = readers.packaged.of(schemasThere)
    if (member.isFalse !== original.isFalse) return false
    if (own.required.has(name) && !packaged.required.has(name)) return false
    if (!isSame(member, original, DECIDING)) return false
    if (!isUnchanged(readers, member, original, assumed)) return false
  }
  if (own.items.length === 0) return true
  if (packaged.items.length === 0) return !packaged.types?.includes('array')
  const [entry, original] = [readers.own.of(own.items), readers.packaged.of(packaged.items)]
  return isSame(entry, original, DECIDING) && isUnchanged(readers, entry, original, assumed)
}

function isSame(own: View, packaged: View, names: readonly string[]): boolean {
  return names.every(
    (name) => JSON.stringify(keyword(own, name)) === JSON.stringify(keyword(packaged, name)),
  )
}
