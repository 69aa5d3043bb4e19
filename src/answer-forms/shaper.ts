import { isObject, type Json, type JsonObject } from '../schema/json.ts'
import { valueAt } from '../schema/pointer.ts'
import { isOfType, keyword, type View, viewOf } from '../schema/schema-view.ts'
import {
  entryByField,
  isUnchanged,
  type Readers,
  type Source,
  sourceViewOf,
  timeOf,
} from './differing-forms.ts'
import type { AnswerFacts } from './facts.ts'
import { hashOf, synthesizedScalar } from './synthesized-values.ts'

/** What the sandbox's own response has in the place of a schema. */
interface Known {
  /** The schema of the packaged document; undefined where it has none. */
  view: View | undefined
  /** Whether there is always a value. */
  isSure: boolean
  /** JSON Pointer to the value in the sandbox's own response; undefined in a list. */
  path: string | undefined
}

const UNKNOWN: Known = { view: undefined, isSure: false, path: undefined }

/** The position of a value in a response during its conversion. */
interface At {
  known: Known
  isRequired: boolean
  /** The sandbox's own response, with the other values that `x-from` may name. */
  root: JsonObject
  /** Seed of the account, for synthesized values. */
  seed: number
  /** The record of the value: the row of a list, or the closest object with an `id`. */
  record: Json | undefined
  /** The path of the value in its record. */
  path: string
  /** The number of synthesized values around it. */
  depth: number
  /** How many more values may be synthesized within the outermost one; undefined outside of any. */
  room?: { left: number } | undefined
}

/** Levels of synthesized values. A schema that requires itself would have no end. */
const DEEPEST = 6

/** Values within a synthesized one: members that each contain several of their own kind would grow without end. */
const MOST_WITHIN = 300

const TIME = viewOf('', [{ value: { type: 'string', format: 'date-time' }, depth: 0 }], false)

/** The schemas of a response. */
interface Terms {
  /** Of the served document. */
  own: View
  packaged: View
  source: Source
  /** Optional members that a replacing update emptied are left out. */
  dropsEmptied: boolean
}

/**
 * Converts the sandbox's own responses to the form of the served document. It walks the schema of the served document
 * (`view`), the one of the packaged document (`known`) and the value together. Undefined is no value.
 */
export class Shaper {
  readonly #readers: Readers
  readonly #terms: Terms
  /** By the keys of both views: each value would compare all schemas below its own. */
  readonly #unchanged = new Map<string, boolean>()

  constructor(readers: Readers, terms: Terms) {
    this.#readers = readers
    this.#terms = terms
  }

  /** The response that has this envelope. */
  shape(envelope: object, { id, seed, ...facts }: AnswerFacts): object {
    const root = { ...envelope, request_id: id, ...facts } as unknown as JsonObject
    const known = { view: this.#terms.packaged, isSure: true, path: '' }
    const at = { known, isRequired: true, root, seed, record: undefined, path: '', depth: 0 }
    return this.#shape(this.#terms.own, envelope as Json, at) as object
  }

  #shape(view: View, value: Json | undefined, at: At): Json | undefined {
    if (view.isFalse) return undefined
    const constant = keyword(view, 'const')
    if (constant !== undefined) return constant
    if (keyword(view, 'x-issues') === 'fields') return this.#byField(view, at)
    const from = keyword(view, 'x-from')
    if (from === undefined) return this.#fit(view, value, at)
    const path = String(from)
    const known = { view: sourceViewOf(from, this.#terms.source), isSure: false, path }
    return this.#fit(view, valueAt(at.root, path), { ...at, known })
  }

  /** An object with a member for each wrong field of the request (`x-issues`). */
  #byField(view: View, at: At): Json {
    const entry = this.#readers.own.of([entryByField(view)])
    const values = wrongFields(at.root).map((name) => {
      const inner = { ...at, known: UNKNOWN, isRequired: true, path: `${at.path}/${name}` }
      return [name, this.#shape(entry, undefined, inner) ?? null]
    })
    return Object.fromEntries(values)
  }

  /** Keeps a value that fits; otherwise converts it, or makes up another one. */
  #fit(view: View, value: Json | undefined, at: At): Json | undefined {
    const { known, isRequired } = at
    const isNullable = isOfType(view, null)
    const mayDrop = this.#terms.dropsEmptied || keyword(view, 'minProperties') !== undefined
    const isDropped = mayDrop && (!isRequired || isNullable) && hasLeast(view) && isEmpty(value)
    const hasValue = known.isSure || !isRequired
    if (known.view && hasValue && this.#isUnchanged(view, known.view)) {
      if (!isDropped) return value
      return isRequired ? null : undefined
    }

    if (value === undefined || isDropped) {
      // A member that the sandbox knows but does not have is left out, or null where it must be there.
      if (known.view && !isRequired) return undefined
      return known.view && isNullable ? null : this.#synthesized(view, at)
    }
    if (value === null && isNullable) return null
    const time = timeOf(view)
    const moment = time && momentOf(value)
    if (time && moment !== undefined) return time(moment)
    if (!time && isOfType(view, value)) return this.#inside(view, value, at)
    const isList = view.types?.includes('array') && value !== null
    return isList ? this.#entries(view, known.view, [value], at) : this.#synthesized(view, at)
  }

  #isUnchanged(view: View, packaged: View): boolean {
    const pair = `${view.key}|${packaged.key}`
    const known = this.#unchanged.get(pair) ?? isUnchanged(this.#readers, view, packaged)
    this.#unchanged.set(pair, known)
    return known
  }

