import { sourceOf, valueAt } from './answer-places.ts'
import { isObject, type Json, type JsonObject } from './json.ts'
import { isKept } from './kept-forms.ts'
import type { Occasion } from './made-values.ts'
import { isOfType, keyword, type SchemaViews, type View } from './schema-view.ts'
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
}

const UNKNOWN: Known = { view: undefined, isSure: false }

/** A schema that requires itself would have no end. */
const DEEPEST = 6

/** Turns the schema of an answer into the function that brings the sandbox's own answer into its form. */
export class FormCompiler {
  /** Whether what was compiled may make values up; `useMaker` has to be called then. */
  makes = false
  readonly #own: SchemaViews
  readonly #packaged: SchemaViews
  readonly #root: View
  readonly #source: View
  readonly #forms = new Map<string, { form: Form | undefined }>()
  #maker: Maker | undefined

  /** `packaged` is the schema of the sandbox's own answer; `facts`, what `x-from` may name beside it. */
  constructor(
    views: { own: SchemaViews; packaged: SchemaViews },
    { packaged, facts }: { packaged: Json; facts: JsonObject },
  ) {
    this.#own = views.own
    this.#packaged = views.packaged
    this.#root = views.packaged.of([packaged])
    this.#source = views.packaged.of([packaged, { properties: facts }])
  }

  /** The form of `schema`; undefined where own answers have it. Throws DocumentError, which names `place`. */
  compile(schema: Json, place: string): Form | undefined {
    return this.#form(this.#own.of([schema]), { view: this.#root, isSure: true }, true, place)
  }

  useMaker(maker: Maker): void {
    this.#maker = maker
  }

  #form(view: View, known: Known, isRequired: boolean, place: string): Form | undefined {
    const key = [view.key, known.view?.key, known.isSure, isRequired].join('|')
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
    const fitted = this.#fitted(view, { view: source, isSure: false }, isRequired, place)
    return (_, at) => {
      const found = valueAt(at.answer.root, String(from))
      return fitted ? fitted(found, at) : found
    }
  }

  #fitted(view: View, known: Known, isRequired: boolean, place: string): Form | undefined {
    const { own, packaged } = { own: this.#own, packaged: this.#packaged }
    const hasValue = known.isSure || !isRequired
    if (known.view && hasValue && isKept({ own, packaged }, view, known.view)) return undefined

    const time = timeOf(view, place)
    const inner = this.#inside(view, known.view, place)
    const wrapped = this.#wrapped(view, known.view, place)
    const isGiven = isRequired || examplesOf(view).length > 0 || this.#isSpoken(view)
    const made = isGiven ? this.#made(view, time, place) : undefined
    return (value, at) => {
      if (value === undefined) {
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
  #inside(view: View, known: View | undefined, place: string): Form | undefined {
    const object =
      view.members.size > 0 || view.isClosed ? this.#object(view, known, place) : undefined
    const entries = known && known.items.length > 0 ? this.#packaged.of(known.items) : undefined
    const entry = this.#entry(view, entries, place)
    if (!object && !entry) return undefined
    return (value, at) => {
      if (Array.isArray(value)) return entry ? mapped(value, entry, at) : value
      return object && isObject(value) ? object(value, at) : value
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
    return this.#form(items, { view: known, isSure: known !== undefined }, true, `${place}/*`)
  }

  #object(view: View, known: View | undefined, place: string): Form {
    const forms = new Map<string, Form | undefined>()
    for (const [name, schemas] of view.members) {
      const member = known && this.#packaged.member(known, name)
      const isSure = member !== undefined && known?.required.has(name) === true
      const part = { view: member, isSure }
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
    const object = type === 'object' ? this.#object(view, undefined, place) : undefined
    const entry = type === 'array' ? this.#entry(view, undefined, place) : undefined
    const least = Math.min(100, Number(keyword(view, 'minItems') ?? (entry ? 1 : 0)))
    const other = type === undefined ? this.#alternative(view, place) : undefined
    this.makes = true
    return (_, at) => {
      const deeper = { ...at, depth: at.depth + 1 }
      const { hashOf, madeScalar } = this.#maker as Maker
      const hash = hashOf(at.answer.seed, at.record, at.path)
      if (examples.length > 0) return examples[(hash >>> 0) % examples.length]
      if (at.depth > DEEPEST) return { object: {}, array: [] }[String(type)] ?? null
      if (object) return object({}, deeper)
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
      const occasion = {
        hash,
        name:
          at.path
            .replace(/\/\d+$/, '')
            .split('/')
            .at(-1) ?? '',
        record,
      }
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

  /** Whether something inside says where it comes from or what it is, so that it is there to be had. */
  #isSpoken(view: View, seen = new Set<string>()): boolean {
    if (seen.has(view.key)) return false
    seen.add(view.key)
    return [...view.members.values()].some((schemas) => {
      const member = this.#own.of(schemas)
      if (member.isFalse) return false
      const says = keyword(member, 'const') ?? keyword(member, 'x-from')
      return says !== undefined || this.#isSpoken(member, seen)
    })
  }
}

function mapped(values: readonly Json[], form: Form, at: At): Json[] {
  return values.flatMap((value, index) => {
    const shaped = form(value, {
      ...at,
      record: value,
      path: isObject(value) ? '' : `${at.path}/${index}`,
    })
    return shaped === undefined ? [] : [shaped]
  })
}

function examplesOf(view: View): Json[] {
  const examples = keyword(view, 'examples')
  if (Array.isArray(examples) && examples.length > 0) return examples
  const one = keyword(view, 'example') ?? keyword(view, 'default')
  return one === undefined ? [] : [one]
}

function timeOf(view: View, place: string): ((epochMs: number) => string) | undefined {
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

function momentOf(value: Json): number | undefined {
  const moment = typeof value === 'number' ? value : Date.parse(String(value))
  return Number.isNaN(moment) ? undefined : moment
}
