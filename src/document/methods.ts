import { isObject, type Json, type JsonObject } from './json.ts'

/** The keys of a path item that hold an operation (OpenAPI 3.1, Path Item Object). */
export const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']

export interface OperationName {
  id: Json | undefined
  method: string
  path: string
}

/** What the operations of a document are called, whatever else there is to them. */
export function operationNames({ paths }: JsonObject): OperationName[] {
  return Object.entries(isObject(paths) ? paths : {}).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = isObject(item) ? item[method] : undefined
      return isObject(operation)
        ? [{ id: operation.operationId, method: method.toUpperCase(), path }]
        : []
    }),
  )
}
