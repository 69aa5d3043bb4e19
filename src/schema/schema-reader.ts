import { isObject, type Json, type JsonObject } from './json.ts'
import { type Located, pointerIn, resolvePointer, valueAt } from './pointer.ts'
import { entriesOf, type Part, type Schema, type View, viewOf } from './schema-view.ts'

/** Keywords with alternatives, of which a value matches one or several. */
const CHOICES = ['oneOf', 'anyOf']
/** Keywords whose schemas may apply to a value. */
export const POSSIBLE = [...CHOICES, 'if', 'then', 'else']

/** The maximum number of combinations of choices; more are left out. */
const MOST_CHOICES = 32

/** Parts that apply together; undefined if they allow no value. */
type Combination = Part[] | undefined

/**
 * Reads the schemas of one document. The target of a reference and every part of an `allOf` apply together with
 * the schema that names them (JSON Schema 2020-12); each schema of a `oneOf` or `anyOf` is a choice.
 *
 * `of` returns a view of the schemas that always apply, `choices` a view for each choice, and `possible` every
 * schema that may apply to the value.
 */
export class SchemaReader {
  readonly #document: JsonObject
  readonly #onProblem: (problem: string) => void
  readonly #numbers = new Map<JsonObject, number>()
  readonly #views = new Map<string, View>()
  readonly #viewOf = new WeakMap<readonly Schema[], View>()

  /** `onProblem` gets references that cannot be followed; by default they are ignored. */
  constructor(document: JsonObject, onProblem: (problem: string) => void = () => {}) {
    this.#document = document
    this.#onProblem = onProblem
  }

  /** The object at a pointer of the document, with references followed. */
  at(pointer: string): Located | undefined {
    return resolvePointer(this.#document, pointer)
  }

  /** A view of the schemas that apply to a value with any choice. */
  of(schemas: readonly Schema[]): View {
    const known = this.#viewOf.get(schemas)
    if (known) return known
    const found: Part[] = []
    const view = this.#view(found, this.#collect(schemas, [], found))
    this.#viewOf.set(schemas, view)
    return view
  }

  /** One view for each choice; empty if the schemas allow no value. */
  choices(schemas: readonly Schema[]): View[] {
    return this.#product(schemas.map((schema) => this.#choices(schema, 0, []))).flatMap((parts) =>
      parts ? [this.#view(parts, false)] : [],
    )
  }

  /** All schemas that may apply to a value, including every alternative. */
  possible(schemas: readonly Schema[]): Part[] {
    const found: Part[] = []
    this.#collect(schemas, POSSIBLE, found)
    return found
  }

  /** Follows the references of any node; returns an empty object if they do not lead to an object. */
  resolve(node: Json | undefined): JsonObject {
    const followed: JsonObject[] = []
    let value = node
    while (isObject(value) && typeof value.$ref === 'string') {
      followed.push(value)
      value = this.#target(value.$ref, followed)?.value
    }
    return isObject(value) ? value : {}
  }

  /** Adds the parts of schemas in order; returns whether they allow no value. */
  #collect(
    schemas: readonly Schema[],
    others: readonly string[],
    found: Part[],
    begun = new Set<JsonObject>(),
    depth = 0,
  ): boolean {
    let isFalse = false
    for (const schema of schemas) {
      const { value, pointer } = schema
      if (value === false) isFalse = true
      if (!isObject(value) || begun.has(value)) continue
      begun.add(value)
      const target = this.#target(value.$ref)
      if (target && this.#collect([target], others, found, begun, depth + 1)) isFalse = true
      if (this.#collect(entriesOf(schema, 'allOf'), others, found, begun, depth)) isFalse = true
      const possible = others.flatMap((name) => entriesOf(schema, name))
      this.#collect(possible, others, found, begun, depth)
      found.push({ value, pointer, depth })
    }
    return isFalse
  }

  #choices(schema: Schema, depth: number, around: readonly JsonObject[]): Combination[] {
    const { value, pointer } = schema
    if (value === false) return [undefined]
    if (!isObject(value)) return [[]]
    const enclosing = [...around, value]
    const target = this.#target(value.$ref, enclosing)
    const inner = (each: Schema) => this.#choices(each, depth, enclosing)
    return this.#product([
      ...(target ? [this.#choices(target, depth + 1, enclosing)] : []),
      ...entriesOf(schema, 'allOf').map(inner),
      ...CHOICES.map((name) => entriesOf(schema, name).flatMap(inner)).filter(isNotEmpty),
      [[{ value, pointer, depth }]],
    ])
  }

  #product(factors: Combination[][]): Combination[] {
    return factors.reduce<Combination[]>(
      (before, after) =>
        before
          .flatMap((one) => after.map((other) => one && other && together(one, other)))
          .slice(0, MOST_CHOICES),
      [[]],
    )
  }

  /** The target of a reference, unless it is one of the schemas `around` the reference. */
  #target($ref: Json | undefined, around: readonly JsonObject[] = []): Schema | undefined {
    if (typeof $ref !== 'string') return undefined
    const pointer = pointerIn($ref)
    const value = valueAt(this.#document, pointer)
    const isSound = $ref.startsWith('#') && value !== undefined
    if (isSound && !around.includes(value as JsonObject)) return { value, pointer }
    const problem = isSound
      ? 'leads to itself. Correct it.'
      : $ref.startsWith('#')
        ? 'leads nowhere. Correct it, or add what it names.'
        : 'leads out of the document. Bundle it into one file first.'
    this.#onProblem(`The reference ${JSON.stringify($ref)} ${problem}`)
    return undefined
  }

  #view(parts: Part[], isFalse: boolean): View {
    const key = `${isFalse}${parts.map(({ value }) => this.#numberOf(value)).join(' ')}`
    const view = this.#views.get(key) ?? viewOf(key, parts, isFalse)
    this.#views.set(key, view)
    return view
  }

  #numberOf(node: JsonObject): number {
    const number = this.#numbers.get(node) ?? this.#numbers.size
    this.#numbers.set(node, number)
    return number
  }
}

function together(one: Part[], other: Part[]): Part[] {
  return [...one, ...other.filter(({ value }) => !one.some((each) => each.value === value))]
}

function isNotEmpty(choices: Combination[]): boolean {
  return choices.length > 0
}
