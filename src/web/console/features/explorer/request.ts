import { type FormDraft, linesOf } from '../../client/form-request.ts'
import type { Operation } from './api-model.ts'
import type { Collection } from './collections.ts'
import type { Field } from './fields.ts'
import { firstForm, memberOf, NEW, type Rows, withMember } from './first-press.ts'

/** A request as it is sent: snippets and the browser read the same. */
export interface ApiRequest {
  method: string
  /** Absolute. */
  url: string
  headers: Record<string, string>
  body: string | undefined
}

/** The request of a form. `base` is the root of the API, `token` the key to send. */
export function requestOf(
  operation: Operation,
  form: FormDraft,
  { base, token }: { base: string; token: string | undefined },
): ApiRequest {
  const { method, fields, body } = operation
  const path = operation.path.replace(/\{([^}]+)\}/g, (_, name: string) =>
    encodeURIComponent(form[`path.${name}`] ?? ''),
  )
  const query = fields
    .filter(({ place }) => place === 'query')
    .flatMap((field) => pairsOf(field, form[field.name] ?? ''))
    .map((pair) => pair.map(encodeURIComponent).join('='))
    .join('&')
  const own = fields.filter(({ place, name }) => place === 'header' && form[name])
  const sendsBody = form.body !== undefined && form.body.trim() !== ''
  return {
    method,
    url: `${base.replace(/\/$/, '')}${path}${query && `?${query}`}`,
    headers: {
      Accept: form.accept ?? 'application/json',
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      ...(sendsBody ? { 'Content-Type': body?.mediaType ?? 'application/json' } : {}),
      ...Object.fromEntries(own.map(({ name, label }) => [label, form[name] ?? ''])),
    },
    body: sendsBody ? form.body : undefined,
  }
}

/** The values of a query parameter (OpenAPI 3.1, style `form`). */
function pairsOf({ label, kind, explode }: Field, text: string): [name: string, value: string][] {
  if (kind !== 'lines' && kind !== 'choices') return text === '' ? [] : [[label, text]]
  const values = linesOf(text)
  if (values.length === 0) return []
  if (!explode) return [[label, values.join(',')]]
  // A repeated parameter may also hold several values with commas; brackets say that each is one value.
  const sent = values.some((value) => value.includes(',')) ? `${label}[]` : label
  return values.map((value) => [sent, value])
}

/** The problems of the parameters, by name. Checks only what prevents a request from being sent. */
export function problemsOf({ fields }: Operation, form: FormDraft): Record<string, string[]> {
  const missing = fields.filter(({ required, name }) => required && !form[name]?.trim())
  return Object.fromEntries(missing.map(({ name, label }) => [name, [`Enter ${label}.`]]))
}

/** A record that must be created before the form can be sent. */
interface Prerequisite {
  collection: Collection
  /** The form with the id of the record that was created. */
  withId: (id: string) => FormDraft
}

/** The first record that the form still lacks; undefined if it can be sent. */
function prerequisiteOf(operation: Operation, form: FormDraft): Prerequisite | undefined {
  for (const { name, collection } of operation.fields) {
    if (collection?.create === undefined || form[name] !== NEW) continue
    return { collection, withId: (id) => ({ ...form, [name]: id }) }
  }
  for (const { name, collection } of operation.body?.ids ?? []) {
    const text = form.body ?? ''
    if (collection.create === undefined || memberOf(text, name) !== NEW) continue
    return { collection, withId: (id) => ({ ...form, body: withMember(text, name, id) ?? text }) }
  }
  return undefined
}

/** A request and its answer. `A` is how the caller reads answers. */
export interface Step<A> {
  operation: Operation
  request: ApiRequest
  answer: A
}

/**
 * Sends a form, after the records that it needs. Stops at the first record that could not be created. The last step is the
 * request of the form, unless a record is missing.
 */
export async function press<A extends { ok: boolean; body: unknown }>(
  operation: Operation,
  form: FormDraft,
  options: {
    rows: Rows
    /** The model of the operation that adds an entry to a collection. */
    creates: (collection: Collection) => Operation | undefined
    request: (operation: Operation, form: FormDraft) => ApiRequest
    send: (request: ApiRequest) => Promise<A>
  },
): Promise<Step<A>[]> {
  const { rows, creates, request, send } = options
  const steps: Step<A>[] = []
  let current = form
  for (;;) {
    const missing = prerequisiteOf(operation, current)
    if (missing === undefined) break
    const create = creates(missing.collection)
    if (create === undefined) break
    // A new record may itself need one, such as the campaign of an alert.
    steps.push(...(await press(create, firstForm(create, rows), options)))
    const made = steps.at(-1)
    const id = made?.answer.ok ? idIn(made.answer.body) : undefined
    if (id === undefined) return steps
    current = missing.withId(id)
  }
  const sent = request(operation, current)
  return [...steps, { operation, request: sent, answer: await send(sent) }]
}

/** The id of the record in a response: of `data`, or of the record that an overlay nests below other names. */
export function idIn(body: unknown): string | undefined {
  let level: unknown[] = [body]
  for (let depth = 0; depth < 5; depth++) {
    for (const value of level) {
      const id = (value as { id?: unknown } | null)?.id
      if (typeof id === 'string') return id
    }
    level = level.flatMap((value) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.values(value)
        : [],
    )
  }
  return undefined
}
