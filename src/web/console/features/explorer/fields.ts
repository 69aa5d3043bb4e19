import { type Json, type JsonObject, objectOf } from '../../../../schema/json.ts'
import { type OperationNode, parametersOf } from '../../../../schema/operations.ts'
import type { SchemaReader } from '../../../../schema/schema-reader.ts'
import { keyword, type View } from '../../../../schema/schema-view.ts'
import { type FormField, parameterField } from '../../client/schema-form.ts'
import { type Collection, collectionOfParameter } from './collections.ts'
import { type Mark, markOf } from './marks.ts'

export type Place = 'path' | 'query' | 'header'

/** A parameter of an operation: its `label` is the name of it, its `name` has the place, too, such as `query.limit`. */
export interface Field extends FormField {
  place: Place
  mark: Mark
  /** The type in words, such as `integer` or `list of string`. */
  type: string
  /** Constraints of the value, such as `minimum 1`, and the value without the parameter. */
  facts: string[]
  /** Whether several values are repeated, or in one value with commas (OpenAPI 3.1, Parameter Object). */
  explode: boolean
  /** The document's example; empty without one. Several values have a line each. */
  example: string
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
  const fields = parametersOf(document, operation).flatMap((parameter): Field[] => {
    const { value, pointer } = parameter
    const { name, in: place } = value
    if (typeof name !== 'string' || !isPlace(place)) return []
    const view = reader.of([{ value: value.schema ?? {}, pointer: `${pointer}/schema` }])
    const each = view.items.length > 0 ? reader.of(view.items) : undefined
    const field = parameterField(reader, parameter)
    const unset = keyword(view, 'default')
    const byDefault = unset === undefined ? undefined : textOf(unset)
    const limits = [...limitsOf(view), ...(each ? limitsOf(each) : [])]
    const required = field.required || place === 'path'
    const notSent = byDefault === undefined ? 'Not sent' : `Not sent (${byDefault})`
    // What is not sent is not false.
    const isSwitch = field.kind === 'switch'
    const options = isSwitch ? ['true', 'false'].map((one) => [one, one] as const) : field.options
    const isChoice = isSwitch || field.kind === 'choice'
    return [
      {
        ...field,
        name: `${place}.${name}`,
        label: name,
        kind: isSwitch ? 'choice' : field.kind,
        place,
        required,
        options: required || !isChoice ? options : [['', notSent], ...options],
        fallback: undefined,
        placeholder: field.kind === 'lines' ? 'One value a line' : byDefault,
        mark: markOf(pointer, value, objectOf(value.schema)),
        type: each ? `list of ${typeText(each)}` : typeText(view),
        facts: byDefault === undefined ? limits : [...limits, `default ${byDefault}`],
        explode: value.explode !== false,
        example: textOf(value.example ?? exampleOf(value) ?? keyword(view, 'example')),
        byDefault,
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

/** An example as the text of an input. */
function textOf(value: Json | undefined): string {
  if (value === undefined || value === null) return ''
  if (Array.isArray(value)) return value.map(textOf).join('\n')
  return typeof value === 'string' ? value : JSON.stringify(value)
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
