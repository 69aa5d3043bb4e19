import type { ValidateFunction } from 'ajv'
import type { JsonObject } from './document/json.ts'
import type { RoutedOperation } from './document/operation.ts'

/** What the document says of requests. */
export interface RequestRules {
  operations: RoutedOperation[]
  /** Each looks at one part of a request; throws DocumentError when the schema of one is none. */
  validatorsOf(operationId: string): RequestValidator[]
}

export type RequestValidator = Pick<ValidateFunction, 'errors'> & ((request: object) => boolean)

/**
 * The rules of `document` as `npm run generate` compiled them, for a document without an overlay.
 * Loading openapi-backend and Ajv and compiling with them would take a third of the start.
 */
export async function preparedRules(document: JsonObject): Promise<RequestRules> {
  const { operations, validators } = await import('../spec/generated/requests.ts')
  const paths = document.paths as Record<string, JsonObject>
  return {
    // An earlier release has fewer.
    operations: (operations as unknown as RoutedOperation[]).filter(
      ({ method, path }) => paths[path]?.[method.toLowerCase()] !== undefined,
    ),
    validatorsOf: (id) => (validators as unknown as Record<string, RequestValidator[]>)[id] ?? [],
  }
}
