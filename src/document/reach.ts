import { isObject, type Json, type JsonObject } from './json.ts'
import { METHODS, operationsOf } from './methods.ts'
import { meet, pointerTo, valueAt } from './pointer.ts'

/** For each operation, by its operationId, the places in the document that say what it does. */
export type Reach = Map<string, string[]>

/** Where each operation stands, with what its path says of all of them, and what these refer to. */
export function reachOf(document: JsonObject): Reach {
  return new Map(
    operationsOf(document).map(({ id, path, method }) => {
      const item = pointerTo('paths', path)
      const shared = Object.keys(valueAt(document, item) as JsonObject)
        .filter((name) => !METHODS.includes(name))
        .map((name) => item + pointerTo(name))
      const places = [item + pointerTo(method.toLowerCase()), ...shared]
      return [String(id), withReferences(places, document)]
    }),
  )
}

/** The operations that something at these places concerns. */
export function operationsAt(places: readonly string[], reach: Reach): string[] {
  return [...reach]
    .filter(([, reached]) => reached.some((one) => places.some((other) => meet(one, other))))
    .map(([id]) => id)
}

function withReferences(places: string[], document: JsonObject): string[] {
  const reached = new Set(places)
  // Sets hand out what is added to them while they are gone through.
  for (const place of reached) {
    for (const reference of referencesIn(valueAt(document, place))) reached.add(reference)
  }
  return [...reached]
}

function referencesIn(value: Json | undefined): string[] {
  if (!isObject(value) && !Array.isArray(value)) return []
  const { $ref } = value as JsonObject
  const own = typeof $ref === 'string' && $ref.startsWith('#/') ? [$ref.slice(1)] : []
  return [...own, ...Object.values(value).flatMap((child) => referencesIn(child))]
}
