import { type Json, listOf, objectOf } from '../../../../schema/json.ts'
import type { SchemaReader } from '../../../../schema/schema-reader.ts'
import { keyword, type Schema, type View } from '../../../../schema/schema-view.ts'
import { limitsOf, typeText } from './fields.ts'
import { type Mark, markOf } from './marks.ts'

/** One member of a body or an answer. */
export interface SchemaRow {
  /** The member's name, `*` for members of any name, or `option 1 of 2` for a choice. */
  name: string
  type: string
  required: boolean
  /** Whether it is one of several choices for the value, and not a member. */
  isChoice: boolean
  /** Whether the members below are those of each entry. */
  isList: boolean
  description: string
  mark: Mark
  /** The allowed values with what each means. */
  values: { value: string; meaning: string | undefined }[]
  limits: string[]
  byDefault: string | undefined
  /** Reads the members below; a schema may contain itself, so that they are read on demand. */
  below: () => SchemaRow[]
  hasBelow: boolean
}

/** The members of a value with these schemas; the entries of a list count as its members. */
export function schemaRows(reader: SchemaReader, schemas: readonly Schema[]): SchemaRow[] {
  const choices = reader.choices(schemas)
  const [only] = choices
  if (choices.length <= 1) return only ? rowsOf(reader, only) : []
  return choices.map((view, index) => ({
    ...plain(reader, view),
    name: `option ${index + 1} of ${choices.length}`,
    isChoice: true,
    below: () => rowsOf(reader, view),
    hasBelow: hasRows(reader, view),
  }))
}

/** A description of the value itself: its type, its values and its limits. */
export function valueRow(reader: SchemaReader, schemas: readonly Schema[]): SchemaRow {
  return rowOf(reader, '', schemas, false)
}

function rowsOf(reader: SchemaReader, view: View): SchemaRow[] {
  const members = [...view.members].map(([name, schemas]) =>
    rowOf(reader, name, schemas, view.required.has(name)),
  )
  const others = view.others.length === 0 ? [] : [rowOf(reader, '*', view.others, false)]
  // A list of plain values says so in its type.
  const isOfObjects = view.items.length > 0 && hasRowsBelow(reader, view.items)
  if (members.length + others.length === 0 && isOfObjects) return schemaRows(reader, view.items)
  return [...members, ...others]
}

function rowOf(
  reader: SchemaReader,
  name: string,
  schemas: readonly Schema[],
  required: boolean,
): SchemaRow {
  const view = reader.of(schemas)
  return {
    ...plain(reader, view),
    name,
    required,
    // The node of the member has the mark; the schema that it refers to has its own.
    mark: markOf(placeOf(schemas), ...schemas.map(({ value }) => objectOf(value))),
    below: () => schemaRows(reader, schemas),
    hasBelow: hasRowsBelow(reader, schemas),
  }
}

function plain(reader: SchemaReader, view: View): Omit<SchemaRow, 'name' | 'below' | 'hasBelow'> {
  const items = view.items.length > 0 ? reader.of(view.items) : undefined
  const names = listOf(keyword(items ?? view, 'enum'))
  const meanings = listOf(keyword(items ?? view, 'x-enum-descriptions'))
  const byDefault = keyword(view, 'default')
  const isList = items !== undefined && view.types?.includes('array') === true
  return {
    type: isList ? listText(view, items) : typeText(view),
    required: false,
    isChoice: false,
    isList,
    description: String(keyword(view, 'description') ?? ''),
    mark: markOf(placeOf(view.parts), ...view.parts.map(({ value }) => value)),
    values: ((isList ? items.values : view.values) ?? []).map((value) => ({
      value: textOf(value),
      meaning: meanings[names.indexOf(value as Json)]?.toString(),
    })),
    limits: [...limitsOf(view), ...(isList ? limitsOf(items) : [])],
    byDefault: byDefault === undefined ? undefined : JSON.stringify(byDefault),
  }
}

/** The node that a mark is about: the stated one if there is one, else the outermost. */
function placeOf(schemas: readonly Schema[]): string {
  const stated = schemas.find(({ value }) => objectOf(value)['x-origin'] === 'stated')
  return (stated ?? schemas.at(-1))?.pointer ?? ''
}

function listText(view: View, items: View): string {
  const others = view.types?.filter((type) => type !== 'array') ?? []
  return [`list of ${typeText(items)}`, ...others].join(' or ')
}

const textOf = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** Lists within lists that are looked at; a list may contain itself. */
const MOST_LISTS = 8

function hasRowsBelow(reader: SchemaReader, schemas: readonly Schema[], lists = 0): boolean {
  return reader.choices(schemas).some((view) => hasRows(reader, view, lists))
}

function hasRows(reader: SchemaReader, view: View, lists = 0): boolean {
  if (view.members.size > 0 || view.others.length > 0) return true
  return view.items.length > 0 && lists < MOST_LISTS && hasRowsBelow(reader, view.items, lists + 1)
}
