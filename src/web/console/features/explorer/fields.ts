import { type Json, type JsonObject, listOf, objectOf } from '../../../../schema/json.ts'
import { type OperationNode, parametersOf } from '../../../../schema/operations.ts'
import type { SchemaReader } from '../../../../schema/schema-reader.ts'
import { keyword, type View } from '../../../../schema/schema-view.ts'
import { type Collection, collectionOfParameter } from './collections.ts'
import { type Mark, markOf } from './marks.ts'

export type Place = 'path' | 'query' | 'header'

/** One input of the form of an operation. */
export interface Field {
  /** Identifies the field within its operation, such as `query.limit`. */
  key: string
  name: string
  place: Place
  required: boolean
  description: string
  mark: Mark
  /** The type in words, such as `integer` or `list of string`. */
  type: string
  /** Constraints of the value, such as `minimum 1`. */
  limits: string[]
  control: 'choice' | 'date' | 'time' | 'number' | 'text'
  /** Whether it takes several values. */
  many: boolean
  /** How several values are written (OpenAPI 3.1, Parameter Object): repeated, or in one value with commas. */
  explode: boolean
  /** The values to choose from, of a choice. */
  options: string[]
  /** Values of the document's example; empty without one. */
  example: string[]
  /** The value without the parameter. */
  byDefault: string | undefined
  /** The list whose ids it takes. */
  collection: Collection | undefined
}

/** The path, query and header parameters of an operation, required ones first. */
export function fieldsOf(
  document: JsonObject,
  reader: SchemaReader,
  operation: OperationNode,
  collections: readonly Collection[],
): Field[] {
  const fields = parametersOf(document, operation).flatMap(({ value, pointer }): Field[] => {
    const { name, in: place } = value
    if (typeof name !== 'string' || !isPlace(place)) return []
    const schema = { value: value.schema ?? {}, pointer: `${pointer}/schema` }
    const view = reader.of([schema])
    const many = view.types?.includes('array') ?? false
    const each = many ? reader.of(view.items) : view
    const example = value.example ?? exampleOf(value) ?? keyword(view, 'example')
    const byDefault = keyword(view, 'default')
    return [
      {
        key: `${place}.${name}`,
        name,
        place,
        required: value.required === true || place === 'path',
        description: String(value.description ?? keyword(view, 'description') ?? ''),
        mark: markOf(pointer, value, objectOf(value.schema)),
        type: many ? `list of ${typeText(each)}` : typeText(view),
        limits: [...limitsOf(view), ...(many ? limitsOf(each) : [])],
        control: controlOf(each),
        many,
        explode: value.explode !== false,
        options: (each.values ?? []).map(String),
        example: textsOf(example),
        byDefault: byDefault === undefined ? undefined : textsOf(byDefault).join(', '),
        collection: collectionOfParameter(document, collections, operation, {
          name,
          in: place,
          pointer,
        }),
      },
    ]
  })
  return [
    ...fields.filter(({ required }) => required),
    ...fields.filter(({ required }) => !required),
  ]
}

function isPlace(place: unknown): place is Place {
  // Browsers set no cookies for a request, and the API has none.
  return place === 'path' || place === 'query' || place === 'header'
}

/** The first of the named examples of a parameter or of a media type (OpenAPI 3.1, Example Object). */
export function exampleOf({ examples }: JsonObject): Json | undefined {
  return objectOf(Object.values(objectOf(examples))[0]).value
}

const textsOf = (value: Json | undefined): string[] =>
  value === undefined || value === null ? [] : [value].flat().map(textOf)

const textOf = (value: Json | undefined): string =>
  typeof value === 'string' ? value : JSON.stringify(value)

function controlOf(view: View): Field['control'] {
  if (view.values !== undefined) return 'choice'
  if (view.types?.every((type) => type === 'boolean')) return 'choice'
  const format = keyword(view, 'format')
  if (format === 'date') return 'date'
  if (format === 'date-time') return 'time'
  const isNumber = view.types?.every((type) => type === 'integer' || type === 'number')
  return isNumber ? 'number' : 'text'
}

/** The type of a value in words: `integer`, `string (date)`, `string or null`. */
export function typeText(view: View): string {
  const types = view.types ?? ['any']
  const format = keyword(view, 'format')
  const [first = 'any', ...others] = types
  const shown = typeof format === 'string' ? `${first} (${format})` : first
  return [shown, ...others].join(' or ')
}

const NUMBER = new Intl.NumberFormat('en-GB')
const RANGES: [least: string, most: string, one: string, many: string][] = [
  ['minimum', 'maximum', '', ''],
  ['minLength', 'maxLength', 'character', 'characters'],
  ['minItems', 'maxItems', 'entry', 'entries'],
]

/** The constraints of a value, as text: `from 1 to 1,000`, `at most 200 characters`, `not blank`. */
export function limitsOf(view: View): string[] {
  const ranges = RANGES.flatMap(([least, most, one, many]) => {
    const [from, to] = [keyword(view, least), keyword(view, most)].map((value) =>
      typeof value === 'number' ? value : undefined,
    )
    const unit = one && ` ${(to ?? from) === 1 ? one : many}`
    // No value is shorter, so readers need not know.
    const isLeast = from !== undefined && !(least === 'minLength' && from <= 1)
    if (isLeast && to !== undefined)
      return [`from ${NUMBER.format(from)} to ${NUMBER.format(to)}${unit}`]
    if (to !== undefined) return [`at most ${NUMBER.format(to)}${unit}`]
    return isLeast ? [`at least ${NUMBER.format(from)}${unit}`] : []
  })
  const pattern = keyword(view, 'pattern')
  if (pattern === undefined) return ranges
  return [...ranges, pattern === '\\S' ? 'not blank' : `matches ${pattern}`]
}

/** The permissions that an operation needs, such as `campaigns:read`. */
export function permissionsOf(document: JsonObject, { node }: OperationNode): string[] {
  const schemes = listOf(node.security ?? document.security)
  return [
    ...new Set(
      schemes.flatMap((each) => Object.values(objectOf(each)).flatMap(listOf).map(String)),
    ),
  ]
}
