import { isDeepStrictEqual } from 'node:util'
import stated from '../../../spec/documents/stated.ts'
import { isObject, type Json, type JsonObject } from '../../schema/json.ts'
import { namesIn, pointerTo, valueAt } from '../../schema/pointer.ts'
import { packagedDocument } from '../load.ts'
import { Provenance } from './provenance.ts'

/** The origins of the parts of a served document. */
export function provenanceOf(served: JsonObject): Provenance {
  return new Provenance({ stated, packaged: packagedDocument, served })
}

/** Whether the provider states the value at a pointer, so that only the provider can change it. */
export function isFact(pointer: string, provenance: Provenance): boolean {
  const statement = provenance.statement(pointer)
  if (statement === undefined) return false
  // An assumption may replace a statement that leaves a choice, such as that of a type.
  return isObject(statement) || isDeepStrictEqual(statement, provenance.original(pointer))
}

/** The sections (§) that state a place: those of the nearest statement that names any, around it or else within it. */
export function sectionsOf(pointer: string): string[] {
  const names = namesIn(pointer)
  for (let length = names.length; length >= 0; length--) {
    const source = sourceOf(valueAt(stated, pointerTo(...names.slice(0, length))))
    if (source.length > 0) return source
  }
  return sourceWithin(valueAt(stated, pointer))
}

function sourceOf(node: Json | undefined): string[] {
  const source = isObject(node) ? node['x-source'] : undefined
  return typeof source === 'string' ? (source.match(/§\d+(\.\d+)*/g) ?? []) : []
}

function sourceWithin(node: Json | undefined): string[] {
  const own = sourceOf(node)
  if (own.length > 0 || typeof node !== 'object' || node === null) return own
  for (const child of Object.values(node)) {
    const source = sourceWithin(child)
    if (source.length > 0) return source
  }
  return []
}
