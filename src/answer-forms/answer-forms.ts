import { DocumentError } from '../openapi/document-error.ts'
import { packagedDocument } from '../openapi/load.ts'
import { isObject, type Json, type JsonObject } from '../schema/json.ts'
import { type OperationNode, operationsOf, schemaOf, successOf } from '../schema/operations.ts'
import { resolvePointer } from '../schema/pointer.ts'
import { SchemaReader } from '../schema/schema-reader.ts'
import type { Schema } from '../schema/schema-view.ts'
import { checkForm, isKept, type Readers } from './differing-forms.ts'
import { type AnswerFacts, COMMON_FACTS, successFacts } from './facts.ts'

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

/**
 * The forms of responses in `document` that differ from the packaged document. Throws DocumentError for a form
 * that the sandbox cannot produce.
 */
export async function answerForms(document: JsonObject): Promise<AnswerForms> {
  const readers = { own: new SchemaReader(document), packaged: new SchemaReader(packagedDocument) }
  const originals = new Map(operationsOf(packagedDocument).map((each) => [each.id, each]))
  const dropsEmptied = operationsOf(document).some(({ node }) => node['x-update'] === 'replace')
  const successes = new Map<string, Shape>()
  for (const operation of operationsOf(document)) {
    const original = originals.get(operation.id)
    const schema = successSchema(document, operation)
    if (original === undefined || schema === undefined) continue
    const shape = await shapeFor(readers, {
      schema,
      place: `${operation.method} ${operation.path}: the answer`,
      packaged: successSchema(packagedDocument, original) ?? { value: true },
      facts: successFacts(original.node['x-paging'] !== undefined),
      dropsEmptied,
    })
    if (shape) successes.set(String(operation.id), shape)
  }
  const shapeOfFailure = (schema: Schema, place: string) => {
    const packaged = requireFailureSchema(packagedDocument)
    return shapeFor(readers, { schema, place, packaged, facts: COMMON_FACTS, dropsEmptied: false })
  }
  const usual = await shapeOfFailure(requireFailureSchema(document), 'components.schemas.Failure')
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

/** The schemas of a response, the place of the first one in messages, and other values that `x-from` may name. */
interface Forms {
  schema: Schema
  place: string
  packaged: Schema
  facts: JsonObject
  dropsEmptied: boolean
}

/** Undefined if the sandbox's own responses have the form. */
async function shapeFor(
  readers: Readers,
  { schema, place, packaged: original, facts, dropsEmptied }: Forms,
): Promise<Shape | undefined> {
  const [own, packaged] = [readers.own.of([schema]), readers.packaged.of([original])]
  if (isKept(readers, own, packaged)) return undefined
  const source = {
    reader: readers.packaged,
    root: readers.packaged.of([original, { value: { properties: facts } }]),
  }
  checkForm(own, place, { own: readers.own, source })
  // Loaded on demand, because it brings word lists with it.
  const { Shaper } = await import('./shaper.ts')
  const shaper = new Shaper(readers, { own, packaged, source, dropsEmptied })
  return (envelope, facts) => shaper.shape(envelope, facts)
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

function successSchema(document: JsonObject, operation: OperationNode): Schema | undefined {
  const success = successOf(document, operation)
  return success && schemaOf(success)
}

function requireFailureSchema(document: JsonObject): Schema {
  const schema = resolvePointer(document, '/components/schemas/Failure')
  if (schema !== undefined) return schema
  throw new DocumentError('components.schemas.Failure, the form of failures, is missing. Keep it.')
}
