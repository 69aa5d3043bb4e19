import { isDeepStrictEqual } from 'node:util'
import { isObject, type Json, type JsonObject } from './json.ts'
import { METHODS } from './methods.ts'
import { childOf, namesIn, valueAt } from './pointer.ts'

/**
 * Where a part of the document comes from: the provider states it, we assume it, or an overlay of the
 * user's brought or changed it.
 */
export type Origin = 'stated' | 'assumed' | 'overlay'

/** The same document in three states, each made from the one before. */
export interface Layers {
  /** What the provider states. */
  stated: JsonObject
  /** With what we assume. */
  packaged: JsonObject
  /** With what overlays changed. */
  served: JsonObject
}

/** Parts of operations, parameters, responses and schemas that have an origin of their own. */
const PARTS = [
  ...METHODS,
  'parameters',
  'requestBody',
  'responses',
  'headers',
  'properties',
  'patternProperties',
]

/** Tells where the parts of the served document come from. */
export class Provenance {
  readonly #layers: Layers
  /** What was found out by pointer: operations share most of what they refer to. */
  readonly #known = new Map<string, Origin>()

  constructor(layers: Layers) {
    this.#layers = layers
  }

  /**
   * The origin of an operation, a parameter, a header, a response, a schema or a property, or of a plain value,
   * by its JSON Pointer in the served document. What has parts is stated as soon as the provider names it,
   * whatever we assume of it besides; parts have origins of their own. To an overlay belongs what says anything else
   * since then, parts aside.
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

  /** What is assumed of something that is stated: its own keywords that the statement lacks or words otherwise. */
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

/** A node without the parts of it that have an origin of their own. */
function ownOf(node: Json | undefined): Json | undefined {
  if (Array.isArray(node)) return node.map((entry) => ownOf(entry) as Json)
  if (!isObject(node)) return node
  const own = Object.entries(node).filter(([name]) => !PARTS.includes(name))
  return Object.fromEntries(own.map(([name, value]) => [name, ownOf(value)]))
}

/**
 * What stands in `other` where a pointer leads to in `document`. Entries of arrays are found by what they are:
 * one that was added or removed before them moves the places of the rest.
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

/** The entry that is the same, or has the same name: that of a parameter, or what it refers to. */
function twinOf(entry: Json | undefined, others: Json[], index: number): Json | undefined {
  const same = others.find((other) => isDeepStrictEqual(other, entry))
  if (same !== undefined || !isObject(entry)) return same
  const name = nameOf(entry)
  const named = others.filter(isObject).find((other) => nameOf(other) === name)
  const beside = others[index]
  if (name !== undefined) return named
  return isObject(beside) && nameOf(beside) === undefined ? beside : undefined
}

function nameOf({ name, in: where, $ref }: JsonObject): string | undefined {
  if (typeof $ref === 'string') return $ref
  return typeof name === 'string' ? `${where} ${name}` : undefined
}
