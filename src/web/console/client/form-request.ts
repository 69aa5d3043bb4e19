import { timeIn } from './input-time.ts'
import { type FormField, textOfValue } from './schema-form.ts'

/** The text of each field by its name. A list has an entry per line, a switch is `true` or empty. */
export type FormDraft = Record<string, string>

/** The draft for a record, or for a new one. */
export function draftOf(fields: readonly FormField[], record: object = {}): FormDraft {
  return Object.fromEntries(
    fields.map(({ name, kind }) => {
      const value = valueAt(record, name)
      // Its members have their own fields.
      const isOther = kind === 'number' && typeof value === 'object'
      return [name, isOther ? '' : textOfValue(value)]
    }),
  )
}

function valueAt(record: object, name: string): unknown {
  return name
    .split('.')
    .reduce<unknown>((place, member) => (place as Record<string, unknown>)?.[member], record)
}

/** The request for a draft. Empty fields are left out. The server validates the rest. */
export function requestOf(fields: readonly FormField[], draft: FormDraft): Record<string, unknown> {
  const request: Record<string, unknown> = {}
  for (const field of fields) {
    const text = draft[field.name] ?? ''
    if (text.trim() !== '') put(request, field.name, inputOf(field, text))
  }
  return request
}

/**
 * The request that changes `before` to `draft`, with changed members only. An object is sent whole, because it replaces the
 * former one. An emptied field is null if the service allows that, and otherwise empty, so that the server says why not.
 */
export function changesOf(
  fields: readonly FormField[],
  before: FormDraft,
  draft: FormDraft,
): Record<string, unknown> {
  const ownerOf = (name: string) => name.split('.')[0] as string
  const changed = new Set(
    fields
      .filter(({ name }) => (draft[name] ?? '') !== (before[name] ?? ''))
      .map(({ name }) => ownerOf(name)),
  )
  const request: Record<string, unknown> = {}
  for (const field of fields.filter(({ name }) => changed.has(ownerOf(name)))) {
    const { name } = field
    const text = draft[name] ?? ''
    if (text.trim() !== '') put(request, name, inputOf(field, text))
    else if (!name.includes('.')) request[name] = emptyOf(field)
  }
  for (const owner of changed)
    if (!(owner in request)) request[owner] = emptyObjectOf(fields, owner)
  return request
}

function emptyOf({ kind, nullable }: FormField): unknown {
  if (nullable) return null
  if (kind === 'lines' || kind === 'choices') return []
  return kind === 'switch' ? false : ''
}

function emptyObjectOf(fields: readonly FormField[], owner: string) {
  return fields.some(({ name, nullable }) => nullable && name.startsWith(`${owner}.`)) ? null : {}
}

/** The value of a field in a request. What is not a number stays a text, so that the server refuses it. */
function inputOf({ kind, numeric }: FormField, text: string): unknown {
  switch (kind) {
    case 'lines':
    case 'choices':
      return linesOf(text)
    case 'pairs':
      return Object.fromEntries(linesOf(text).map(pairOf))
    case 'switch':
      return text === 'true'
    case 'number':
    case 'choice':
      return numeric && !Number.isNaN(Number(text)) ? Number(text) : text.trim()
    case 'moment':
      return timeIn(text)
    default:
      return text.trim()
  }
}

/** The entries of a list, one per line. */
export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

function pairOf(line: string): [string, string] {
  const colon = line.indexOf(':')
  return colon < 0 ? [line, ''] : [line.slice(0, colon).trim(), line.slice(colon + 1).trim()]
}

function put(request: Record<string, unknown>, name: string, value: unknown) {
  const [owner = '', member] = name.split('.')
  if (member === undefined) request[owner] = value
  else request[owner] = { ...(request[owner] as object | undefined), [member]: value }
}
