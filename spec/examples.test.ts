import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { expect, it } from 'vitest'
import { documentParts } from '../src/schema/document-parts.ts'
import type { JsonObject } from '../src/schema/json.ts'
import { pointerTo } from '../src/schema/pointer.ts'
import generated from './documents/openapi.ts'

const document = generated
const ajv = new Ajv2020({ strict: false, validateSchema: false })
addFormats.default(ajv)
ajv.addSchema(document, 'document')

/** Whether a value keeps to the schema at a pointer of the document. */
function isValid(pointer: string, value: unknown): boolean {
  const fragment = encodeURI(pointer).replaceAll('#', '%23')
  return ajv.validate({ $ref: `document#${fragment}` }, value) as boolean
}

const parts = documentParts(document).filter(({ node }) => node.$ref === undefined)
const parameters = parts.filter(({ kind }) => kind === 'parameter')
const bodies = parts.filter(
  ({ kind, pointer }) => kind === 'media type' && /\/requestBody\/content\//.test(pointer),
)

it('has the parameters and bodies of operations and webhooks', () => {
  expect(parameters.length).toBeGreaterThan(30)
  expect(bodies.length).toBe(11)
})

it.each([...parameters, ...bodies])('$pointer has one example, which its schema allows', (part) => {
  const { node, pointer } = part
  const schema = node.schema as JsonObject

  expect(node).toHaveProperty('example')
  expect(node).not.toHaveProperty('examples')
  // A second one, at the schema, would be another opinion.
  expect(schema).not.toHaveProperty('example')
  expect(isValid(pointer + pointerTo('schema'), node.example)).toBe(true)
})

const described = parts.filter(({ kind }) => ['schema', 'subschema', 'property'].includes(kind))

it('has only examples in schemas that these allow', () => {
  const examples = described.flatMap(({ node, pointer }) => [
    ...('example' in node ? [{ pointer, value: node.example }] : []),
    ...(Array.isArray(node.examples) ? node.examples : []).map((value) => ({ pointer, value })),
  ])

  expect(examples.length).toBeGreaterThan(100)
  expect(examples.filter(({ pointer, value }) => !isValid(pointer, value))).toEqual([])
})

it('describes the three events as webhooks', () => {
  expect(Object.keys(document.webhooks as JsonObject)).toEqual([
    'campaign.completed',
    'ranking.changed',
    'mention.detected',
  ])
})
