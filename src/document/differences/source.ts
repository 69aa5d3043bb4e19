import { DocumentError } from '../document-error.ts'
import { isObject, type Json, type JsonObject } from '../json.ts'
import { percentDecoded } from '../percent-encoding.ts'
import { valueAt } from '../pointer.ts'

/** A document that is compared, with its references. */
export class Source {
  readonly document: JsonObject
  readonly #ids = new WeakMap<object, number>()
  #last = 0

  constructor(document: JsonObject) {
    this.document = document
  }

  /** What a reference leads to, which may be another one. Throws DocumentError when it is nothing. */
  target($ref: string): Json {
    if (!$ref.startsWith('#')) {
      throw new DocumentError(
        `The reference ${JSON.stringify($ref)} leads out of the document. Bundle it into one file first.`,
      )
    }
    // References are parts of a URI, in which names may be percent-encoded (RFC 6901 §6).
    const found = valueAt(this.document, percentDecoded($ref.slice(1)))
    if (found === undefined) {
      throw new DocumentError(
        `The reference ${JSON.stringify($ref)} leads nowhere. Correct it, or add what it names.`,
      )
    }
    return found
  }

  /** An object whose references are followed to the end; an empty one where there is none. */
  resolve(node: Json | undefined): JsonObject {
    const known = new Set<string>()
    let value = node
    while (isObject(value) && typeof value.$ref === 'string') {
      requireNew(value.$ref, known)
      value = this.target(value.$ref)
    }
    return isObject(value) ? value : {}
  }

  /** The same for the same object of this document, and no other. */
  idOf(value: object): number {
    const known = this.#ids.get(value)
    if (known !== undefined) return known
    this.#last += 1
    this.#ids.set(value, this.#last)
    return this.#last
  }
}

/** Throws DocumentError for a reference that leads back to itself. */
export function requireNew($ref: string, known: Set<string>): void {
  if (known.has($ref)) {
    throw new DocumentError(`The reference ${JSON.stringify($ref)} leads to itself. Correct it.`)
  }
  known.add($ref)
}
