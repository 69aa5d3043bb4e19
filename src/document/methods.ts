import { isObject, type JsonObject } from './json.ts'

/** The keys of a path item that hold an operation (OpenAPI 3.1, Path Item Object). */
export const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']

/** The operations of all paths. */
export function operationsOf(document: JsonObject): JsonObject[] {
  return Object.values((document.paths ?? {}) as JsonObject).flatMap((item) =>
    METHODS.map((method) => (item as JsonObject)[method]).filter(isObject),
  )
}
