import { isObject, type Json, type JsonObject, objectOf } from './json.ts'
import { type Located, pointerTo, resolvePointer } from './pointer.ts'
import type { Schema } from './schema-view.ts'

/** The keys of a path item that hold an operation (OpenAPI 3.1, Path Item Object). */
export const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']

/** One operation of a document. */
export interface OperationNode {
  id: Json | undefined
  method: string
  path: string
  node: JsonObject
}

/** The operations of all paths. */
export function operationsOf({ paths }: JsonObject): OperationNode[] {
  return Object.entries(objectOf(paths)).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const node = objectOf(item)[method]
      return isObject(node)
        ? [{ id: node.operationId, method: method.toUpperCase(), path, node }]
        : []
    }),
  )
}

/** A part of an operation, with references followed; undefined if there is no such part. */
export function partOf(
  document: JsonObject,
  { method, path }: Pick<OperationNode, 'method' | 'path'>,
  ...names: string[]
): Located | undefined {
  return resolvePointer(document, pointerTo('paths', path, method.toLowerCase(), ...names))
}

/** The schema of a request or response body of a media type. */
export function schemaOf(
  { pointer, value }: Located,
  mediaType = 'application/json',
): Schema | undefined {
  const schema = objectOf(objectOf(value.content)[mediaType]).schema
  if (schema === undefined) return undefined
  return { pointer: pointer + pointerTo('content', mediaType, 'schema'), value: schema }
}

/** The responses of an operation by status, with references followed. */
export function responsesOf(document: JsonObject, operation: OperationNode): Map<string, Located> {
  const statuses = Object.keys(objectOf(operation.node.responses))
  const responses = statuses.map(
    (status) => [status, partOf(document, operation, 'responses', status)] as const,
  )
  return new Map(responses.filter((each): each is [string, Located] => each[1] !== undefined))
}

/** The first success with a status of its own. */
export function successOf(document: JsonObject, operation: OperationNode): Located | undefined {
  const responses = [...responsesOf(document, operation)]
  return responses.find(([status]) => /^2\d\d$/.test(status))?.[1]
}

/** The parameters of an operation, and those of its path that it does not override, with references followed. */
export function parametersOf(
  document: JsonObject,
  { method, path }: Pick<OperationNode, 'method' | 'path'>,
): Located[] {
  const item = pointerTo('paths', path)
  const own = entriesAt(document, `${item}/${method.toLowerCase()}/parameters`)
  const shared = entriesAt(document, `${item}/parameters`)
  return [...own, ...shared.filter((each) => !own.some((it) => isSameParameter(it, each)))]
}

export function isSameParameter({ value: one }: Located, { value: other }: Located): boolean {
  return one.in === other.in && one.name === other.name
}

function entriesAt(document: JsonObject, pointer: string): Located[] {
  const entries: Located[] = []
  for (;;) {
    const entry = resolvePointer(document, `${pointer}/${entries.length}`)
    if (!entry) return entries
    entries.push(entry)
  }
}
