import { isObject, type Json, type JsonObject } from './json.ts'
import { resolvePointer } from './pointer.ts'

/** What several schemas say together of one value, as far as it decides on the form of an answer. */
export interface View {
  /** Tells it from other views of the same document. */
  key: string
  /** The schemas, with those that they refer to and the parts of their `allOf`. */
  nodes: readonly JsonObject[]
  /** Whether any of them is `false`: there is no such value then. */
  isFalse: boolean
  /** Those that all of them let in; undefined for any. */
  types: readonly string[] | undefined
  /** By name, all that is said of it. */
  members: ReadonlyMap<string, readonly Json[]>
  required: ReadonlySet<string>
  /** Whether members that are not declared are refused. */
  isClosed: boolean
  /** Of the entries of a list, all that is said of them. */
  items: readonly Json[]
}

/** The schemas of one document, each looked at with its references followed and its `allOf` merged. */
export class SchemaViews {
  readonly #document: JsonObject
  readonly #numbers = new Map<JsonObject, number>()
  readonly #views = new Map<string, View>()

  constructor(document: JsonObject) {
    this.#document = document
  }

  of(schemas: readonly Json[]): View {
    const nodes: JsonObject[] = []
    for (const schema of schemas) this.#collect(schema, nodes)
    const isFalse =
      schemas.includes(false) || nodes.some(({ allOf }) => listOf(allOf).includes(false))
    const key = `${isFalse}${nodes.map((node) => this.#numberOf(node)).join(' ')}`
    const known = this.#views.get(key)
    if (known) return known
    const view = viewOf(key, nodes, isFalse)
    this.#views.set(key, view)
    return view
  }

  member(view: View, name: string): View | undefined {
    const schemas = view.members.get(name)
    return schemas && this.of(schemas)
  }

  #collect(schema: Json | undefined, found: JsonObject[]): void {
    if (!isObject(schema) || found.includes(schema)) return
    found.push(schema)
    const { $ref, allOf } = schema
    if (typeof $ref === 'string') {
      this.#collect(resolvePointer(this.#document, $ref.slice(1))?.value, found)
    }
    for (const part of listOf(allOf)) this.#collect(part, found)
  }

  #numberOf(node: JsonObject): number {
    const known = this.#numbers.get(node)
    if (known !== undefined) return known
    this.#numbers.set(node, this.#numbers.size)
    return this.#numbers.size - 1
  }
}

/** What the first schema of a view that has the keyword says for it. */
export function keyword(view: View, name: string): Json | undefined {
  return view.nodes.find((node) => node[name] !== undefined)?.[name]
}

/** Whether a value is of one of the types of a view. */
export function isOfType({ types }: View, value: Json): boolean {
  return types === undefined || types.some((type) => isOf(type, value))
}

function isOf(type: string, value: Json): boolean {
  switch (type) {
    case 'null':
      return value === null
    case 'array':
      return Array.isArray(value)
    case 'object':
      return isObject(value)
    case 'integer':
      return Number.isInteger(value)
    default:
      return typeof value === type
  }
}

function viewOf(key: string, nodes: readonly JsonObject[], isFalse: boolean): View {
  const members = new Map<string, Json[]>()
  for (const { properties } of nodes) {
    for (const [name, schema] of Object.entries(isObject(properties) ? properties : {})) {
      members.set(name, [...(members.get(name) ?? []), schema as Json])
    }
  }
  const items = nodes.flatMap((node) => (node.items === undefined ? [] : [node.items]))
  const isClosed = nodes.some(
    (node) => node.additionalProperties === false || node.unevaluatedProperties === false,
  )
  const required = new Set(nodes.flatMap((node) => listOf(node.required) as string[]))
  return { key, nodes, isFalse, types: typesOf(nodes), members, required, isClosed, items }
}

function typesOf(nodes: readonly JsonObject[]): string[] | undefined {
  const lists = nodes.flatMap(({ type }) => (type === undefined ? [] : [[type].flat() as string[]]))
  if (lists.length > 0) {
    return lists.reduce((some, others) => {
      // All integers are numbers.
      const narrowed = others.includes('integer') && !others.includes('number')
      const own = some.map((type) => (type === 'number' && narrowed ? 'integer' : type))
      const wider = others.includes('number') ? [...others, 'integer'] : others
      return own.filter((type) => wider.includes(type))
    })
  }
  // Members without the word "object" are meant as those of one.
  if (nodes.some(({ properties }) => isObject(properties))) return ['object']
  return undefined
}

function listOf(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : []
}
