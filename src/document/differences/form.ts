import { isObject, type Json, type JsonObject } from '../json.ts'
import { isAnnotation } from './annotation.ts'
import { canonical } from './words.ts'

/** What parts of a schema say together of one value. */
export interface Form {
  /** Undefined when any will do. `null` is not among them. */
  types: string[] | undefined
  isNullable: boolean
  /** Null is all that it may be. */
  isNull: boolean
  /** The values of enum or const, but for null. */
  values: Json[] | undefined
  /** The schemas of each member. */
  members: Map<string, Json[]>
  required: Set<string>
  /** The schemas of the entries of a list. */
  items: Json[]
  /** The schemas of members that are not named. */
  others: Json[]
  /** Members that are not named are refused. */
  isClosed: boolean
  /** All keywords that are left. */
  keywords: Map<string, Json>
}

/** Keywords that make a value smaller the lower they are. */
export const UPPER_BOUNDS = [
  ...['maximum', 'exclusiveMaximum', 'maxLength'],
  ...['maxItems', 'maxProperties', 'maxContains'],
]
export const LOWER_BOUNDS = [
  ...['minimum', 'exclusiveMinimum', 'minLength'],
  ...['minItems', 'minProperties', 'minContains'],
]

/** Keywords that are read into the other fields of a form. */
const READ = new Set([
  ...['type', 'nullable', 'enum', 'const', 'properties', 'required', 'items'],
  ...['additionalProperties', 'unevaluatedProperties', 'allOf', 'oneOf', 'anyOf'],
  ...['$defs', '$schema', '$id', '$anchor', 'readOnly', 'writeOnly', 'discriminator'],
])

export function formOf(parts: readonly JsonObject[]): Form {
  const values = commonValues(parts)
  const types = commonTypes(parts) ?? impliedTypes(parts, values)
  const takesNull = types?.includes('null') ?? values?.includes(null) ?? false
  const isNullable = takesNull && (values === undefined || values.includes(null))
  const ownTypes = types?.filter((type) => type !== 'null')
  const ownValues = values?.filter((value) => value !== null)
  return {
    types: ownTypes,
    isNullable,
    isNull: isNullable && (ownTypes?.length === 0 || ownValues?.length === 0),
    values: ownValues,
    members: membersOf(parts),
    required: new Set(parts.flatMap(({ required }) => list(required).map(String))),
    items: parts.flatMap(({ items }) => (items === undefined ? [] : [items])),
    others: parts.flatMap(({ additionalProperties: others }) => (isObject(others) ? [others] : [])),
    isClosed: parts.some(
      (part) => part.additionalProperties === false || part.unevaluatedProperties === false,
    ),
    keywords: keywordsOf(parts),
  }
}

/** Whether a value can be of both. */
export function overlaps(one: Form, other: Form): boolean {
  if (!one.types || !other.types) return true
  return commonOf(one.types, other.types).length > 0
}

function commonTypes(parts: readonly JsonObject[]): string[] | undefined {
  return parts
    .filter(({ type }) => type !== undefined)
    .map(({ type, nullable }) => [
      ...[type].flat().map(String),
      // OpenAPI 3.0 has no type null.
      ...(nullable === true ? ['null'] : []),
    ])
    .reduce<string[] | undefined>(
      (before, types) => (before ? commonOf(before, types) : types),
      undefined,
    )
}

function commonOf(one: string[], other: string[]): string[] {
  const isIn = (type: string, types: string[]) =>
    types.includes(type) || (type === 'integer' && types.includes('number'))
  return [
    ...new Set([
      ...one.filter((type) => isIn(type, other)),
      ...other.filter((type) => isIn(type, one)),
    ]),
  ]
}

/** Authors often leave out a type that the other keywords tell. */
function impliedTypes(
  parts: readonly JsonObject[],
  values: Json[] | undefined,
): string[] | undefined {
  if (values && values.length > 0) return [...new Set(values.map(typeOf))]
  if (parts.some(({ properties }) => properties !== undefined)) return ['object']
  return parts.some(({ items }) => items !== undefined) ? ['array'] : undefined
}

function typeOf(value: Json): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return Number.isInteger(value) ? 'integer' : typeof value
}

function commonValues(parts: readonly JsonObject[]): Json[] | undefined {
  return parts
    .flatMap((part) => [
      ...(Array.isArray(part.enum) ? [part.enum] : []),
      ...(part.const === undefined ? [] : [[part.const]]),
    ])
    .reduce<Json[] | undefined>((before, values) => {
      const known = new Set(values.map(canonical))
      return before ? before.filter((value) => known.has(canonical(value))) : values
    }, undefined)
}

function membersOf(parts: readonly JsonObject[]): Map<string, Json[]> {
  const members = new Map<string, Json[]>()
  for (const { properties } of parts) {
    for (const [name, schema] of Object.entries(isObject(properties) ? properties : {})) {
      members.set(name, [...(members.get(name) ?? []), schema as Json])
    }
  }
  return members
}

function keywordsOf(parts: readonly JsonObject[]): Map<string, Json> {
  const keywords = new Map<string, Json>()
  for (const part of parts) {
    for (const [keyword, value] of Object.entries(part)) {
      if (value === undefined || READ.has(keyword) || isAnnotation(keyword)) continue
      const before = keywords.get(keyword)
      keywords.set(keyword, before === undefined ? value : both(keyword, before, value))
    }
  }
  return keywords
}

function both(keyword: string, one: Json, other: Json): Json {
  if (UPPER_BOUNDS.includes(keyword)) return Math.min(Number(one), Number(other))
  if (LOWER_BOUNDS.includes(keyword)) return Math.max(Number(one), Number(other))
  if (canonical(one) === canonical(other)) return one
  return [...new Set([one, other].flat())]
}

function list(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : []
}
