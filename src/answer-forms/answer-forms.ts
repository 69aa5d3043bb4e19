import { DocumentError } from '../openapi/document-error.ts'
import { packagedDocument } from '../openapi/load.ts'
import { isObject, type Json, type JsonObject } from '../schema/json.ts'
import { type OperationNode, operationsOf, schemaOf, successOf } from '../schema/operations.ts'
import { resolvePointer } from '../schema/pointer.ts'
import type { Schema } from '../schema/schema-view.ts'
import type { FormCompiler } from './form-compiler.ts'
import type { Answer, Form } from './form-parts.ts'

/** The values that `x-from: /page/…` can name. `count` is the number of rows on this page; `next_…` are null on the last page. */
export type PageFacts = Record<
  'total' | 'count' | 'limit' | 'offset' | 'number' | 'pages',
  number
> &
  Record<'next_offset' | 'next_number' | 'previous_offset' | 'previous_number', number | null> &
  PageAddresses & {
    has_more: boolean
    has_previous: boolean
    next_cursor: string | null
  }

/** Addresses of other pages, absolute (`url`) or without the origin (`path`). */
export type PageAddresses = Record<
  `${'next' | 'previous' | 'first' | 'last'}_${'url' | 'path'}`,
  string | null
>

/** Facts about a response that are not in its envelope. */
export interface AnswerFacts {
  /** `X-Request-Id` of the response. */
  id: string
  /** Seed of the account, for synthesized values. */
  seed: number
  page?: PageFacts | undefined
  /** Inputs of the request, for `x-from: /query/…` and `/path/…`. */
  query?: object | undefined
  path?: object | undefined
}

/** Converts an envelope of the sandbox to the form of the document. */
export type Shape = (envelope: object, facts: AnswerFacts) => object

export interface AnswerForms {
  /** For the successes of an operation; undefined if they have their form already. */
  success(operationId: string): Shape | undefined
  /** For a failure of a kind, in an operation if there is one. */
  failure(envelope: object, facts: AnswerFacts, of?: FailureKind): object
}

/** The kind of a failure in `x-failures`, and the operation whose own ones apply. */
export interface FailureKind {
  situation: string | undefined
  operation: string | undefined
}

/** The forms of the packaged document, which the sandbox's own responses have. */
export const OWN_FORMS: AnswerForms = { success: () => undefined, failure: (envelope) => envelope }

const FAILURE = '#/components/schemas/Failure'

const COUNT: Json = { type: 'integer' }
const NEXT: Json = { type: ['integer', 'null'] }
const ADDRESS: Json = { type: ['string', 'null'] }

const PAGE: Record<keyof PageFacts, Json> = {
  total: COUNT,
  count: COUNT,
  limit: COUNT,
  offset: COUNT,
  number: COUNT,
  pages: COUNT,
  has_more: { type: 'boolean' },
  next_cursor: { type: ['string', 'null'] },
  next_offset: NEXT,
  next_number: NEXT,
  has_previous: { type: 'boolean' },
  previous_offset: NEXT,
  previous_number: NEXT,
  next_url: ADDRESS,
  previous_url: ADDRESS,
  first_url: ADDRESS,
  last_url: ADDRESS,
  next_path: ADDRESS,
  previous_path: ADDRESS,
  first_path: ADDRESS,
  last_path: ADDRESS,
}

/** Facts about every response. The inputs depend on the operation. */
const COMMON: JsonObject = { request_id: { type: 'string' } }
const INPUTS: JsonObject = { query: { type: 'object' }, path: { type: 'object' } }

/**
 * The forms of responses in `document` that differ from the packaged document. Throws DocumentError for a form
 * that the sandbox cannot produce.
 */
