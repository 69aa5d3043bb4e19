import { isObject, type Json, type JsonObject, listOf, objectOf } from './json.ts'
import { pointerTo } from './pointer.ts'

/** A schema, with its JSON Pointer if it is in the document. */
export interface Schema {
  value: Json
  pointer?: string | undefined
}

/** One of the schemas that apply to a value. */
export interface Part extends Schema {
  value: JsonObject
  /** The number of references that lead to it. */
  depth: number
}

/** The combined constraints of several schemas for one value. */
export interface View {
  /** Identifies the view within its document. */
  key: string
  /** The schemas that apply: targets of references and parts of `allOf` before the schemas that name them. */
  parts: readonly Part[]
  /** Whether one of them is `false`, so that no value is allowed. */
  isFalse: boolean
  /** The types that all of them allow; undefined for any. */
  types: readonly string[] | undefined
  /** The values that `enum` and `const` allow; undefined for any. */
  values: readonly Json[] | undefined
  members: ReadonlyMap<string, readonly Schema[]>
  required: ReadonlySet<string>
  /** Whether members that are not declared are refused. */
  isClosed: boolean
  /** The schemas of each entry of a list. */
  items: readonly Schema[]
  /** The schemas of members that are not declared. */
  others: readonly Schema[]
}

export function viewOf(key: string, parts: readonly Part[], isFalse: boolean): View {
  const values = valuesOf(parts)
  return {
    key,
    parts,
    isFalse,
    types: typesOf(parts) ?? impliedTypes(parts, values),
    values,
    members: membersOf(parts),
    required: new Set(parts.flatMap(({ value }) => listOf(value.required).map(String))),
    isClosed: parts.some(
      ({ value }) => value.additionalProperties === false || value.unevaluatedProperties === false,
    ),
    items: parts.flatMap((part) => below(part, 'items')),
    others: parts.flatMap((part) => below(part, 'additionalProperties').filter(isSchemaObject)),
  }
}

/** The schemas of each declared member. */
export function membersOf(parts: readonly Part[]): Map<string, Schema[]> {
  const members = new Map<string, Schema[]>()
  for (const part of parts) {
    for (const name of Object.keys(objectOf(part.value.properties))) {
      members.set(name, [...(members.get(name) ?? []), ...below(part, 'properties', name)])
    }
  }
  return members
}

/** The schemas of values without a declared name: entries of lists and other members. */
export function unnamedOf(parts: readonly Part[]): Schema[] {
  return parts.flatMap((part) => [
    ...['items', 'additionalProperties'].flatMap((name) => below(part, name)),
    ...entriesOf(part, 'prefixItems'),
    ...Object.keys(objectOf(part.value.patternProperties)).flatMap((name) =>
      below(part, 'patternProperties', name),
    ),
  ])
}

/** The schema at a keyword, or at an entry of it; an empty list if there is none. */
export function below(
  { value, pointer }: Schema,
  keyword: string,
  entry?: string | number,
): Schema[] {
  const found = objectOf(value)[keyword]
  const child =
    entry === undefined ? found : (found as Record<string | number, Json> | undefined)?.[entry]
  if (child === undefined) return []
  const steps = entry === undefined ? [keyword] : [keyword, entry]
  return [
    { value: child, pointer: pointer === undefined ? undefined : pointer + pointerTo(...steps) },
  ]
}

/** The schemas at a keyword that has one schema or a list of them. */
export function entriesOf(schema: Schema, keyword: string): Schema[] {
  return below(schema, keyword).flatMap((found) =>
    Array.isArray(found.value)
      ? found.value.flatMap((_, index) => below(schema, keyword, index))
      : [found],
  )
}

/** The value of a keyword; of several, the value in the outermost schema. */
export function keyword(view: View, name: string): Json | undefined {
  return view.parts.findLast(({ value }) => value[name] !== undefined)?.value[name]
}

/** Whether a value has one of the types of a view. */
export function isOfType({ types }: View, value: Json): boolean {
  const own = typeOf(value)
  return types === undefined || types.some((type) => isWithinType(own, type))
}

/** Whether every value of `types` has one of the other types; undefined means any type. */
export function areTypesWithin(
  types: readonly Json[] | undefined,
  others: readonly Json[] | undefined,
): boolean {
  if (others === undefined) return true
  if (types === undefined) return false
  return types.every((type) => others.some((other) => isWithinType(type, other)))
}

/** The types that both allow. All integers are numbers. */
export function commonTypes(one: readonly string[], other: readonly string[]): string[] {
  const isIn = (type: string, types: readonly string[]) =>
    types.some((each) => isWithinType(type, each))
  return [
    ...new Set([
      ...one.filter((type) => isIn(type, other)),
      ...other.filter((type) => isIn(type, one)),
    ]),
  ]
}

/** The same text for equal values, with their members in any order. */
export function canonical(value: Json | undefined): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  if (!isObject(value)) return JSON.stringify(value) ?? ''
  const members = Object.keys(value)
    .filter((name) => value[name] !== undefined)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`)
  return `{${members.join()}}`
}

function isWithinType(type: Json, other: Json): boolean {
  return type === other || (type === 'integer' && other === 'number')
}

/** The name of a value's type; a whole number is an integer. */
export function typeOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return Number.isInteger(value) ? 'integer' : typeof value
}

function typesOf(parts: readonly Part[]): string[] | undefined {
  const lists = parts.flatMap(({ value: { type, nullable } }) => {
    if (type === undefined) return []
    // OpenAPI 3.0 has no type null.
    return [[...[type].flat().map(String), ...(nullable === true ? ['null'] : [])]]
  })
  return lists.length > 0 ? lists.reduce(commonTypes) : undefined
}

/** Authors often leave out a type that the other keywords imply. */
function impliedTypes(
  parts: readonly Part[],
  values: readonly Json[] | undefined,
): string[] | undefined {
  if (values && values.length > 0) return [...new Set(values.map(typeOf))]
  if (parts.some(({ value }) => isObject(value.properties))) return ['object']
  return parts.some(({ value }) => value.items !== undefined) ? ['array'] : undefined
}

function valuesOf(parts: readonly Part[]): Json[] | undefined {
  const lists = parts.flatMap(({ value }) => [
    ...(Array.isArray(value.enum) ? [value.enum] : []),
    ...(value.const === undefined ? [] : [[value.const]]),
  ])
  if (lists.length === 0) return undefined
  return lists.reduce((before, values) => {
    const known = new Set(values.map(canonical))
    return before.filter((value) => known.has(canonical(value)))
  })
}

function isSchemaObject({ value }: Schema): boolean {
  return isObject(value)
}
