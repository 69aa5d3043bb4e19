import { isObject, type JsonObject } from '../json.ts'
import { METHODS, operationsOf } from '../methods.ts'
import type { Source } from './source.ts'

/** One operation of a document. */
export interface OperationView {
  /** `POST /campaigns`, or `webhook ranking.changed`. */
  name: string
  id: string | undefined
  path: string
  /** The same for paths that differ in the names of their parameters. */
  key: string
  node: JsonObject
  /** What is said of the path. */
  item: JsonObject
  document: JsonObject
}

/** An operation in both documents; one lacks where there is none. */
export interface Pair {
  before: OperationView | undefined
  after: OperationView | undefined
}

/** The operations of all paths, references of path items followed. */
export function readOperations(source: Source): OperationView[] {
  const { document } = source
  const paths = Object.entries(isObject(document.paths) ? document.paths : {})
  const items: JsonObject = Object.fromEntries(
    paths.map(([path, item]) => [path, source.resolve(item)]),
  )
  return operationsOf({ paths: items }).map(({ id, method, path, node }) => ({
    name: `${method} ${path}`,
    id: typeof id === 'string' ? id : undefined,
    path,
    key: `${method} ${path.replace(/\{[^}]*\}/g, '{}')}`,
    node,
    item: items[path] as JsonObject,
    document,
  }))
}

export function readWebhooks(source: Source): OperationView[] {
  const { document } = source
  return Object.entries(isObject(document.webhooks) ? document.webhooks : {}).flatMap(
    ([name, value]) => {
      const item = source.resolve(value)
      return METHODS.flatMap((method) => {
        const node = item[method]
        const whole = {
          name: `webhook ${name}`,
          id: undefined,
          path: name,
          key: `${method} ${name}`,
        }
        return isObject(node) ? [{ ...whole, node, item, document }] : []
      })
    },
  )
}

/** By method and path, then by operationId: an operation may have moved to another path. */
export function pairOf(before: OperationView[], after: OperationView[]): Pair[] {
  const rest = new Set(after)
  const take = (isMatch: (each: OperationView) => boolean) => {
    const found = [...rest].find(isMatch)
    if (found) rest.delete(found)
    return found
  }
  const pairs: Pair[] = before.map((one) => ({
    before: one,
    after: take(({ key }) => key === one.key),
  }))
  for (const each of pairs) {
    const id = each.before?.id
    if (id !== undefined) each.after ??= take((other) => other.id === id)
  }
  return [...pairs, ...[...rest].map((other) => ({ before: undefined, after: other }))]
}
