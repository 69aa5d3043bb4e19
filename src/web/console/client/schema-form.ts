/** A schema of an OpenAPI document, as far as forms read it. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  nullable?: boolean
  properties?: Record<string, Schema>
  required?: string[]
  allOf?: Schema[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  items?: Schema
  enum?: unknown[]
  const?: unknown
  format?: string
  description?: string
  default?: unknown
  example?: unknown
  examples?: unknown[]
  /** In the order of `enum`. */
  'x-enum-descriptions'?: string[]
}

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

/** Replaces a `$ref`; what stands next to it counts, too. */
export type Resolve = (schema: Schema) => Schema

/**
 * The fields of a request with this object schema, in the order of `settings`; then members that only an overlay adds.
 * Members that the served document lacks are left out.
 */
export function formFields<T>(
  schema: Schema,
  settings: FormSettings<T>,
  resolve: Resolve,
): FormField[] {
  const members = membersOf(schema, resolve)
  const known: Record<string, string | FieldSettings> = settings
  const names = [
    ...Object.keys(known).filter((name) => members.has(name)),
    ...[...members.keys()].filter((name) => !Object.hasOwn(known, name)),
  ]
  return names.map((name) => {
    const { node, required } = members.get(name) as Member
    const given = known[name] ?? wordsOf(name)
    return fieldOf(name, node, required, typeof given === 'string' ? { label: given } : given)
  })
}

interface Member {
  node: Schema
  required: boolean
}

/** The members of an object schema with its parts (`allOf`); objects are replaced by their members. */
function membersOf(schema: Schema, resolve: Resolve, prefix = ''): Map<string, Member> {
  const object = resolve(schema)
  const members = new Map<string, Member>()
  for (const part of object.allOf ?? [])
    for (const [name, member] of membersOf(part, resolve, prefix)) members.set(name, member)
  for (const [name, property] of Object.entries<Schema>(object.properties ?? {})) {
    const node = withItems(withoutNull(resolve(property), resolve), resolve)
    const required = prefix === '' && (object.required?.includes(name) ?? false)
    // A value that may be an object or something simpler is both.
    const isObject = node.properties !== undefined
    if (!isObject || (node.type ?? 'object') !== 'object')
      members.set(`${prefix}${name}`, { node: { ...node, properties: {} }, required })
    if (isObject)
      for (const [inner, member] of membersOf(node, resolve, `${prefix}${name}.`))
        members.set(inner, {
          ...member,
          node: { ...member.node, nullable: node.nullable ?? false },
        })
  }
  return members
}

const withItems = (node: Schema, resolve: Resolve): Schema =>
  node.items === undefined ? node : { ...node, items: resolve(node.items) }

/** The schema of the values other than null; `nullable` says that null is one. */
function withoutNull(node: Schema, resolve: Resolve): Schema {
  const choices: Schema[] = node.anyOf ?? node.oneOf ?? []
  const others = choices.filter(({ type }) => type !== 'null')
  if (choices.length > others.length) {
    const only = others.length === 1 ? resolve(others[0] as Schema) : { type: 'string' }
    return { ...only, nullable: true }
  }
  if (!Array.isArray(node.type)) return node
  const types = node.type.filter((type: string) => type !== 'null')
  return { ...node, type: types[0] ?? 'string', nullable: types.length < node.type.length }
}

function fieldOf(
  name: string,
  node: Schema,
  required: boolean,
  { label, ...settings }: FieldSettings,
): FormField {
  const { enum: listed = [], 'x-enum-descriptions': said = [] } = node.items ?? node
  const examples: unknown[] = node.examples ?? []
  return {
    name,
    label,
    kind: kindOf(node),
    hint: node.description,
    required,
    nullable: node.nullable ?? false,
    numeric: node.type === 'integer' || node.type === 'number',
    options: listed
      .map((value, index) => ({ value, description: said[index] }))
      .filter(({ value }) => value !== null)
      .map(({ value, description }) => {
        return [`${value}`, description === undefined ? `${value}` : `${value}: ${description}`]
      }),
    suggestions: examples.filter((value) => typeof value === 'string'),
    fallback: node.default === undefined ? undefined : textOfValue(node.default),
    placeholder: typeof node.example === 'string' ? node.example : undefined,
    ...settings,
  }
}

function kindOf(node: Schema): FieldKind {
  if (node.enum !== undefined) return 'choice'
  if (node.type === 'array') return node.items?.enum === undefined ? 'lines' : 'choices'
  if (node.type === 'object') return 'pairs'
  if (node.type === 'boolean') return 'switch'
  if (node.type === 'integer' || node.type === 'number') return 'number'
  if (node.format === 'date') return 'day'
  if (node.format === 'date-time') return 'moment'
  return 'text'
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
