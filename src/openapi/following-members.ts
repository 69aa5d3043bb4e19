import { isDeepStrictEqual } from 'node:util'
import { isObject, type Json, type JsonObject, mapObjects, without } from '../schema/json.ts'
import { pointerIn, pointerTo, valueAt } from '../schema/pointer.ts'

/** In a member that is described like another one: the reference to that one. */
const FOLLOWS = 'x-follows'

/**
 * Returns `document` without references into a component (`#/components/schemas/Input/properties/name`): each becomes a
 * copy of its target with the reference in `x-follows`. OpenAPI allows them, but code generators make imports of types
 * that do not exist from them. A copy claims no source, because the statement is about the member that it follows.
 */
export function withoutInnerReferences(document: JsonObject): JsonObject {
  return inlined(document, document, []) as JsonObject
}

/**
 * Returns `after` with the changes that copies share with what they follow. A copy that `after` changed itself is kept,
 * and so is one that differed already.
 */
export function followed(before: JsonObject, after: JsonObject): JsonObject {
  const updated = (node: Json | undefined, pointer: string): Json | undefined => {
    if (Array.isArray(node)) {
      return node.map((entry, index) => updated(entry, `${pointer}/${index}`) as Json)
    }
    if (!isObject(node)) return node
    const { [FOLLOWS]: target } = node
    if (typeof target === 'string') {
      const [was, is] = [before, after].map((document) => copyOf(document, target))
      const isUnchanged = isDeepStrictEqual(node, valueAt(before, pointer))
      if (isUnchanged && is !== undefined && isDeepStrictEqual(node, was)) return is
    }
    const members = Object.entries(node)
    return Object.fromEntries(
      members.map(([name, child]) => [name, updated(child, pointer + pointerTo(name))]),
    )
  }
  return updated(after, '') as JsonObject
}

/** The member that this schema follows. */
export function followedBy(document: JsonObject, { [FOLLOWS]: $ref }: JsonObject) {
  const target = typeof $ref === 'string' ? valueAt(document, pointerIn($ref)) : undefined
  return isObject(target) ? target : undefined
}

/** `chain` holds the references that lead here: a schema that contains itself keeps its reference. */
function inlined(document: JsonObject, node: Json | undefined, chain: string[]): Json | undefined {
  if (Array.isArray(node)) return node.map((entry) => inlined(document, entry, chain) as Json)
  if (!isObject(node)) return node
  const { $ref, ...rest } = node
  const copy = isInner($ref) && !chain.includes($ref) ? copyOf(document, $ref) : undefined
  if (copy === undefined) {
    const members = Object.entries(node)
    return Object.fromEntries(
      members.map(([name, child]) => [name, inlined(document, child, chain)]),
    )
  }
  const target = inlined(document, copy, [...chain, String($ref)]) as JsonObject
  // Members next to a reference apply in addition to it.
  if (Object.keys(rest).length === 0) return target
  return { ...(inlined(document, rest, chain) as JsonObject), allOf: [target] }
}

function isInner($ref: Json | undefined): $ref is string {
  return typeof $ref === 'string' && /^#\/components\/[^/]+\/[^/]+\/./.test($ref)
}

function copyOf(document: JsonObject, $ref: string): JsonObject | undefined {
  const target = valueAt(document, pointerIn($ref))
  if (!isObject(target)) return undefined
  const copy = mapObjects(target, (object) => without(object, (name) => name === 'x-source'))
  return { ...copy, [FOLLOWS]: $ref }
}