  /** Converts the parts of a value that has the right type. */
  #inside(view: View, value: Json, at: At): Json {
    const { known } = at
    if (Array.isArray(value)) {
      const items = known.view?.items ?? []
      const entry = items.length > 0 ? this.#readers.packaged.of(items) : undefined
      return this.#entries(view, entry, value, at)
    }
    if (!isObject(value)) return value
    // A value that moves into one of its members is not kept next to it.
    const moves =
      known.path !== undefined && this.#holds(view, (it) => keyword(it, 'x-from') === known.path)
    return moves ? this.#object(view, {}, { ...at, known: UNKNOWN }) : this.#object(view, value, at)
  }

  /** `known` is the packaged document's schema of the entries. */
  #entries(view: View, known: View | undefined, values: Json[], at: At): Json[] {
    if (view.items.length === 0) return values
    const entry = this.#readers.own.of(view.items)
    const part = { view: known, isSure: known !== undefined, path: undefined }
    return values.flatMap((value, index) => {
      const path = isObject(value) ? '' : `${at.path}/${index}`
      const inner = { ...at, known: part, isRequired: true, record: value, path }
      const shaped = this.#shape(entry, value, inner)
      return shaped === undefined ? [] : [shaped]
    })
  }

  #object(view: View, held: JsonObject, at: At): JsonObject {
    if (view.members.size === 0 && !view.isClosed) return held
    const around = held.id === undefined ? at : { ...at, record: held, path: '' }
    const result: JsonObject = {}
    for (const name of new Set([...Object.keys(held), ...view.members.keys()])) {
      const own = Object.hasOwn(held, name) ? held[name] : undefined
      const isDeclared = view.members.has(name)
      if (!isDeclared && view.isClosed) continue
      const shaped = isDeclared ? this.#member(name, view, own, around) : own
      if (shaped !== undefined) result[name] = shaped
    }
    return result
  }

  #member(name: string, view: View, value: Json | undefined, at: At): Json | undefined {
    const { view: outer, path } = at.known
    const original = outer?.members.get(name)
    const known: Known = original
      ? {
          view: this.#readers.packaged.of(original),
          isSure: outer?.required.has(name) === true,
          path: path === undefined ? undefined : `${path}/${name}`,
        }
      : UNKNOWN
    const member = this.#readers.own.of(view.members.get(name) ?? [])
    const isRequired = view.required.has(name)
    return this.#shape(member, value, { ...at, known, isRequired, path: `${at.path}/${name}` })
  }

  /** A value for one that the sandbox does not have; undefined where nothing asks for one. */
  #synthesized(view: View, at: At): Json | undefined {
    const examples = examplesOf(view)
    if (!at.isRequired && examples.length === 0 && !this.#holds(view, givesValue)) return undefined
    const hash = hashOf(at.seed, at.record, at.path)
    const name = lastName(at.path)
    const given = inputOf(at.root, name)
    if (given !== undefined && view.types && isOfType(view, given)) return given
    if (examples.length > 0) return examples[(hash >>> 0) % examples.length]

    const type = view.types?.find((each) => each !== 'null') ?? view.types?.[0]
    const room = at.room ?? { left: MOST_WITHIN }
    if (at.depth > DEEPEST || room.left-- <= 0) {
      return { object: {}, array: [] }[String(type)] ?? null
    }
    const deeper = { ...at, known: UNKNOWN, isRequired: true, depth: at.depth + 1, room }
    if (type === 'object') return this.#object(view, {}, deeper)
    if (type === 'array') return this.#list(view, deeper)
    const [first] = type === undefined ? this.#readers.own.choices(view.parts) : []
    if (first && first.key !== view.key) return this.#shape(first, undefined, deeper)
    const occasion = { hash, name, record: isObject(at.record) ? at.record : undefined }
    const time = timeOf(view)
    if (!time) return synthesizedScalar(view, type, occasion)
    return time(Date.parse(String(synthesizedScalar(TIME, 'string', occasion))))
  }

  /** A list of synthesized entries. */
  #list(view: View, at: At): Json[] {
    if (view.items.length === 0) return []
    const entry = this.#readers.own.of(view.items)
    const length = Math.min(100, Number(keyword(view, 'minItems') ?? 1))
    return Array.from({ length }, (_, index) => {
      const path = `${at.path}/${index}`
      return this.#shape(entry, undefined, { ...at, path }) ?? null
    })
  }

  /** Whether `isSuch` is true for a member at any depth. */
  #holds(view: View, isSuch: (member: View) => boolean, seen = new Set<string>()): boolean {
    if (seen.has(view.key)) return false
    seen.add(view.key)
    return [...view.members.values()].some((schemas) => {
      const member = this.#readers.own.of(schemas)
      return !member.isFalse && (isSuch(member) || this.#holds(member, isSuch, seen))
    })
  }
}

