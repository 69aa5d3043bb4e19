import type { ValidateFunction } from 'ajv'
import type { JsonObject } from '../../schema/json.ts'
import type { RoutedOperation } from './operation.ts'

/** The rules of a document for requests. */
export interface RequestRules {
  operations: RoutedOperation[]
  /** Each checks one part of a request. Throws DocumentError for an invalid schema. */
  validatorsOf(operationId: string): RequestValidator[]
}

export type RequestValidator = Pick<ValidateFunction, 'errors'> & ((request: object) => boolean)

/**
 * The rules of `document`, which has no overlay, as `npm run generate` compiled them. Compiling them with
 * openapi-backend and Ajv would take a third of the start.
 */
export async function preparedRules(document: JsonObject): Promise<RequestRules> {
  const rules = rulesOf(await import('../../../spec/generated/requests.ts'))
  const paths = document.paths as Record<string, JsonObject>
  // An earlier release has fewer operations.
  const operations = rules.operations.filter(
    ({ method, path }) => paths[path]?.[method.toLowerCase()] !== undefined,
  )
  return { ...rules, operations }
}

/** The rules of the control plane, which has only one document. */
export async function controlRules(): Promise<RequestRules> {
  return rulesOf(await import('../../../spec/generated/sandbox-requests.ts'))
}

/** The rules of a generated module, which has no types. */
function rulesOf({
  operations,
  validators,
}: {
  operations: object
  validators: object
}): RequestRules {
  return {
    operations: operations as RoutedOperation[],
    validatorsOf: (id) => (validators as Record<string, RequestValidator[]>)[id] ?? [],
  }
}
