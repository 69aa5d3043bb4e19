import { listOf } from '../../../schema/json.ts'
import { parametersOf, partOf, schemaOf } from '../../../schema/operations.ts'
import type { Located } from '../../../schema/pointer.ts'
import { SchemaReader } from '../../../schema/schema-reader.ts'
import { keyword, type Schema, type View } from '../../../schema/schema-view.ts'
import type { ApiDocument } from './document.ts'

/** How a field is edited. `lines` is a list of texts, `pairs` a map of texts, `choices` a list of fixed values. */
type FieldKind =
  | 'text'
  | 'number'
  | 'choice'
  | 'choices'
  | 'switch'
  | 'lines'
  | 'pairs'
  | 'day'
  | 'moment'

/** A field of a form, as a schema describes it. */
export interface FormField {
  /** The name in the request; a member of an object is `settings.location`. */
  name: string
  label: string
  kind: FieldKind
  hint: string | undefined
  required: boolean
  nullable: boolean
  /** Whether choices are numbers in the request. */
  numeric: boolean
  /** The only values, with the text of each, of a choice. */
  options: readonly (readonly [value: string, text: string])[]
  /** Values to pick from, of a text. */
  suggestions: readonly string[]
  /** The value that the server uses for an empty field. */
  fallback: string | undefined
  placeholder: string | undefined
}

/** A screen's settings for a field: its label, and details that the schema lacks. */
export type FieldSettings = { label: string } & Partial<
  Pick<FormField, 'hint' | 'suggestions' | 'kind' | 'placeholder' | 'options' | 'fallback'>
>

/** The names of the fields in a request: `name`, or `settings.location` for a member of an object. */
type FieldNames<T> = {
  [Name in keyof T & string]-?: NonNullable<T[Name]> extends readonly unknown[]
    ? Name
    : NonNullable<T[Name]> extends Record<string, unknown>
      ? string extends keyof NonNullable<T[Name]>
        ? Name
        : `${Name}.${keyof NonNullable<T[Name]> & string}`
      : Name
}[keyof T & string]

/** A label for each field of a request. A new member of the request without one does not compile. */
export type FormSettings<T> = Record<FieldNames<T>, string | FieldSettings>

/** The fields of a JSON body; none if the served document has no such operation. */
export function bodyFields<T>(
  document: ApiDocument,
  method: 'post' | 'put',
  path: string,
  settings: FormSettings<T>,
): FormField[] {
  const body = partOf(document, { method, path }, 'requestBody')
  const schema = body && schemaOf(body)
  if (!schema) return []
  const reader = new SchemaReader(document)
  return arranged(membersOf(reader, reader.of([schema])), settings)
}

/** The fields of the query of an operation. */
export function queryFields<T>(
  document: ApiDocument,
  path: string,
  settings: FormSettings<T>,
): FormField[] {
  const reader = new SchemaReader(document)
  const parameters = parametersOf(document, { method: 'get', path })
  const fields = parameters
    .filter(({ value }) => value.in === 'query')
    .map((parameter) => parameterField(reader, parameter))
  return arranged(fields, settings)
}

/** The field of a parameter, whose description counts more than that of its schema. */
export function parameterField(reader: SchemaReader, { value, pointer }: Located): FormField {
  const { name, schema = {}, description, required } = value
  const described = description === undefined ? [] : [{ value: { description } }]
  const schemas = [{ value: schema, pointer: `${pointer}/schema` }, ...described]
  return fieldOf(reader, String(name), schemas, required === true)
}

/**
 * The fields in the order of `settings`; then those that only an overlay adds. Fields that the served document lacks are left
 * out.
 */
function arranged<T>(fields: readonly FormField[], settings: FormSettings<T>): FormField[] {
  const known: Record<string, string | FieldSettings> = settings
  const isKnown = ({ name }: FormField) => Object.hasOwn(known, name)
  return [
    ...Object.keys(known).flatMap((name) => fields.filter((each) => each.name === name)),
    ...fields.filter((field) => !isKnown(field)),
  ].map((field) => {
    const given = isKnown(field) ? known[field.name] : undefined
    return { ...field, ...(typeof given === 'string' ? { label: given } : given) }
  })
}

/** The fields of the members of an object; an object in it is replaced by its members. */
function membersOf(reader: SchemaReader, { members, required }: View): FormField[] {
  return [...members].flatMap(([name, schemas]) => {
    const field = fieldOf(reader, name, schemas, required.has(name))
    const { view } = valuesOf(reader, schemas)
    const inner = [...view.members].map(([member, of]) => ({
      ...fieldOf(reader, `${name}.${member}`, of, false),
      nullable: field.nullable,
    }))
    // A value that may be an object or something simpler is both.
    return inner.length > 0 && view.types?.[0] === 'object' ? inner : [field, ...inner]
  })
}

/** The view of the values other than null, and whether null is one, too. */
function valuesOf(
  reader: SchemaReader,
  schemas: readonly Schema[],
): { view: View; nullable: boolean } {
  const choices = reader.choices(schemas)
  const others = choices.filter(({ types }) => types?.join() !== 'null')
  const view = others.length === 1 ? (others[0] as View) : reader.of(schemas)
  return { view, nullable: choices.some(({ types }) => types?.includes('null')) }
}

function fieldOf(
  reader: SchemaReader,
  name: string,
  schemas: readonly Schema[],
  required: boolean,
): FormField {
  const { view, nullable } = valuesOf(reader, schemas)
  const each = view.items.length > 0 ? reader.of(view.items) : view
  const type = view.types?.find((one) => one !== 'null')
  const listed = listOf(keyword(each, 'enum'))
  const meanings = listOf(keyword(each, 'x-enum-descriptions'))
  const [hint, fallback, example] = ['description', 'default', 'example'].map((one) =>
    keyword(view, one),
  )
  return {
    name,
    label: wordsOf(name),
    kind: kindOf(type, view, each.values !== undefined),
    hint: hint === undefined ? undefined : String(hint),
    required,
    nullable,
    numeric: type === 'integer' || type === 'number',
    options: (each.values ?? [])
      .filter((value) => value !== null)
      .map((value) => {
        const meaning = meanings[listed.indexOf(value)]
        return [`${value}`, meaning === undefined ? `${value}` : `${value}: ${meaning}`]
      }),
    suggestions: listOf(keyword(view, 'examples')).filter((one) => typeof one === 'string'),
    fallback: fallback === undefined ? undefined : textOfValue(fallback),
    placeholder: typeof example === 'string' ? example : undefined,
  }
}

function kindOf(type: string | undefined, view: View, isChoice: boolean): FieldKind {
  if (type === 'array') return isChoice ? 'choices' : 'lines'
  if (isChoice) return 'choice'
  if (type === 'object') return 'pairs'
  if (type === 'boolean') return 'switch'
  if (type === 'integer' || type === 'number') return 'number'
  const format = keyword(view, 'format')
  if (format === 'date') return 'day'
  return format === 'date-time' ? 'moment' : 'text'
}

/** `Settings, search engine` for `settings.search_engine`. */
function wordsOf(name: string): string {
  const words = name.replaceAll('.', ', ').replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The text of a value in a field. */
export function textOfValue(value: unknown): string {
  if (value === undefined || value === null || value === false) return ''
  if (Array.isArray(value)) return value.join('\n')
  if (typeof value !== 'object') return String(value)
  return Object.entries(value)
    .map(([name, text]) => `${name}: ${text}`)
    .join('\n')
}