/** Whether a schema gives its value, or the origin of its value. */
function givesValue(view: View): boolean {
  return keyword(view, 'const') !== undefined || keyword(view, 'x-from') !== undefined
}

function examplesOf(view: View): Json[] {
  const examples = keyword(view, 'examples')
  if (Array.isArray(examples) && examples.length > 0) return examples
  const one = keyword(view, 'example') ?? keyword(view, 'default')
  return one === undefined ? [] : [one]
}

function momentOf(value: Json): number | undefined {
  const moment = typeof value === 'number' ? value : Date.parse(String(value))
  return Number.isNaN(moment) ? undefined : moment
}

/** The name of the member at a path; for an entry, the name of its list. */
function lastName(path: string): string {
  return (
    path
      .replace(/\/\d+$/, '')
      .split('/')
      .at(-1) ?? ''
  )
}

/** A query parameter of the request: rows that it selected have its value. */
function inputOf({ query }: JsonObject, name: string): Json | undefined {
  return isObject(query) && Object.hasOwn(query, name) ? query[name] : undefined
}

/** The fields that a failure of ours names in its details; `body` if it names none. */
function wrongFields({ error }: JsonObject): string[] {
  const issues = isObject(error) && isObject(error.details) ? error.details.issues : undefined
  const names = (Array.isArray(issues) ? issues : []).flatMap((issue) => {
    const path = isObject(issue) ? String(issue.path ?? '') : ''
    return path.split('/').find((step) => step !== '') ?? []
  })
  return names.length > 0 ? [...new Set(names)] : ['body']
}

/** Whether a schema forbids an empty text or list. */
function hasLeast(view: View): boolean {
  return LEAST.some((name) => Number(keyword(view, name) ?? 0) > 0)
}

const LEAST = ['minLength', 'minItems', 'minProperties']

function isEmpty(value: Json | undefined): boolean {
  if (Array.isArray(value)) return value.length === 0
  return value === '' || (isObject(value) && Object.keys(value).length === 0)
}
