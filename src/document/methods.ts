import { isObject, type Json, type JsonObject } from './json.ts'

/** The keys of a path item that hold an operation (OpenAPI 3.1, Path Item Object). */
export const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']

/** One operation of a document, whatever there is to it. */
export interface OperationNode {
  id: Json | undefined
  method: string
  path: string
  node: JsonObject
}

/** The operations of all paths. */
export function operationsOf({ paths }: JsonObject): OperationNode[] {
  return Object.entries(isObject(paths) ? paths : {}).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const node = isObject(item) ? item[method] : undefined
      return isObject(node)
        ? [{ id: node.operationId, method: method.toUpperCase(), path, node }]
        : []
    }),
  )
}
