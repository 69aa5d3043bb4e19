import { isObject, type Json, type JsonObject } from '../../../../schema/json.ts'
import type { FormDraft } from '../../client/form-request.ts'
import type { Operation } from './api-model.ts'
import type { Collection } from './collections.ts'
import type { Field } from './fields.ts'

/** An entry of a list of the API, as far as forms need it. */
export interface Row {
  id: string
  name: string
  record: JsonObject
}

/** The entries of each collection, by its path; undefined while they are unknown. */
export type Rows = Readonly<Record<string, readonly Row[] | undefined>>

/** Stands for the id of a record that is created just before the request. */
export const NEW = '(new)'

/**
 * The form before the user changes anything: a text for each parameter, for the `body` if there is one, and the media type to
 * `accept`. It has everything that a success needs and nothing else: required inputs, and a body. Ids are of existing records;
 * an operation that removes a record gets a new one, so that nothing is lost by a press.
 */
export function firstForm({ fields, body, accepts, removes }: Operation, rows: Rows): FormDraft {
  return {
    ...Object.fromEntries(
      fields.map((field) => [field.name, field.required ? firstValue(field, rows, removes) : '']),
    ),
    ...(body && { body: bodyText(body, rows) }),
    ...(accepts[0] && { accept: accepts[0] }),
  }
}

/** The form with the ids of the examples instead of records that are still to be created, to show it as code. */
export function withExampleIds({ fields, body }: Operation, form: FormDraft): FormDraft {
  const shown = { ...form }
  for (const { name, example } of fields)
    if (form[name] === NEW) shown[name] = example.split('\n')[0] ?? ''
  for (const { name } of body?.ids ?? []) {
    const text = shown.body ?? ''
    if (memberOf(text, name) === NEW && isObject(body?.example))
      shown.body = withMember(text, name, body.example[name] ?? '') ?? text
  }
  return shown
}

/** The collections whose entries the form of an operation needs. */
export function collectionsIn({ fields, body }: Operation): Collection[] {
  const all = [
    ...fields.map(({ collection }) => collection),
    ...(body?.ids.map(({ collection }) => collection) ?? []),
  ].filter((each) => each !== undefined)
  return all.filter((each, index) => all.findIndex(({ path }) => path === each.path) === index)
}

/** Values of the account for a field, such as the brands of its campaigns for `brand`. */
export function suggestionsFor(
  { label, options }: Pick<Field, 'label' | 'options'>,
  rows: Rows,
): string[] {
  if (options.length > 0) return []
  const found = Object.values(rows).flatMap((each) =>
    (each ?? []).flatMap(({ record }) => [record[label], record[`${label}s`]].flat()),
  )
  return [...new Set(found.filter((each) => typeof each === 'string'))]
}

function firstValue(field: Field, rows: Rows, removes: boolean): string {
  const example = field.example || (field.options[0]?.[0] ?? field.byDefault ?? '')
  const { collection } = field
  if (collection === undefined) {
    const known = suggestionsFor(field, rows)
    return known.length === 0 || known.includes(example) ? example : (known[0] ?? example)
  }
  const entries = rows[collection.path]
  if (entries === undefined) return example
  if (removes && collection.create) return NEW
  return idAmong(entries, example, collection)
}

/** The example if it exists, or another entry, or a new one. */
function idAmong(entries: readonly Row[], example: string, collection: Collection): string {
  const found = entries.find(({ id }) => id === example) ?? entries[0]
  return found?.id ?? (collection.create ? NEW : example)
}

function bodyText({ example, ids }: NonNullable<Operation['body']>, rows: Rows): string {
  if (!isObject(example)) return JSON.stringify(example ?? {}, null, 2)
  const body = { ...example }
  for (const { name, required, collection } of ids) {
    const entries = rows[collection.path]
    if (!(name in body) && !required) continue
    if (entries !== undefined) body[name] = idAmong(entries, String(body[name]), collection)
  }
  return JSON.stringify(body, null, 2)
}

/** The text of a body with another value for one member; undefined if the text is no JSON object. */
export function withMember(text: string, name: string, value: Json): string | undefined {
  const body = parsed(text)
  return body && JSON.stringify({ ...body, [name]: value }, null, 2)
}

/** The text of a member of a body; undefined if the text is no JSON object or has no such member. */
export function memberOf(text: string, name: string): string | undefined {
  const value = parsed(text)?.[name]
  return typeof value === 'string' ? value : undefined
}

function parsed(text: string): JsonObject | undefined {
  try {
    const value = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
