import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { expect, it } from 'vitest'
import type { JsonObject } from '../src/schema/json.ts'
import { pointerTo, valueAt } from '../src/schema/pointer.ts'
import document from './documents/openapi.ts'

const KINDS = Object.keys(document.webhooks as JsonObject).map((kind) => {
  const at = pointerTo('webhooks', kind, 'post', 'requestBody', 'content', 'application/json')
  const { schema, example } = valueAt(document, at) as Record<string, JsonObject>
  return { kind, schema: schema as JsonObject, example: example as JsonObject }
})

/** Whether an event keeps to the schema of its kind, with no field of `data` that is not declared. */
function isValid(schema: JsonObject, event: unknown): boolean {
  const ajv = new Ajv2020({ strict: false, validateSchema: false })
  addFormats.default(ajv)
  ajv.addSchema(document, 'document')
  const { data } = schema.properties as { data: { $ref: string } }
  const closed = { $ref: `document${data.$ref}`, unevaluatedProperties: false }
  const own = { ...schema, properties: { ...(schema.properties as object), data: closed } }
  return ajv.validate(JSON.parse(JSON.stringify(own).replaceAll('"#/', '"document#/')), event)
}

it.each(KINDS)(
  'the example of $kind has all that its schema declares',
  ({ kind, schema, example }) => {
    expect(example.type).toBe(kind)
    expect(isValid(schema, example)).toBe(true)
    const data = example.data as JsonObject
    for (const field of Object.keys(data)) {
      const { [field]: _, ...rest } = data
      expect(isValid(schema, { ...example, data: rest }), `without ${field}`).toBe(false)
    }
  },
)

it.each(KINDS)(
  'the schema of $kind takes no other kind, and no field beside',
  ({ schema, example }) => {
    const others = KINDS.filter((other) => other.schema !== schema)

    expect(others.filter((other) => isValid(schema, other.example))).toEqual([])
    expect(isValid(schema, { ...example, data: { ...(example.data as object), more: 1 } })).toBe(
      false,
    )
  },
)
