import { DocumentError } from '../openapi/document-error.ts'
import { packagedDocument } from '../openapi/load.ts'
import type { Json, JsonObject } from '../schema/json.ts'
import { type OperationNode, operationsOf, schemaOf, successOf } from '../schema/operations.ts'
import { resolvePointer } from '../schema/pointer.ts'
import type { Schema } from '../schema/schema-view.ts'
import type { FormCompiler } from './form-compiler.ts'
import type { Answer, Form } from './form-parts.ts'

/** What `x-from: /page/…` can name. `count` are the rows of this page; `next_…` are null on the last page. */
export type PageFacts = Record<
  'total' | 'count' | 'limit' | 'offset' | 'number' | 'pages',
  number
> &
  Record<'next_offset' | 'next_number', number | null> & {
    has_more: boolean
    next_cursor: string | null
  }

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
  failure: Shape
}

/** The forms of the packaged document, which the sandbox's own responses have. */
export const OWN_FORMS: AnswerForms = { success: () => undefined, failure: (envelope) => envelope }

const COUNT: Json = { type: 'integer' }
const NEXT: Json = { type: ['integer', 'null'] }

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
  const compiler = new FormCompiler(readers, {
    packaged: requireFailureSchema(packagedDocument),
    facts: COMMON,
  })
  const place = 'components.schemas.Failure'
  const failure = await shapeFor(requireFailureSchema(document), place, compiler)
  return { success: (id) => successes.get(id), failure: failure ?? OWN_FORMS.failure }
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
