import { isObject, type Json, type JsonObject } from './json.ts'
import { operationsOf } from './methods.ts'
import { resolvePointer } from './pointer.ts'

/** Keywords whose schemas speak of the same value as the schema that they stand in. */
const IN_PLACE_LISTS = ['allOf', 'anyOf', 'oneOf']
const IN_PLACE = ['if', 'then', 'else']
/** Keywords whose schemas speak of a value inside of it. */
const INSIDE_MAPS = ['properties', 'patternProperties']
const INSIDE = ['items', 'additionalProperties']

/**
 * A copy of the document in whose responses objects have the properties that are declared and no others.
 * To a client an undeclared property is harmless, so the document itself leaves objects open; to the
 * server's own check it is a difference between document and server.
 *
 * An object stays open where the document declares none of its properties, or says `additionalProperties`
 * or `unevaluatedProperties` itself. What several parts of an `allOf` say together is closed as one; only
 * a property that two of them declare must be complete in each.
 */
export function withClosedResponses(document: JsonObject): JsonObject {
  const copy = structuredClone(document)
  const { schemas = {}, responses = {} } = (copy.components ?? {}) as Record<string, JsonObject>
  for (const schema of Object.values(schemas)) closeInside(schema, copy)
  for (const response of [...Object.values(responses), ...responsesOf(copy)]) {
    for (const media of Object.values((isObject(response) && response.content) || {})) {
      if (isObject(media)) closeValue(media.schema, copy)
    }
  }
  return copy
}

function responsesOf(document: JsonObject): (Json | undefined)[] {
  return operationsOf(document).flatMap(({ node }) =>
    Object.values((node.responses ?? {}) as JsonObject),
  )
}

/** Closes a schema that is all that the document says of a value, and what is inside of it. */
function closeValue(schema: Json | undefined, document: JsonObject): void {
  if (!isObject(schema)) return
  closeInside(schema, document)
  const parts = partsOf(schema, document)
  if (parts.some((part) => isObject(part.properties)) && schema.unevaluatedProperties === undefined)
    schema.unevaluatedProperties = false
}

function closeInside(schema: Json | undefined, document: JsonObject): void {
  if (!isObject(schema)) return
  for (const part of inPlace(schema)) closeInside(part, document)
  for (const value of inside(schema)) closeValue(value, document)
}

function inside(schema: JsonObject): (Json | undefined)[] {
  const maps = INSIDE_MAPS.flatMap((name) => Object.values((schema[name] ?? {}) as JsonObject))
  return [...maps, ...INSIDE.map((name) => schema[name]), ...list(schema.prefixItems)]
}

function inPlace(schema: JsonObject): (Json | undefined)[] {
  return [
    ...IN_PLACE_LISTS.flatMap((name) => list(schema[name])),
    ...IN_PLACE.map((name) => schema[name]),
  ]
}

/** The schema with all that speaks of the same value, references followed. */
function partsOf(
  schema: JsonObject,
  document: JsonObject,
  found = new Set<JsonObject>(),
): JsonObject[] {
  if (found.has(schema)) return []
  found.add(schema)
  const { $ref } = schema
  const referred =
    typeof $ref === 'string' ? resolvePointer(document, $ref.slice(1))?.value : undefined
  for (const part of [referred, ...inPlace(schema)]) {
    if (isObject(part)) partsOf(part, document, found)
  }
  return [...found]
}

function list(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : []
}
