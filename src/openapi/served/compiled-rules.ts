import type { Options } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { OpenAPIBackend } from 'openapi-backend'
import { isObject, type JsonObject, mapObjects } from '../../schema/json.ts'
import { DocumentError } from '../document-error.ts'
import {
  type RequestRules,
  type RequestValidator,
  type RoutedOperation,
  routedOperation,
} from './operation.ts'

/**
 * The rules of any document, compiled by openapi-backend. One Ajv compiles all schemas instead of one each,
 * which shortens the start from seconds to milliseconds. `adapt` may replace this Ajv, and `read` the reading
 * of operations.
 */
export async function compiledRules(
  document: JsonObject,
  {
    adapt = (options) => new Ajv2020(options),
    read = routedOperation,
  }: {
    adapt?: (options: Options) => Ajv2020
    read?: (fields: JsonObject) => RoutedOperation
  } = {},
): Promise<RequestRules> {
  let ajv: Ajv2020 | undefined
  const backend = new OpenAPIBackend({
    // The library resolves references in place.
    definition: lengthBeforeEntries(document) as never,
    quick: true,
    strict: true,
    ajvOpts: {
      strict: false,
      allErrors: true,
      useDefaults: true,
      verbose: true,
      // The document is linted. Checking its schemas again would add 50 ms to the start.
      validateSchema: false,
    } as never,
    customizeAjv: ((_original: unknown, options: Options) => {
      // `readQuery` has converted the numbers already, and the coercion of Ajv would also accept 0x3 and 1e1.
      // OpenAPI 3.1 uses draft 2020-12.
      ajv ??= addFormats.default(adapt({ ...options, coerceTypes: false })) as Ajv2020
      return ajv
    }) as never,
  })
  const operations = await soundly(async () => {
    await backend.init()
    return backend.router
      .getOperations()
      .map((operation) => read(operation as unknown as JsonObject))
  })
  requireDifferentIds(operations)
  const validatorsOf = (id: string) =>
    (backend.validator.getRequestValidatorsForOperation(id) ?? []) as RequestValidator[]
  for (const { id } of operations) requireSchemas(id, validatorsOf)
  return { operations, validatorsOf }
}

/** The library throws plain errors for broken references, lists that are not arrays, and the like. */
async function soundly<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof DocumentError) throw error
    throw new DocumentError(
      `The document is not valid OpenAPI: ${(error as Error).message}. Correct the overlay.`,
      { cause: error },
    )
  }
}

/** Compiles the schemas of an operation at the start instead of at its first request. */
function requireSchemas(id: string, compile: (id: string) => unknown): void {
  try {
    compile(id)
  } catch (error) {
    throw new DocumentError(
      `The document has an invalid JSON Schema for ${id}: ${(error as Error).message}.`,
    )
  }
}

function requireDifferentIds(operations: RoutedOperation[]): void {
  const known = new Map<string, RoutedOperation>()
  for (const operation of operations) {
    const other = known.get(operation.id)
    if (other) {
      throw new DocumentError(
        `${other.method} ${other.path} and ${operation.method} ${operation.path} both have the ` +
          `operationId ${operation.id}, which selects their handler. Give each its own.`,
      )
    }
    known.set(operation.id, operation)
  }
}

/**
 * A copy of the document that checks the entries of an array only if there are no more than `maxItems`.
 * Otherwise Ajv, which looks for all errors, would spend a second on the entries of a body of 1 MB.
 */
function lengthBeforeEntries(document: JsonObject): JsonObject {
  return mapObjects(document, (schema) => {
    const { items, ...rest } = schema
    if (typeof schema.maxItems !== 'number' || !isObject(items) || schema.if !== undefined) {
      return schema
    }
    return { ...rest, if: { minItems: schema.maxItems + 1 }, else: { items } }
  })
}
