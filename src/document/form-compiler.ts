import { sourceOf } from './answer-places.ts'
import {
  examplesOf,
  type Form,
  hasLeast,
  inputOf,
  isEmpty,
  lastName,
  mapped,
  momentOf,
  timeOf,
} from './form-parts.ts'
import { isObject, type Json, type JsonObject } from './json.ts'
import { isKept } from './kept-forms.ts'
import type { Occasion } from './made-values.ts'
import { valueAt } from './pointer.ts'
import { isOfType, keyword, type SchemaViews, type View } from './schema-view.ts'

/** What makes values up. */
interface Maker {
  hashOf(seed: number, record: Json | undefined, path: string): number
  madeScalar(view: View, type: string | undefined, occasion: Occasion): Json
}

/** What the packaged document says at the place of a schema. */
interface Known {
  view: View | undefined
  /** Whether there is always a value. */
  isSure: boolean
  /** The place in the sandbox's own answer, a JSON Pointer; undefined in a list. */
  path: string | undefined
}

const UNKNOWN: Known = { view: undefined, isSure: false, path: undefined }

interface Terms {
  packaged: Json
  facts: JsonObject
  dropsEmptied?: boolean
}

/** A schema that requires itself would have no end. */
const DEEPEST = 6

/** Turns the schema of an answer into the function that brings the sandbox's own answer into its form. */
export class FormCompiler {
  /** Whether what was compiled may make values up; `useMaker` has to be called then. */
  makes = false
  readonly #own: SchemaViews
  readonly #packaged: SchemaViews
  readonly #root: View
  readonly #dropsEmptied: boolean
  readonly #source: View
  readonly #forms = new Map<string, { form: Form | undefined }>()
  #maker: Maker | undefined

  /**
   * `packaged` is the schema of the sandbox's own answer; `facts`, what `x-from` may name beside it.
   * `dropsEmptied`: what a replacing update has emptied stays away where it need not be there.
   */
  constructor(
    views: { own: SchemaViews; packaged: SchemaViews },
    { packaged, facts, dropsEmptied = false }: Terms,
  ) {
    this.#dropsEmptied = dropsEmptied
    this.#own = views.own
    this.#packaged = views.packaged
    this.#root = views.packaged.of([packaged])
    this.#source = views.packaged.of([packaged, { properties: facts }])
  }

  /** The form of `schema`; undefined where own answers have it. Throws DocumentError, which names `place`. */
  compile(schema: Json, place: string): Form | undefined {
    return this.#form(
      this.#own.of([schema]),
      { view: this.#root, isSure: true, path: '' },
      true,
      place,
    )
  }

  useMaker(maker: Maker): void {
    this.#maker = maker
  }

  #form(view: View, known: Known, isRequired: boolean, place: string): Form | undefined {
    const key = [view.key, known.view?.key, known.isSure, known.path, isRequired].join('|')
    const begun = this.#forms.get(key)
    // Of a schema that holds itself the form is not known yet.
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
    const from = keyword(view, 'x-from')
    if (from === undefined) return this.#fitted(view, known, isRequired, place)
    const source = sourceOf(from, { views: this.#packaged, root: this.#source }, place)
    const fitted = this.#fitted(
      view,
      { view: source, isSure: false, path: String(from) },
      isRequired,
      place,
    )
    return (_, at) => {
      const found = valueAt(at.answer.root, String(from))
      return fitted ? fitted(found, at) : found
    }
  }

  #fitted(view: View, known: Known, isRequired: boolean, place: string): Form | undefined {
    const { own, packaged } = { own: this.#own, packaged: this.#packaged }
    const hasValue = known.isSure || !isRequired
    const isDropped = this.#dropsEmptied && !isRequired && hasLeast(view)
    const kept = known.view && hasValue && isKept({ own, packaged }, view, known.view)
    if (kept && isDropped) return (value) => (isEmpty(value) ? undefined : value)
    if (kept) return undefined

    const time = timeOf(view, place)
    const inner = this.#inside(view, known, place)
    const wrapped = this.#wrapped(view, known.view, place)
    const isGiven = isRequired || examplesOf(view).length > 0 || this.#holds(view, isSpoken)
    const made = isGiven ? this.#made(view, time, place) : undefined
    return (value, at) => {
      if (value === undefined || (isDropped && isEmpty(value))) {
        // What the sandbox knows and does not have stays away.
        return known.view && !isRequired ? undefined : made?.(undefined, at)
      }
      if (value === null && isOfType(view, null)) return null
      const moment = time && momentOf(value)
      if (time && moment !== undefined) return time(moment)
      if (!time && isOfType(view, value)) return inner ? inner(value, at) : value
      if (wrapped && value !== null) return wrapped(value, at)
      return made?.(undefined, at)
    }
  }

