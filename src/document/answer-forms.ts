import { DocumentError } from './document-error.ts'
import type { Answer, Form } from './form-parts.ts'
import { isObject, type Json, type JsonObject } from './json.ts'
import { packagedDocument } from './load.ts'
import { type OperationNode, operationsOf } from './methods.ts'
import { pointerTo, resolvePointer } from './pointer.ts'

/** What `x-from: /page/…` can be. */
export interface PageFacts {
  total: number
  /** Rows of this page. */
  count: number
  limit: number
  offset: number
  /** That of the page, from the first one's on. */
  number: number
  pages: number
  has_more: boolean
  /** Null on the last page, as the next two. */
  next_cursor: string | null
  next_offset: number | null
  next_number: number | null
}

/** What is known of an answer beside its envelope. */
export interface AnswerFacts {
  /** `X-Request-Id` of the response. */
  id: string
  /** Seed of the account; decides on values that are made up. */
  seed: number
  page?: PageFacts | undefined
  /** What the request gave, for `x-from: /query/…` and `/path/…`. */
  query?: object | undefined
  path?: object | undefined
}

/** Brings an envelope of the sandbox into the form of the document. */
export type Shape = (envelope: object, facts: AnswerFacts) => object

export interface AnswerForms {
  /** For the successes of an operation; undefined where they have their form already. */
  success(operationId: string): Shape | undefined
  failure: Shape
}

/** Of the document as it comes: the sandbox's own answers. */
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

/** What is known of every answer. Which inputs there are is the operation's matter. */
const COMMON: JsonObject = { request_id: { type: 'string' } }
const INPUTS: JsonObject = { query: { type: 'object' }, path: { type: 'object' } }

/**
 * The forms that `document` gives to answers where it differs from the packaged one. Throws DocumentError for
 * one that cannot be had.
 */
export async function answerForms(document: JsonObject): Promise<AnswerForms> {
  // Without an overlay there is nothing to compile, and most start without one.
  const [{ FormCompiler }, { SchemaViews }] = await Promise.all([
    import('./form-compiler.ts'),
    import('./schema-view.ts'),
  ])
  const views = { own: new SchemaViews(document), packaged: new SchemaViews(packagedDocument) }
  const packaged = new Map(operationsOf(packagedDocument).map((each) => [each.id, each]))
  const successes = new Map<string, Shape>()
  for (const operation of operationsOf(document)) {
    const original = packaged.get(operation.id)
    const schema = successSchema(document, operation)
    if (original === undefined || schema === undefined) continue
    const isPaged = original.node['x-paging'] !== undefined
    const compiler = new FormCompiler(views, {
      packaged: successSchema(packagedDocument, original) ?? true,
      facts: { ...COMMON, ...INPUTS, ...(isPaged && { page: objectOf(PAGE) }) },
      dropsEmptied: operationsOf(document).some(({ node }) => node['x-update'] === 'replace'),
    })
    const name = `${operation.method} ${operation.path}: the answer`
    const form = await prepared(compiler.compile(schema, name), compiler)
    if (form) successes.set(String(operation.id), shapeOf(form))
  }
  const compiler = new FormCompiler(views, {
    packaged: failureSchema(packagedDocument) as Json,
    facts: COMMON,
  })
  const failure = await prepared(
    compiler.compile(requireFailureSchema(document), 'components.schemas.Failure'),
    compiler,
  )
  return {
    success: (id) => successes.get(id),
    failure: failure ? shapeOf(failure) : OWN_FORMS.failure,
  }
}

/** Loads what makes values up, which brings word lists with it, where a form may need some. */
async function prepared(
  form: Form | undefined,
  compiler: { makes: boolean; useMaker(maker: typeof import('./made-values.ts')): void },
): Promise<Form | undefined> {
  if (compiler.makes) compiler.useMaker(await import('./made-values.ts'))
  return form
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

function successSchema(document: JsonObject, { method, path, node }: OperationNode) {
  const status = Object.keys((node.responses ?? {}) as JsonObject).find((key) =>
    /^2\d\d$/.test(key),
  )
  if (status === undefined) return undefined
  const pointer = pointerTo('paths', path, method.toLowerCase(), 'responses', status)
  const content = resolvePointer(document, pointer)?.value.content
  const media = isObject(content) ? content['application/json'] : undefined
  return isObject(media) ? media.schema : undefined
}

function failureSchema(document: JsonObject): Json | undefined {
  return resolvePointer(document, '/components/schemas/Failure')?.value
}

function requireFailureSchema(document: JsonObject): Json {
  const schema = failureSchema(document)
  if (schema !== undefined) return schema
  throw new DocumentError('components.schemas.Failure is missing, the form of failures. Keep it.')
}