export async function answerForms(document: JsonObject): Promise<AnswerForms> {
  // Loaded on demand, because most sandboxes start without an overlay.
  const [{ FormCompiler }, { SchemaReader }] = await Promise.all([
    import('./form-compiler.ts'),
    import('../schema/schema-reader.ts'),
  ])
  const readers = { own: new SchemaReader(document), packaged: new SchemaReader(packagedDocument) }
  const packaged = new Map(operationsOf(packagedDocument).map((each) => [each.id, each]))
  const successes = new Map<string, Shape>()
  for (const operation of operationsOf(document)) {
    const original = packaged.get(operation.id)
    const schema = successSchema(document, operation)
    if (original === undefined || schema === undefined) continue
    const isPaged = original.node['x-paging'] !== undefined
    const compiler = new FormCompiler(readers, {
      packaged: successSchema(packagedDocument, original) ?? { value: true },
      facts: { ...COMMON, ...INPUTS, ...(isPaged && { page: objectOf(PAGE) }) },
      dropsEmptied: operationsOf(document).some(({ node }) => node['x-update'] === 'replace'),
    })
    const name = `${operation.method} ${operation.path}: the answer`
    const shape = await shapeFor(schema, name, compiler)
    if (shape) successes.set(String(operation.id), shape)
  }
  const shapeOfFailure = (schema: Schema, place: string) => {
    const terms = { packaged: requireFailureSchema(packagedDocument), facts: COMMON }
    return shapeFor(schema, place, new FormCompiler(readers, terms))
  }
  const place = 'components.schemas.Failure'
  const usual = await shapeOfFailure(requireFailureSchema(document), place)
  const own = new Map<string, Shape>()
  for (const { name, details } of ownDetails(document)) {
    const shape = await shapeOfFailure(withDetails(details), `${name}.details`)
    if (shape) own.set(name, shape)
  }
  const failure: AnswerForms['failure'] = (envelope, facts, of) => {
    const shape =
      own.get(`${of?.operation} ${of?.situation}`) ?? own.get(` ${of?.situation}`) ?? usual
    return shape ? shape(envelope, facts) : envelope
  }
  return { success: (id) => successes.get(id), failure }
}

/** The details that `x-failures` gives to kinds of failures, of all operations and of single ones. */
function ownDetails(document: JsonObject): { name: string; details: Json }[] {
  const all: [string, Json | undefined][] = [
    ['', document['x-failures']],
    ...operationsOf(document).map(({ id, node }): [string, Json | undefined] => [
      String(id),
      node['x-failures'],
    ]),
  ]
  return all.flatMap(([operation, failures]) =>
    Object.entries(isObject(failures) ? failures : {}).flatMap(([situation, wording]) => {
      const details = isObject(wording) ? wording.details : undefined
      return details === undefined ? [] : [{ name: `${operation} ${situation}`, details }]
    }),
  )
}

/** The schema of a failure whose error has these details. The sandbox's own issues are there only if it names them. */
function withDetails(details: Json): Schema {
  const own = isObject(details)
    ? { ...details, properties: { issues: false, ...(details.properties as JsonObject) } }
    : details
  const error = {
    type: 'object',
    ...(details !== false && { required: ['details'] }),
    properties: { details: own },
  }
  return { value: { allOf: [{ $ref: FAILURE }, { type: 'object', properties: { error } }] } }
}

async function shapeFor(
  schema: Schema,
  place: string,
  compiler: FormCompiler,
): Promise<Shape | undefined> {
  const form = compiler.compile(schema, place)
  // Loaded on demand, because it brings word lists with it.
  if (compiler.synthesizes) compiler.useSynthesizer(await import('./synthesized-values.ts'))
  return form && shapeOf(form)
}

function shapeOf(form: Form): Shape {
  return (envelope, { id, seed, ...facts }) => {
    const root = { ...envelope, request_id: id, ...facts } as unknown as JsonObject
    const answer: Answer = { root, seed }
    return form(envelope as Json, { answer, record: undefined, path: '', depth: 0 }) as object
  }
}

function objectOf(properties: JsonObject): Json {
  return { type: 'object', properties, additionalProperties: false }
}

function successSchema(document: JsonObject, operation: OperationNode): Schema | undefined {
  const success = successOf(document, operation)
  return success && schemaOf(success)
}

function requireFailureSchema(document: JsonObject): Schema {
  const schema = resolvePointer(document, '/components/schemas/Failure')
  if (schema !== undefined) return schema
  throw new DocumentError('components.schemas.Failure, the form of failures, is missing. Keep it.')
}
