import type { Options } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { OpenAPIBackend } from 'openapi-backend'
import { DocumentError } from './document/document-error.ts'
import { isObject, type Json, type JsonObject } from './document/json.ts'
import { type RoutedOperation, routedOperation } from './document/operation.ts'
import type { RequestRules, RequestValidator } from './request-rules.ts'

/**
 * The rules of any document, by openapi-backend. One Ajv compiles them all instead of one for each
 * schema, which takes the time to the first answer from seconds to milliseconds; `adapt` may replace it,
 * and `read` what is looked up of an operation.
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
      // The document is linted; checking its schemas again takes 50 ms of the start.
      validateSchema: false,
    } as never,
    customizeAjv: ((_original: unknown, options: Options) => {
      // The library turns coercion on for parameters; `readQuery` has read the numbers, and Ajv would
      // take 0x3 and 1e1 for some, too. Draft 2020-12 is that of OpenAPI 3.1.
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

/** The library trips over a reference to nothing, a list that is none, and the like. */
async function soundly<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof DocumentError) throw error
    throw new DocumentError(
      `The document is no sound OpenAPI: ${(error as Error).message}. Correct the overlay.`,
      { cause: error },
    )
  }
}

/** What is otherwise compiled at an operation's first request is compiled at the start. */
function requireSchemas(id: string, compile: (id: string) => unknown): void {
  try {
    compile(id)
  } catch (error) {
    throw new DocumentError(
      `The document has a schema for ${id} that is no JSON Schema: ${(error as Error).message}.`,
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
          `operationId ${operation.id}, which names what answers them. Give each its own.`,
      )
    }
    known.set(operation.id, operation)
  }
}

/**
 * A copy of the document in which the entries of an array are looked at only when there are no more of
 * them than `maxItems`. To find all that is wrong Ajv would go on to the entries: with those that fit
 * into 1 MB for a second, and an error for each.
 */
function lengthBeforeEntries<T extends Json | undefined>(value: T): T {
  if (Array.isArray(value)) return value.map(lengthBeforeEntries) as never
  if (!isObject(value)) return value
  const copy = Object.fromEntries(
    Object.entries(value).map(([name, child]) => [name, lengthBeforeEntries(child)]),
  )
  const { items, ...rest } = copy
  if (typeof copy.maxItems !== 'number' || !isObject(items) || copy.if !== undefined)
    return copy as T
  return { ...rest, if: { minItems: copy.maxItems + 1 }, else: { items } } as never
}
