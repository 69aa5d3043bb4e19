import { structuredClone } from '../node-globals.ts'
import { isObject, type Json, type JsonObject, objectOf } from './json.ts'
import { operationsOf } from './operations.ts'
import { POSSIBLE, SchemaReader } from './schema-reader.ts'
import { entriesOf, membersOf, type Schema, unnamedOf } from './schema-view.ts'

/**
 * A copy of the document that allows only declared properties in responses. The document itself leaves objects
 * open, because an undeclared property does not harm a client; for the check of our own server it is an error.
 *
 * An object stays open if the document declares none of its properties, or has `additionalProperties` or
 * `unevaluatedProperties`. The parts of an `allOf` are closed together; a property that two parts declare must be
 * complete in each of them.
 */
export function withClosedResponses(document: JsonObject): JsonObject {
  const copy = structuredClone(document)
  const reader = new SchemaReader(copy)
  const { schemas, responses } = objectOf(copy.components)
  for (const value of Object.values(objectOf(schemas)))
    closeInside({ value: value as Json }, reader)
  const own = operationsOf(copy).flatMap(({ node }) => Object.values(objectOf(node.responses)))
  for (const response of [...Object.values(objectOf(responses)), ...own]) {
    for (const media of Object.values(objectOf(objectOf(response).content))) {
      const schema = objectOf(media).schema
      if (schema !== undefined) closeValue({ value: schema }, reader)
    }
  }
  return copy
}

/** Closes a schema that describes a whole value, and the schemas in it. */
function closeValue(schema: Schema, reader: SchemaReader): void {
  const { value } = schema
  if (!isObject(value)) return
  closeInside(schema, reader)
  const isDeclared = reader.possible([schema]).some((part) => isObject(part.value.properties))
  if (isDeclared && value.unevaluatedProperties === undefined) value.unevaluatedProperties = false
}

function closeInside(schema: Schema, reader: SchemaReader): void {
  const { value } = schema
  if (!isObject(value)) return
  for (const name of ['allOf', ...POSSIBLE]) {
    for (const part of entriesOf(schema, name)) closeInside(part, reader)
  }
  const part = { value, depth: 0 }
  const inside = [...[...membersOf([part]).values()].flat(), ...unnamedOf([part])]
  for (const each of inside) closeValue(each, reader)
}
