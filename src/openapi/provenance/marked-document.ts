import { structuredClone } from '../../node-globals.ts'
import { documentParts } from '../../schema/document-parts.ts'
import { isObject, type JsonObject, listOf, objectOf } from '../../schema/json.ts'
import { valueAt } from '../../schema/pointer.ts'
import { SchemaReader } from '../../schema/schema-reader.ts'
import { membersOf } from '../../schema/schema-view.ts'
import type { Provenance } from './provenance.ts'

/** Kinds of nodes that are marked. */
const MARKED = ['operation', 'parameter', 'header', 'response', 'schema', 'property']

/**
 * A copy of the document for readers. Operations, parameters, headers, responses and members have their origin in
 * `x-origin`; stated ones list their assumed keywords in `x-assumed`.
 */
export function markedDocument(document: JsonObject, provenance: Provenance): JsonObject {
  const copy = structuredClone(document)
  const parts = documentParts(copy)
  for (const { kind, pointer, node } of parts) {
    if (!MARKED.includes(kind)) continue
    const origin = provenance.of(pointer)
    mark(node, origin, origin === 'stated' ? provenance.assumedDetails(pointer) : [])
  }
  const reader = new SchemaReader(document)
  for (const { pointer, node } of parts) {
    if (!Array.isArray(node.allOf)) continue
    const schema = { value: valueAt(document, pointer) as JsonObject, pointer }
    const stated = [...membersOf(reader.possible([schema]))]
      .filter(([, members]) => members.some((it) => provenance.of(it.pointer ?? '') === 'stated'))
      .map(([name]) => name)
    for (const part of [node, ...listOf(node.allOf)]) markTogether(part, stated)
  }
  return copy
}

/**
 * The parts of an `allOf` describe the same members. A member that one part states is stated, and the keywords of
 * the other parts are assumed.
 */
function markTogether(part: unknown, stated: readonly string[]): void {
  for (const [name, member] of Object.entries(objectOf(objectOf(part).properties))) {
    if (!stated.includes(name) || !isObject(member) || member['x-origin'] !== 'assumed') continue
    mark(
      member,
      'stated',
      Object.keys(member).filter((keyword) => keyword !== 'x-origin'),
    )
  }
}

function mark(node: JsonObject, origin: string, details: string[]): void {
  node['x-origin'] = origin
  if (details.length > 0) node['x-assumed'] = details
}
