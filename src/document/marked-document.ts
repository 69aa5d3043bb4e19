import { isObject, type Json, type JsonObject } from './json.ts'
import { METHODS } from './methods.ts'
import { pointerTo } from './pointer.ts'
import type { Provenance } from './provenance.ts'
import { type Origins, partsAt } from './stated-members.ts'

/** Below a node with an origin of its own: what stands at a key, and at which keys there is one for each entry. */
const SHAPE: Record<string, Record<string, { part: string; isMarked?: true }>> = {
  document: {
    paths: { part: 'path items' },
    webhooks: { part: 'path items' },
    components: { part: 'components' },
  },
  'path item': {
    ...Object.fromEntries(METHODS.map((method) => [method, { part: 'operation', isMarked: true }])),
    parameters: { part: 'parameters' },
  },
  operation: {
    parameters: { part: 'parameters' },
    requestBody: { part: 'body' },
    responses: { part: 'responses' },
  },
  components: {
    parameters: { part: 'parameters' },
    headers: { part: 'headers' },
    responses: { part: 'responses' },
    requestBodies: { part: 'bodies' },
    schemas: { part: 'schemas' },
  },
  parameter: { schema: { part: 'schema' } },
  header: { schema: { part: 'schema' } },
  body: { content: { part: 'media types' } },
  response: { headers: { part: 'headers' }, content: { part: 'media types' } },
  'media type': { schema: { part: 'schema' } },
  schema: {
    properties: { part: 'schemas' },
    ...Object.fromEntries(
      ['items', 'additionalProperties'].map((name) => [name, { part: 'schema' }]),
    ),
    ...Object.fromEntries(
      ['allOf', 'anyOf', 'oneOf'].map((name) => [name, { part: 'alternatives' }]),
    ),
  },
}

/** Kinds of which there are several, by name or in a list; those that are marked have an origin worth a mark. */
const EACH: Record<string, { part: string; isMarked?: true }> = {
  'path items': { part: 'path item' },
  parameters: { part: 'parameter', isMarked: true },
  headers: { part: 'header', isMarked: true },
  responses: { part: 'response', isMarked: true },
  bodies: { part: 'body' },
  schemas: { part: 'schema', isMarked: true },
  alternatives: { part: 'schema' },
  'media types': { part: 'media type' },
}

/**
 * A copy of the document for readers: operations, parameters, headers, responses and members tell in `x-origin` where they
 * come from, and those that are stated in `x-assumed` which of their keywords are not.
 */
export function markedDocument(document: JsonObject, provenance: Provenance): JsonObject {
  return marked(document, '', 'document', { document, provenance }) as JsonObject
}

function marked(
  node: Json | undefined,
  pointer: string,
  part: string,
  origins: Origins,
): Json | undefined {
  const each = EACH[part]
  if (each !== undefined) {
    const mark = (child: Json | undefined, name: string | number) => {
      const place = pointer + pointerTo(String(name))
      const copy = marked(child, place, each.part, origins)
      return each.isMarked ? withOrigin(copy, place, origins) : copy
    }
    if (Array.isArray(node)) return node.map((child, index) => mark(child, index) as Json)
    if (!isObject(node)) return node
    return Object.fromEntries(
      Object.entries(node).map(([name, child]) => [name, mark(child, name)]),
    )
  }
  if (!isObject(node)) return node
  const copy: JsonObject = { ...node }
  for (const [name, { part: inner, isMarked }] of Object.entries(SHAPE[part] ?? {})) {
    if (copy[name] === undefined) continue
    const place = pointer + pointerTo(name)
    const child = marked(copy[name], place, inner, origins)
    copy[name] = isMarked ? withOrigin(child, place, origins) : child
  }
  if (Array.isArray(node.allOf)) markTogether(copy, pointer, origins)
  return copy
}

/**
 * The parts of an `allOf` speak of the same members: one that any of them states is stated, and assumed is what
 * the others say of it.
 */
function markTogether(schema: JsonObject, pointer: string, { document, provenance }: Origins) {
  const stated = new Set(
    partsAt([pointer], document).flatMap((part) =>
      Object.keys(isObject(part.value.properties) ? part.value.properties : {}).filter(
        (name) => provenance.of(part.pointer + pointerTo('properties', name)) === 'stated',
      ),
    ),
  )
  for (const part of [schema, ...(schema.allOf as Json[])]) {
    if (!isObject(part) || !isObject(part.properties)) continue
    for (const [name, member] of Object.entries(part.properties)) {
      if (!stated.has(name) || !isObject(member) || member['x-origin'] !== 'assumed') continue
      const details = Object.keys(member).filter((keyword) => keyword !== 'x-origin')
      part.properties[name] = { ...member, 'x-origin': 'stated', 'x-assumed': details }
    }
  }
}

function withOrigin(node: Json | undefined, pointer: string, { provenance }: Origins) {
  if (!isObject(node)) return node
  const origin = provenance.of(pointer)
  const details = origin === 'stated' ? provenance.assumedDetails(pointer) : []
  return { ...node, 'x-origin': origin, ...(details.length > 0 && { 'x-assumed': details }) }
}
