import type { Options } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { type Operation as BackendOperation, OpenAPIBackend } from 'openapi-backend'
import type { Wording } from './document/api-document.ts'
import { DocumentError } from './document/document-error.ts'
import type { JsonObject } from './document/json.ts'
import type { RequestRules, RequestValidator } from './request-rules.ts'
import type { Parameter, RoutedOperation } from './router.ts'

/**
 * The rules of any document, by openapi-backend. One Ajv compiles them all instead of one for each
 * schema, which takes the time to the first answer from seconds to milliseconds; `adapt` may replace it.
 */
export async function compiledRules(
  document: JsonObject,
  adapt: (options: Options) => Ajv2020 = (options) => new Ajv2020(options),
): Promise<RequestRules> {
  let ajv: Ajv2020 | undefined
  const backend = new OpenAPIBackend({
    // The library resolves references in place.
    definition: structuredClone(document) as never,
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
  await backend.init()

  const operations = backend.router.getOperations().map(routed)
  const validatorsOf = (id: string) =>
    (backend.validator.getRequestValidatorsForOperation(id) ?? []) as RequestValidator[]
  for (const { id } of operations) requireSchemas(id, validatorsOf)
  return { operations, validatorsOf }
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

function routed(operation: BackendOperation): RoutedOperation {
  const fields = operation as unknown as JsonObject & {
    operationId: string
    method: string
    path: string
    parameters?: Parameter[]
    security?: Record<string, string[]>[]
    responses: Record<string, unknown>
  }
  const body = (fields.requestBody as { content?: object }) ?? {}
  return {
    id: fields.operationId,
    method: fields.method.toUpperCase(),
    path: fields.path,
    permission: fields.security?.[0]?.bearerAuth?.[0],
    queryParameters: (fields.parameters ?? [])
      .filter((parameter) => parameter.in === 'query')
      .map(({ name, in: where, schema }) => ({ name, in: where, schema })),
    hasBody: body.content !== undefined,
    successStatus: Number(Object.keys(fields.responses).find((key) => /^2\d\d$/.test(key)) ?? 200),
    failures: fields['x-failures'] as Record<string, Wording> | undefined,
  }
}
