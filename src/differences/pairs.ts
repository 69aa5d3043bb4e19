import { DocumentError } from '../openapi/document-error.ts'
import { isObject, type JsonObject, objectOf } from '../schema/json.ts'
import { METHODS, operationsOf } from '../schema/operations.ts'
import { SchemaReader } from '../schema/schema-reader.ts'

/** One operation of a document. */
export interface OperationView {
  kind: 'operation' | 'webhook'
  /** `POST /campaigns`, or `webhook ranking.changed`. */
  name: string
  id: string | undefined
  path: string
  /** Equal for paths that differ only in the names of their parameters. */
  key: string
  node: JsonObject
  /** The path item. */
  item: JsonObject
  document: JsonObject
}

/** An operation in both documents, or in one of them. */
export interface Pair {
  before: OperationView | undefined
  after: OperationView | undefined
}

/** The operations of all paths, references of path items followed. */
export function readOperations(source: Source): OperationView[] {
  const { document } = source
  const paths = Object.entries(objectOf(document.paths))
  const items = Object.fromEntries(paths.map(([path, item]) => [path, source.resolve(item)]))
  return operationsOf({ paths: items }).map(({ id, method, path, node }) => ({
    kind: 'operation',
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
  return Object.entries(objectOf(document.webhooks)).flatMap(([path, value]) => {
    const item = source.resolve(value)
    const common = {
      kind: 'webhook' as const,
      name: `webhook ${path}`,
      id: undefined,
      path,
      item,
      document,
    }
    return METHODS.flatMap((method) => {
      const node = item[method]
      return isObject(node) ? [{ ...common, key: `${method} ${path}`, node }] : []
    })
  })
}

/** Pairs operations by method and path, and then by operationId, because an operation may have moved. */
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

/** One of the compared documents. Throws DocumentError for a reference that cannot be followed. */
export class Source extends SchemaReader {
  readonly document: JsonObject

  constructor(document: JsonObject) {
    super(document, (problem) => {
      throw new DocumentError(problem)
    })
    this.document = document
  }
}

/** The two compared documents. */
export interface Sources {
  before: Source
  after: Source
}
