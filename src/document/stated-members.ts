import { isObject, type Json, type JsonObject } from './json.ts'
import type { OperationNode } from './methods.ts'
import { type Located, pointerTo, resolvePointer, valueAt } from './pointer.ts'
import type { Provenance } from './provenance.ts'

/** What of the answers of an operation the provider states. */
export interface StatedAnswers {
  /** JSON Pointers into the body of a success, with `*` for any entry of a list and any member of a map. */
  success: string[]
  /** As `success`, for failures. */
  failure: string[]
  /** Names of headers in lower case. */
  headers: string[]
}

/** A document with what tells the origins of its parts. */
export interface Origins {
  document: JsonObject
  provenance: Provenance
}

/** Keywords whose schemas speak of the same value as the one that they stand in. */
const IN_PLACE = ['allOf', 'anyOf', 'oneOf']

/**
 * What of the answers of an operation is stated: members whose schema stands in a place of which the provider's
 * document knows, in an object that is stated itself.
 */
export function statedAnswers(operation: OperationNode, origins: Origins): StatedAnswers {
  const responses = responsesOf(operation, origins.document)
  const successes = responses.filter(({ status }) => status.startsWith('2'))
  const failures = responses.filter(({ status }) => !/^[123]/.test(status))
  return {
    success: membersIn(successes, origins),
    failure: membersIn(failures, origins),
    headers: headersIn(responses, origins),
  }
}

interface Response extends Located {
  status: string
}

function responsesOf({ path, method, node }: OperationNode, document: JsonObject): Response[] {
  const place = pointerTo('paths', path, method.toLowerCase(), 'responses')
  return Object.keys(isObject(node.responses) ? node.responses : {}).flatMap((status) => {
    const response = resolvePointer(document, place + pointerTo(status))
    return response ? [{ status, ...response }] : []
  })
}

function headersIn(responses: Response[], { document, provenance }: Origins): string[] {
  const names = responses.flatMap(({ pointer, value }) =>
    Object.keys(isObject(value.headers) ? value.headers : {}).filter((name) => {
      const header = resolvePointer(document, pointer + pointerTo('headers', name))
      return header !== undefined && provenance.of(header.pointer) === 'stated'
    }),
  )
  return [...new Set(names.map((name) => name.toLowerCase()))]
}

function membersIn(responses: Response[], origins: Origins): string[] {
  const found = new Set<string>()
  for (const { pointer } of responses) {
    const schema = pointer + pointerTo('content', 'application/json', 'schema')
    collect([schema], '', origins, found, [])
  }
  return [...found]
}

/** Adds the stated members of a value of which the schemas at `pointers` speak together. */
function collect(
  pointers: string[],
  path: string,
  origins: Origins,
  found: Set<string>,
  outer: string[],
): void {
  const schemas = partsAt(pointers, origins.document)
  // A record may hold its own kind: what was said of it once is enough.
  const key = schemas.map(({ pointer }) => pointer).join(' ')
  if (key === '' || outer.includes(key)) return
  const enclosing = [...outer, key]

  const members = new Map<string, string[]>()
  const entries: string[] = []
  for (const { pointer, value } of schemas) {
    for (const [name, schema] of Object.entries(objectAt(value, 'properties'))) {
      const place = pointer + pointerTo('properties', name)
      if (schema !== false) members.set(name, [...(members.get(name) ?? []), place])
    }
    for (const name of ['items', 'additionalProperties']) {
      if (isObject(value[name])) entries.push(pointer + pointerTo(name))
    }
    for (const name of Object.keys(objectAt(value, 'patternProperties'))) {
      entries.push(pointer + pointerTo('patternProperties', name))
    }
  }
  for (const [name, places] of members) {
    if (!places.some((place) => origins.provenance.of(place) === 'stated')) continue
    const member = path + pointerTo(name)
    found.add(member)
    collect(places, member, origins, found, enclosing)
  }
  if (entries.length > 0) collect(entries, `${path}/*`, origins, found, enclosing)
}

/** The schemas at the pointers, references followed, and those that they are put together of. */
export function partsAt(
  pointers: string[],
  document: JsonObject,
  found = new Map<string, Located>(),
): Located[] {
  for (const start of pointers) {
    const own = objectOf(document, start)
    // Beside a reference a schema may say more of the value (JSON Schema 2020-12).
    for (const schema of [own, resolvePointer(document, start)]) {
      if (!schema || found.has(schema.pointer)) continue
      found.set(schema.pointer, schema)
      const parts = IN_PLACE.flatMap((name) =>
        listAt(schema.value, name).map((_, index) => `${schema.pointer}/${name}/${index}`),
      )
      partsAt(parts, document, found)
    }
  }
  return [...found.values()]
}

function objectOf(document: JsonObject, pointer: string): Located | undefined {
  const value = valueAt(document, pointer)
  return isObject(value) ? { pointer, value } : undefined
}

function objectAt(value: JsonObject, name: string): JsonObject {
  const member = value[name]
  return isObject(member) ? member : {}
}

function listAt(value: JsonObject, name: string): Json[] {
  const member = value[name]
  return Array.isArray(member) ? member : []
}
