import { type JsonObject, objectOf } from '../../../../schema/json.ts'
import { type OperationNode, operationsOf, parametersOf } from '../../../../schema/operations.ts'

/** A list of the API whose entries have an address of their own, such as `/campaigns` with `/campaigns/{id}`. */
export interface Collection {
  path: string
  /** The name of one entry, such as `campaign`. */
  noun: string
  list: OperationNode
  /** The operation that adds an entry. */
  create: OperationNode | undefined
}

/** The collections of a document: paths that can be read and that have a path with one parameter below them. */
export function collectionsOf(document: JsonObject): Collection[] {
  const operations = operationsOf(document)
  const paths = Object.keys(objectOf(document.paths))
  return operations.flatMap((list) => {
    const { path, method } = list
    if (method !== 'GET' || path.includes('{')) return []
    const hasEntries = paths.some((other) => idPlaceIn(other, path) !== undefined)
    if (!hasEntries) return []
    const create = operations.find((each) => each.method === 'POST' && each.path === path)
    return [{ path, noun: singular(path.split('/').at(-1) ?? ''), list, create }]
  })
}

/** The name of the parameter in `/campaigns/{id}…` that follows the path of a collection. */
function idPlaceIn(path: string, collection: string): string | undefined {
  if (!path.startsWith(`${collection}/{`)) return undefined
  return /^\{([^}]+)\}/.exec(path.slice(collection.length + 1))?.[1]
}

/**
 * Finds the collection whose ids a parameter takes: its path leads there, it is the same component as such a parameter, or
 * its name or the segment before it names one entry.
 */
export function collectionOfParameter(
  document: JsonObject,
  collections: readonly Collection[],
  operation: Pick<OperationNode, 'path'>,
  parameter: { name: string; in: string; pointer: string },
): Collection | undefined {
  const { path } = operation
  if (parameter.in === 'path') {
    const direct = collections.find((each) => idPlaceIn(path, each.path) === parameter.name)
    if (direct) return direct
    const shared = collections.find((each) =>
      operationsOf(document).some(
        (other) =>
          idPlaceIn(other.path, each.path) !== undefined &&
          parametersOf(document, other).some(
            ({ pointer, value }) =>
              pointer === parameter.pointer && value.name === idPlaceIn(other.path, each.path),
          ),
      ),
    )
    if (shared) return shared
    const before = new RegExp(`([^/]+)/\\{${parameter.name}\\}`).exec(path)?.[1]
    if (before !== undefined) return collections.find(({ noun }) => noun === singular(before))
  }
  return collectionOfName(collections, parameter.name)
}

/** The collection that a member such as `campaign_id` or `campaignId` names. */
export function collectionOfName(
  collections: readonly Collection[],
  name: string,
): Collection | undefined {
  const noun = /^(.+?)(?:_id|Id)$/.exec(name)?.[1]
  return noun === undefined ? undefined : collections.find((each) => each.noun === noun)
}

/** The English singular of a regular plural, as collections are named. */
function singular(word: string): string {
  return word.replace(/ies$/, 'y').replace(/s$/, '')
}
