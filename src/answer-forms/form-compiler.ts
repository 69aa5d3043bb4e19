import { isObject, type Json, type JsonObject } from '../schema/json.ts'
import { valueAt } from '../schema/pointer.ts'
import { isOfType, keyword, type Schema, type View } from '../schema/schema-view.ts'
import {
  examplesOf,
  type Form,
  hasLeast,
  inputOf,
  isEmpty,
  isUnchanged,
  lastName,
  mapped,
  momentOf,
  type Readers,
  sourceOf,
  timeOf,
  wrongFields,
} from './form-parts.ts'

type Synthesizer = typeof import('./synthesized-values.ts')

/** The part of the packaged document in the place of a schema. */
interface Known {
  view: View | undefined
  /** Whether there is always a value. */
  isSure: boolean
  /** JSON Pointer to the value in the sandbox's own response; undefined in a list. */
  path: string | undefined
}

const UNKNOWN: Known = { view: undefined, isSure: false, path: undefined }

interface Terms {
  packaged: Schema
  facts: JsonObject
  dropsEmptied?: boolean
}

/** Levels of synthesized values. A schema that requires itself would have no end. */
const DEEPEST = 6

/** Values within a synthesized one: members that each contain several of their own kind would grow without end. */
const MOST_WITHIN = 300

/** Compiles the schema of a response to a function that converts the sandbox's own response to it. */
export class FormCompiler {
  /** Whether a compiled form may synthesize values. Then `useSynthesizer` has to be called. */
  synthesizes = false
  readonly #readers: Readers
  readonly #root: View
  readonly #dropsEmptied: boolean
  readonly #source: View
  readonly #forms = new Map<string, { form: Form | undefined }>()
  #synthesizer: Synthesizer | undefined

  /**
   * `packaged` is the schema of the sandbox's own response, and `facts` are other values that `x-from` may name.
   * `dropsEmptied`: optional members that a replacing update emptied are left out.
   */
  constructor(readers: Readers, { packaged, facts, dropsEmptied = false }: Terms) {
    this.#dropsEmptied = dropsEmptied
    this.#readers = readers
    this.#root = readers.packaged.of([packaged])
    this.#source = readers.packaged.of([packaged, { value: { properties: facts } }])
  }

  /** The form of `schema`; undefined if own responses have it. Throws DocumentError, which names `place`. */
  compile(schema: Schema, place: string): Form | undefined {
    const known = { view: this.#root, isSure: true, path: '' }
    return this.#form(this.#readers.own.of([schema]), known, true, place)
  }

  useSynthesizer(synthesizer: Synthesizer): void {
    this.#synthesizer = synthesizer
  }

  #form(view: View, known: Known, isRequired: boolean, place: string): Form | undefined {
    const key = [view.key, known.view?.key, known.isSure, known.path, isRequired].join('|')
    const begun = this.#forms.get(key)
    // A schema that contains itself has no form yet.
    if (begun) return (value, at) => (begun.form ? begun.form(value, at) : value)
    const box: { form: Form | undefined } = { form: undefined }
    this.#forms.set(key, box)
    box.form = this.#compiled(view, known, isRequired, place)
    return box.form
  }

  #compiled(view: View, known: Known, isRequired: boolean, place: string): Form | undefined {
    if (view.isFalse) return () => undefined
    const constant = keyword(view, 'const')
    if (constant !== undefined) {
      const same = known.view && JSON.stringify(keyword(known.view, 'const'))
      return known.isSure && same === JSON.stringify(constant) ? undefined : () => constant
    }
    if (keyword(view, 'x-issues') === 'fields') return this.#byField(view, place)
    const from = keyword(view, 'x-from')
    if (from === undefined) return this.#fitted(view, known, isRequired, place)
    const source = sourceOf(from, { reader: this.#readers.packaged, root: this.#source }, place)
    const origin = { view: source, isSure: false, path: String(from) }
    const fitted = this.#fitted(view, origin, isRequired, place)
    return (_, at) => {
      const found = valueAt(at.answer.root, String(from))
      return fitted ? fitted(found, at) : found
    }
  }

  /** An object with a member for each wrong field of the request (`x-issues`). */
  #byField(view: View, place: string): Form {
    const schema = keyword(view, 'additionalProperties')
    const entry = this.#readers.own.of([{ value: isObject(schema) ? schema : {} }])
    const form = this.#form(entry, UNKNOWN, true, `${place}/*`)
    return (_, at) => {
      const names = wrongFields(at.answer.root)
      const values = names.map((name) => [
        name,
        form?.(undefined, { ...at, path: `${at.path}/${name}` }) ?? null,
      ])
      return Object.fromEntries(values)
    }
  }

  #fitted(view: View, known: Known, isRequired: boolean, place: string): Form | undefined {
    const hasValue = known.isSure || !isRequired
    const isNullable = isOfType(view, null)
    const mayDrop = this.#dropsEmptied || keyword(view, 'minProperties') !== undefined
    const isDropped = mayDrop && (!isRequired || isNullable) && hasLeast(view)
    const emptied = isRequired ? null : undefined
    if (known.view && hasValue && isUnchanged(this.#readers, view, known.view)) {
      return isDropped ? (value) => (isEmpty(value) ? emptied : value) : undefined
    }

    const time = timeOf(view, place)
    const inner = this.#inside(view, known, place)
    const wrapped = this.#wrapped(view, known.view, place)
    const isGiven = isRequired || examplesOf(view).length > 0 || this.#holds(view, givesValue)
    const synthesized = isGiven ? this.#synthesized(view, time, place) : undefined
    return (value, at) => {
      if (value === undefined || (isDropped && isEmpty(value))) {
        // A member that the sandbox knows but does not have is left out, or null where it must be there.
        if (known.view && !isRequired) return undefined
        return known.view && isNullable ? null : synthesized?.(undefined, at)
      }
      if (value === null && isOfType(view, null)) return null
      const moment = time && momentOf(value)
      if (time && moment !== undefined) return time(moment)
      if (!time && isOfType(view, value)) return inner ? inner(value, at) : value
      if (wrapped && value !== null) return wrapped(value, at)
      return synthesized?.(undefined, at)
    }
  }

