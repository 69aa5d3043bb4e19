import { isDeepStrictEqual } from 'node:util'
import { isObject, type Json, type JsonObject, mapObjects, without } from '../../schema/json.ts'
import { METHODS } from '../../schema/operations.ts'
import { childOf, namesIn, valueAt } from '../../schema/pointer.ts'

/**
 * The origin of a part of the document: the provider states it, we assume it, or an overlay of the user
 * added or changed it.
 */
export type Origin = 'stated' | 'assumed' | 'overlay'

/** The same document in three states, each made from the one before. */
export interface Layers {
  /** The provider's statements. */
  stated: JsonObject
  /** With our assumptions. */
  packaged: JsonObject
  /** With the changes of overlays. */
  served: JsonObject
}

/** Parts of operations, parameters, responses and schemas that have their own origin. */
const PARTS = [
  ...METHODS,
  'parameters',
  'requestBody',
  'responses',
  'headers',
  'properties',
  'patternProperties',
]

/** Finds the origin of the parts of the served document. */
export class Provenance {
  readonly #layers: Layers
  /** Origins that were found, by pointer; operations share most of their references. */
  readonly #known = new Map<string, Origin>()

  constructor(layers: Layers) {
    this.#layers = layers
  }

  /**
   * The origin of an operation, a parameter, a header, a response, a schema or a property, or of a plain value,
   * by its JSON Pointer in the served document. A node with parts is stated if the provider names it, even if we
   * assume some of its keywords; its parts have their own origins. A node that an overlay changed, apart from its
   * parts, belongs to the overlay.
   */
  of(pointer: string): Origin {
    const known = this.#known.get(pointer)
    if (known !== undefined) return known
    const origin = this.#originOf(pointer)
    this.#known.set(pointer, origin)
    return origin
  }

  #originOf(pointer: string): Origin {
    const { stated, packaged, served } = this.#layers
    const node = valueAt(served, pointer)
    const original = counterpart(served, packaged, pointer)
    if (original === undefined || !isDeepStrictEqual(ownOf(original), ownOf(node))) return 'overlay'
    const statement = counterpart(served, stated, pointer)
    if (statement === undefined) return 'assumed'
    return hasParts(node) || isDeepStrictEqual(statement, node) ? 'stated' : 'assumed'
  }

  /** The provider's statement at a pointer of the served document; undefined if there is none. */
  statement(pointer: string): Json | undefined {
    return counterpart(this.#layers.served, this.#layers.stated, pointer)
  }

  /** The value at a pointer of the served document before any overlay; undefined if there was none. */
  original(pointer: string): Json | undefined {
    return counterpart(this.#layers.served, this.#layers.packaged, pointer)
  }

  /** The assumed keywords of a stated node: those that are missing or different in the statement. */
  assumedDetails(pointer: string): string[] {
    const { stated, served } = this.#layers
    const node = valueAt(served, pointer)
    const statement = counterpart(served, stated, pointer)
    if (!isObject(node) || !isObject(statement)) return []
    return Object.keys(node).filter(
      (name) =>
        !PARTS.includes(name) && !isDeepStrictEqual(ownOf(node[name]), ownOf(statement[name])),
    )
  }
}

function hasParts(node: Json | undefined): boolean {
  return isObject(node) || Array.isArray(node)
}

/** A node without the parts that have their own origin. */
function ownOf(node: Json | undefined): Json | undefined {
  return mapObjects(node, (object) => without(object, (name) => PARTS.includes(name)))
}

/**
 * The node of `other` that corresponds to a pointer in `document`. Entries of arrays are found by their content,
 * because their indexes change when entries are added or removed before them.
 */
function counterpart(document: JsonObject, other: JsonObject, pointer: string): Json | undefined {
  let one: Json | undefined = document
  let two: Json | undefined = other
  for (const name of namesIn(pointer)) {
    const next = childOf(one, name)
    two =
      Array.isArray(one) && Array.isArray(two)
        ? twinOf(next, two, Number(name))
        : childOf(two, name)
    if (two === undefined) return undefined
    one = next
  }
  return two
}

/** The entry that is equal or has the same name: the name of a parameter, or a reference. */
function twinOf(entry: Json | undefined, others: Json[], index: number): Json | undefined {
  const same = others.find((other) => isDeepStrictEqual(other, entry))
  if (same !== undefined || !isObject(entry)) return same
  const name = nameOf(entry)
  const named = others.filter(isObject).find((other) => nameOf(other) === name)
  const sameIndex = others[index]
  if (name !== undefined) return named
  return isObject(sameIndex) && nameOf(sameIndex) === undefined ? sameIndex : undefined
}

function nameOf({ name, in: where, $ref }: JsonObject): string | undefined {
  if (typeof $ref === 'string') return $ref
  return typeof name === 'string' ? `${where} ${name}` : undefined
}
