import { isObject, type Json, type JsonObject } from '../json.ts'
import { isAnnotation } from './annotation.ts'
import { type Form, formOf } from './form.ts'
import { requireNew, type Source } from './source.ts'

/** All that a document says of one value, references followed and combinations worked out. */
export interface View {
  /** Name of the component schema that is the whole of it. */
  name: string | undefined
  /** No value is allowed: the schema `false`. */
  isNever: boolean
  isNullable: boolean
  /** Forms that the value may have, but for null; more than one where the schema says oneOf or anyOf. */
  forms: Form[]
  /** The same for the same schemas of a document. */
  id: string
}

/** Schemas that hold for one value together. */
export type Schemas = readonly Json[]

/** Beyond these, combinations of oneOf within allOf are not told apart. */
const MOST_FORMS = 32

export function viewOf(schemas: Schemas, source: Source): View {
  const combinations = combine(schemas, source, new Set())
  const forms = combinations
    .filter((parts): parts is JsonObject[] => parts !== NEVER)
    .map((parts) => ({ parts, form: formOf(parts) }))
  const values = forms.filter(({ form }) => !form.isNull)
  return {
    name: nameOf(schemas),
    isNever: forms.length === 0,
    isNullable: forms.some(({ form }) => form.isNull || form.isNullable),
    forms: values.map(({ form }) => form),
    id: forms.map(({ parts }) => parts.map((part) => source.idOf(part)).join('+')).join('|'),
  }
}

/** The parts that hold together, once for each choice that the schemas leave. */
type Combination = JsonObject[] | typeof NEVER
const NEVER = 'never'

function combine(schemas: Schemas, source: Source, known: Set<string>): Combination[] {
  return schemas.reduce<Combination[]>(
    (before, schema) => product(before, choices(schema, source, known)),
    [[]],
  )
}

function choices(schema: Json, source: Source, known: Set<string>): Combination[] {
  if (schema === false) return [NEVER]
  if (!isObject(schema)) return [[]]
  const parts: Combination[][] = [[[schema]]]
  const { $ref, allOf } = schema
  if (typeof $ref === 'string') {
    const path = new Set(known)
    requireNew($ref, path)
    parts.push(choices(source.target($ref), source, path))
  }
  if (Array.isArray(allOf)) parts.push(combine(allOf, source, known))
  for (const list of [schema.oneOf, schema.anyOf]) {
    if (Array.isArray(list)) parts.push(list.flatMap((each) => choices(each, source, known)))
  }
  return parts.reduce(product)
}

function product(one: Combination[], other: Combination[]): Combination[] {
  const all = one.flatMap((left) =>
    other.map((right) => (left === NEVER || right === NEVER ? NEVER : [...left, ...right])),
  )
  return all.slice(0, MOST_FORMS)
}

/** The component that is all there is to say, but for a type, a place, and that there may be none. */
function nameOf(schemas: Schemas): string | undefined {
  const own = schemas.flatMap(withoutNull)
  const isWhole = own.every((schema) => isObject(schema) && Object.keys(schema).every(isAside))
  const references = own.flatMap((schema) => (isObject(schema) && schema.$ref) || [])
  const [$ref, ...more] = new Set(references)
  if (!isWhole || $ref === undefined || more.length > 0) return undefined
  return /^#\/components\/schemas\/([^/]+)$/.exec(String($ref))?.[1]
}

/** Of a choice between null and something else, what is else. */
function withoutNull(schema: Json): Json[] {
  if (!isObject(schema)) return [schema]
  const { oneOf, anyOf, ...rest } = schema
  const choices = [oneOf, anyOf].filter(Array.isArray)
  const others = choices.flat().filter((each) => !(isObject(each) && each.type === 'null'))
  return choices.length === 1 && others.length === 1 ? [rest, ...others] : [schema]
}

function isAside(keyword: string): boolean {
  return keyword === 'type' || keyword === 'x-from' || isAnnotation(keyword)
}