  /** What is done inside of a value that has its type. */
  #inside(view: View, known: Known, place: string): Form | undefined {
    const { path } = known
    const moves = path !== undefined && this.#holds(view, (it) => keyword(it, 'x-from') === path)
    const object = this.#object(view, moves ? UNKNOWN : known, place)
    const list = known.view?.items ?? []
    const entries = list.length > 0 ? this.#packaged.of(list) : undefined
    const entry = this.#entry(view, entries, place)
    if (!object && !entry) return undefined
    return (value, at) => {
      if (Array.isArray(value)) return entry ? mapped(value, entry, at) : value
      // What goes into one of its members does not stay beside it.
      return object && isObject(value) ? object(moves ? {} : value, at) : value
    }
  }

  /** A list of the one value that there is. */
  #wrapped(view: View, known: View | undefined, place: string): Form | undefined {
    if (!view.types?.includes('array')) return undefined
    const entry = this.#entry(view, known, place)
    return (value, at) => mapped([value as Json], entry ?? ((it) => it), at)
  }

  #entry(view: View, known: View | undefined, place: string): Form | undefined {
    if (view.items.length === 0) return undefined
    const items = this.#own.of(view.items)
    const entry = { view: known, isSure: known !== undefined, path: undefined }
    return this.#form(items, entry, true, `${place}/*`)
  }

  /** Undefined for an object of which nothing is said. */
  #object(view: View, known: Known, place: string): Form | undefined {
    if (view.members.size === 0 && !view.isClosed) return undefined
    const forms = new Map<string, Form | undefined>()
    for (const [name, schemas] of view.members) {
      const member = known.view && this.#packaged.member(known.view, name)
      const isSure = member !== undefined && known.view?.required.has(name) === true
      const path = member && known.path !== undefined ? `${known.path}/${name}` : undefined
      const part = { view: member, isSure, path }
      const isRequired = view.required.has(name)
      forms.set(name, this.#form(this.#own.of(schemas), part, isRequired, `${place}/${name}`))
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

  /** A value for what the sandbox has none. */
  #made(view: View, time: ((epochMs: number) => string) | undefined, place: string): Form {
    const examples = examplesOf(view)
    const type = view.types?.find((each) => each !== 'null') ?? view.types?.[0]
    const object = type === 'object' ? this.#object(view, UNKNOWN, place) : undefined
    const entry = type === 'array' ? this.#entry(view, undefined, place) : undefined
    const least = Math.min(100, Number(keyword(view, 'minItems') ?? (entry ? 1 : 0)))
    const other = type === undefined ? this.#alternative(view, place) : undefined
    this.makes = true
    return (_, at) => {
      const deeper = { ...at, depth: at.depth + 1 }
      const { hashOf, madeScalar } = this.#maker as Maker
      const hash = hashOf(at.answer.seed, at.record, at.path)
      const name = lastName(at.path)
      const given = inputOf(at.answer.root, name)
      if (given !== undefined && view.types && isOfType(view, given)) return given
      if (examples.length > 0) return examples[(hash >>> 0) % examples.length]
      if (at.depth > DEEPEST) return { object: {}, array: [] }[String(type)] ?? null
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
      if (!time) return madeScalar(view, type, occasion)
      const moment = this.#own.of([{ type: 'string', format: 'date-time' }])
      return time(Date.parse(String(madeScalar(moment, 'string', occasion))))
    }
  }

  /** The first of the alternatives that there are for a value. */
  #alternative(view: View, place: string): Form | undefined {
    const [first] = ['oneOf', 'anyOf'].flatMap((name) => (keyword(view, name) ?? []) as Json[])
    return first === undefined ? undefined : this.#form(this.#own.of([first]), UNKNOWN, true, place)
  }

  /** Whether a member, at any depth, is such. */
  #holds(view: View, isSuch: (member: View) => boolean, seen = new Set<string>()): boolean {
    if (seen.has(view.key)) return false
    seen.add(view.key)
    return [...view.members.values()].some((schemas) => {
      const member = this.#own.of(schemas)
      return !member.isFalse && (isSuch(member) || this.#holds(member, isSuch, seen))
    })
  }
}

/** Whether a schema says itself where its value comes from or what it is, so that it is there to be had. */
function isSpoken(view: View): boolean {
  return keyword(view, 'const') !== undefined || keyword(view, 'x-from') !== undefined
}
