import { isObject, type Json, type JsonObject } from '../schema/json.ts'
import * as schemas from '../schema/schema-view.ts'
import { enumerate } from './findings.ts'
import type { Source } from './pairs.ts'

/** Schemas that apply to one value together. */
export type Schemas = readonly schemas.Schema[]

/** All that a document says about one value, with references and combinations resolved. */
export interface View {
  /** Name of the component schema that describes the whole value. */
  name: string | undefined
  /** No value is allowed: the schema `false`. */
  isNever: boolean
  isNullable: boolean
  /** Forms that the value may have, except null; several for oneOf and anyOf. */
  forms: Form[]
  /** Equal for the same schemas of a document. */
  id: string
}

/** One alternative of a value. `types` and `values` do not contain null. */
export interface Form extends schemas.View {
  isNullable: boolean
  /** Only null is allowed. */
  isNull: boolean
  /** The keywords that have no field here. */
  keywords: Map<string, Json>
}

export const UPPER_BOUNDS = [
  ...['maximum', 'exclusiveMaximum', 'maxLength'],
  ...['maxItems', 'maxProperties', 'maxContains'],
]
export const LOWER_BOUNDS = [
  ...['minimum', 'exclusiveMinimum', 'minLength'],
  ...['minItems', 'minProperties', 'minContains'],
]

/** Keywords that other fields of a form hold, and keywords that do not restrict a value. */
const READ = new Set([
  ...['type', 'nullable', 'enum', 'const', 'properties', 'required', 'items'],
  ...['additionalProperties', 'unevaluatedProperties', 'allOf', 'oneOf', 'anyOf'],
  ...['$defs', '$schema', '$id', '$anchor', 'readOnly', 'writeOnly', 'discriminator'],
])
const ANNOTATIONS = [
  ...['$comment', '$ref', 'title', 'description', 'example', 'examples'],
  ...['deprecated', 'externalDocs', 'xml'],
]
/** Our own keywords, which the sandbox follows (docs/overlays.md). */
const OBEYED = ['x-from', 'x-id', 'x-unit', 'x-time-format', 'x-without-effect']

export function viewOf(own: Schemas, source: Source): View {
  const forms = source.choices(own).map(formOf)
  return {
    name: nameOf(own),
    isNever: forms.length === 0,
    isNullable: forms.some(({ isNull, isNullable }) => isNull || isNullable),
    forms: forms.filter(({ isNull }) => !isNull),
    id: forms.map(({ key }) => key).join('|'),
  }
}

/** The forms of one value in two documents, by those that are meant to be the same. */
export function pairForms(before: Form[], after: Form[]) {
  const pairs: [Form, Form][] = []
  const removed = [...before]
  const added = [...after]
  const match = (isMatch: (one: Form, other: Form) => boolean) => {
    for (const one of [...removed]) {
      const other = added.find((each) => isMatch(one, each))
      if (!other) continue
      pairs.push([one, other])
      removed.splice(removed.indexOf(one), 1)
      added.splice(added.indexOf(other), 1)
    }
  }
  match((one, other) => signature(one) === signature(other))
  match((one, other) => typeWords(one) === typeWords(other) && sharesMember(one, other))
  if (removed.length === 1 && added.length === 1) match(() => true)
  match((one, other) => typeWords(one) === typeWords(other) && one.types?.join() !== 'object')
  return { pairs, removed, added }
}

function signature(form: Form): string {
  return [typeWords(form), form.values?.map(String), ...[...form.members.keys()].sort()].join()
}

function sharesMember(one: Form, other: Form): boolean {
  return [...one.members.keys()].some((name) => other.members.has(name))
}

/** `integer or string`; `anything` without a type. */
export function typeWords({ types }: Form): string {
  return types ? enumerate([...types].sort(), 'or') : 'anything'
}

/** `an object with id, name`, or the values or types of another form. */
export function formWords(form: Form): string {
  const members = [...form.members.keys()]
  if (members.length > 0) return `an object with ${members.slice(0, 4).join(', ')}`
  return form.values
    ? form.values.map((value) => JSON.stringify(value)).join(' or ')
    : typeWords(form)
}

export function hasDefault({ forms }: View): boolean {
  return forms.some(({ keywords }) => keywords.has('default'))
}

/** Whether a value can be of both. */
export function overlaps(one: Form, other: Form): boolean {
  return !one.types || !other.types || schemas.commonTypes(one.types, other.types).length > 0
}

function formOf(view: schemas.View): Form {
  const isNotNull = (each: Json) => each !== null && each !== 'null'
  const isNullable = view.types?.includes('null') === true && view.values?.includes(null) !== false
  const types = view.types?.filter(isNotNull)
  const values = view.values?.filter((value) => value !== null)
  const isNull = isNullable && (types?.length === 0 || values?.length === 0)
  return { ...view, types, values, isNullable, isNull, keywords: keywordsOf(view) }
}

function keywordsOf({ parts }: schemas.View): Map<string, Json> {
  const keywords = new Map<string, Json>()
  for (const [keyword, value] of parts.flatMap((part) => Object.entries(part.value))) {
    if (value === undefined || READ.has(keyword) || isAnnotation(keyword)) continue
    const before = keywords.get(keyword)
    keywords.set(keyword, before === undefined ? value : both(keyword, before, value))
  }
  return keywords
}

function both(keyword: string, one: Json, other: Json): Json {
  if (UPPER_BOUNDS.includes(keyword)) return Math.min(Number(one), Number(other))
  if (LOWER_BOUNDS.includes(keyword)) return Math.max(Number(one), Number(other))
  if (schemas.canonical(one) === schemas.canonical(other)) return one
  return [...new Set([one, other].flat())]
}

/** The component that is the whole description, apart from a type, an `x-from` and null. */
function nameOf(described: Schemas): string | undefined {
  const own = described.flatMap(({ value }) => withoutNull(value))
  const isWhole = own.every((schema) => isObject(schema) && Object.keys(schema).every(isAside))
  const references = own.flatMap((schema) => (isObject(schema) && schema.$ref) || [])
  const [$ref, ...more] = new Set(references)
  if (!isWhole || $ref === undefined || more.length > 0) return undefined
  return /^#\/components\/schemas\/([^/]+)$/.exec(String($ref))?.[1]
}

/** The other alternative of a choice between null and one other schema. */
function withoutNull(schema: Json): Json[] {
  if (!isObject(schema)) return [schema]
  const { oneOf, anyOf, ...rest } = schema
  const choices = [oneOf, anyOf].filter(Array.isArray)
  const others = choices.flat().filter((each) => !(isObject(each) && each.type === 'null'))
  return choices.length === 1 && others.length === 1 ? [rest as JsonObject, ...others] : [schema]
}

function isAside(keyword: string): boolean {
  return keyword === 'type' || keyword === 'x-from' || isAnnotation(keyword)
}

function isAnnotation(keyword: string): boolean {
  return ANNOTATIONS.includes(keyword) || (keyword.startsWith('x-') && !OBEYED.includes(keyword))
}
