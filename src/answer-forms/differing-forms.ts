import { refusal } from '../openapi/provenance/sections.ts'
import { isObject, type Json } from '../schema/json.ts'
import { namesIn } from '../schema/pointer.ts'
import type { SchemaReader } from '../schema/schema-reader.ts'
import { areTypesWithin, keyword, type View } from '../schema/schema-view.ts'
import { TIME_FIELDS, timeFormat } from './time-format.ts'

/** Of the served document, and of the packaged one, whose form the sandbox's own responses have. */
export interface Readers {
  own: SchemaReader
  packaged: SchemaReader
}

/** Keywords that determine a value independently of the sandbox's own. */
const DECIDING = ['const', 'x-from', 'x-issues', 'x-time-format', 'minProperties']

/** Whether every value of `packaged` is in place of `own`, too: it is neither removed, nor replaced, nor in another form. */
export function isKept(
  readers: Readers,
  own: View,
  packaged: View,
  assumed = new Set<string>(),
): boolean {
  return (
    own.isFalse === packaged.isFalse &&
    isSame(own, packaged, DECIDING) &&
    isUnchanged(readers, own, packaged, assumed)
  )
}

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
    const original = packaged.members.get(name)
    if (original === undefined) return false
    if (own.required.has(name) && !packaged.required.has(name)) return false
    const [member, known] = [readers.own.of(schemas), readers.packaged.of(original)]
    if (!isKept(readers, member, known, assumed)) return false
  }
  if (own.items.length === 0) return true
  if (packaged.items.length === 0) return !packaged.types?.includes('array')
  const [entry, known] = [readers.own.of(own.items), readers.packaged.of(packaged.items)]
  return isSame(entry, known, DECIDING) && isUnchanged(readers, entry, known, assumed)
}

function isSame(own: View, packaged: View, names: readonly string[]): boolean {
  return names.every(
    (name) => JSON.stringify(keyword(own, name)) === JSON.stringify(keyword(packaged, name)),
  )
}

/** Where the values of a response come from: the sandbox's own response with the other values that `x-from` may name. */
export interface Source {
  reader: SchemaReader
  root: View
}

/**
 * Throws DocumentError, which names the place, for an `x-from` or an `x-time-format` in the schema of a response that
 * cannot be followed.
 */
export function checkForm(
  view: View,
  place: string,
  terms: { own: SchemaReader; source: Source },
  seen = new Set<string>(),
): void {
  if (seen.has(view.key) || view.isFalse || keyword(view, 'const') !== undefined) return
  seen.add(view.key)
  const check = (inner: View, at: string) => checkForm(inner, at, terms, seen)
  if (keyword(view, 'x-issues') === 'fields') {
    check(terms.own.of([entryByField(view)]), `${place}/*`)
    return
  }
  const from = keyword(view, 'x-from')
  if (from !== undefined) sourceViewOf(from, terms.source, place)
  timeOf(view, place)
  for (const [name, schemas] of view.members) check(terms.own.of(schemas), `${place}/${name}`)
  if (view.items.length > 0) check(terms.own.of(view.items), `${place}/*`)
  const [alternative] = view.types?.length ? [] : terms.own.choices(view.parts)
  if (alternative) check(alternative, place)
}

/** The schema of each member of an object with a member for each wrong field of the request (`x-issues`). */
export function entryByField(view: View): { value: Json } {
  const schema = keyword(view, 'additionalProperties')
  return { value: isObject(schema) ? schema : true }
}

/**
 * The packaged document's schema of the value that an `x-from` names; undefined in an open object. Throws DocumentError,
 * which names `place`, for an unknown value.
 */
export function sourceViewOf(from: Json, { reader, root }: Source, place = ''): View | undefined {
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

/** Writes times as an `x-time-format` says; undefined without one. Throws DocumentError, which names `place`. */
export function timeOf(view: View, place = ''): ((epochMs: number) => string) | undefined {
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
