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
  const rules = rulesOf(await import('../spec/generated/requests.ts'))
  const paths = document.paths as Record<string, JsonObject>
  // An earlier release has fewer.
  const operations = rules.operations.filter(
    ({ method, path }) => paths[path]?.[method.toLowerCase()] !== undefined,
  )
  return { ...rules, operations }
}

/** Those of the control plane, of which there is one document only. */
export async function controlRules(): Promise<RequestRules> {
  return rulesOf(await import('../spec/generated/sandbox-requests.ts'))
}

/** The rules of a generated module, whose types nobody generates. */
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