  /** Converts the parts of a value that has the right type. */
  #inside(view: View, known: Known, place: string): Form | undefined {
    const { path } = known
    const moves = path !== undefined && this.#holds(view, (it) => keyword(it, 'x-from') === path)
    const object = this.#object(view, moves ? UNKNOWN : known, place)
    const list = known.view?.items ?? []
    const entries = list.length > 0 ? this.#readers.packaged.of(list) : undefined
    const entry = this.#entry(view, entries, place)
    if (!object && !entry) return undefined
    return (value, at) => {
      if (Array.isArray(value)) return entry ? mapped(value, entry, at) : value
      // A value that moves into one of its members is not kept next to it.
      return object && isObject(value) ? object(moves ? {} : value, at) : value
    }
  }

  /** A list with one entry, the value. */
  #wrapped(view: View, known: View | undefined, place: string): Form | undefined {
    if (!view.types?.includes('array')) return undefined
    const entry = this.#entry(view, known, place)
    return (value, at) => mapped([value as Json], entry ?? ((it) => it), at)
  }

  #entry(view: View, known: View | undefined, place: string): Form | undefined {
    if (view.items.length === 0) return undefined
    const items = this.#readers.own.of(view.items)
    const entry = { view: known, isSure: known !== undefined, path: undefined }
    return this.#form(items, entry, true, `${place}/*`)
  }

  /** Undefined for an object without declarations. */
  #object(view: View, known: Known, place: string): Form | undefined {
    if (view.members.size === 0 && !view.isClosed) return undefined
    const forms = new Map<string, Form | undefined>()
    for (const [name, schemas] of view.members) {
      const original = known.view?.members.get(name)
      const member = original && this.#readers.packaged.of(original)
      const isSure = member !== undefined && known.view?.required.has(name) === true
      const path = member && known.path !== undefined ? `${known.path}/${name}` : undefined
      const part = { view: member, isSure, path }
      const isRequired = view.required.has(name)
      forms.set(
        name,
        this.#form(this.#readers.own.of(schemas), part, isRequired, `${place}/${name}`),
      )
    }
    return (value, at) => {
      const held = value as JsonObject
      const around = held.id === undefined ? at : { ...at, record: held, path: '' }
      const result: JsonObject = {}
      const put = (name: string, form: Form, own: Json | undefined) => {
        const shaped = form(own, { ...around, path: `${around.path}/${name}` })
        if (shaped !== undefined) result[name] = shaped
      }
      for (const [name, own] of Object.entries(held)) {
        const form = forms.get(name)
        if (form) put(name, form, own)
        else if (!view.isClosed || forms.has(name)) result[name] = own
      }
      for (const [name, form] of forms) {
        if (form && !Object.hasOwn(held, name)) put(name, form, undefined)
      }
      return result
    }
  }

  /** A synthesized value, for one that the sandbox does not have. */
  #synthesized(view: View, time: ((epochMs: number) => string) | undefined, place: string): Form {
    const examples = examplesOf(view)
    const type = view.types?.find((each) => each !== 'null') ?? view.types?.[0]
    const object = type === 'object' ? this.#object(view, UNKNOWN, place) : undefined
    const entry = type === 'array' ? this.#entry(view, undefined, place) : undefined
    const least = Math.min(100, Number(keyword(view, 'minItems') ?? (entry ? 1 : 0)))
    const other = type === undefined ? this.#alternative(view, place) : undefined
    this.synthesizes = true
    return (_, at) => {
      const room = at.room ?? { left: MOST_WITHIN }
      const deeper = { ...at, depth: at.depth + 1, room }
      const { hashOf, synthesizedScalar } = this.#synthesizer as Synthesizer
      const hash = hashOf(at.answer.seed, at.record, at.path)
      const name = lastName(at.path)
      const given = inputOf(at.answer.root, name)
      if (given !== undefined && view.types && isOfType(view, given)) return given
      if (examples.length > 0) return examples[(hash >>> 0) % examples.length]
      if (at.depth > DEEPEST || room.left-- <= 0)
        return { object: {}, array: [] }[String(type)] ?? null
      if (type === 'object') return object ? object({}, deeper) : {}
      if (type === 'array') {
        return entry
          ? Array.from(
              { length: least },
              (_, i) => entry(undefined, { ...deeper, path: `${at.path}/${i}` }) ?? null,
            )
          : []
      }
      if (other) return other(undefined, deeper)
      const record = isObject(at.record) ? at.record : undefined
      const occasion = { hash, name, record }
      if (!time) return synthesizedScalar(view, type, occasion)
      const moment = this.#readers.own.of([{ value: { type: 'string', format: 'date-time' } }])
      return time(Date.parse(String(synthesizedScalar(moment, 'string', occasion))))
    }
  }

  /** The first alternative for a value. */
  #alternative(view: View, place: string): Form | undefined {
    const [first] = this.#readers.own.choices(view.parts)
    if (first === undefined || first.key === view.key) return undefined
    return this.#form(first, UNKNOWN, true, place)
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
