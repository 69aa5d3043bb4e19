import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '../schema/json.ts'
import { differencesOf } from './compare.ts'

/** Two schemas, and the differences that are reported in a response and in a request body. */
const ROWS: [title: string, before: Json, after: Json, response: string[], body: string[]][] = [
  [
    'a wider type',
    { type: 'integer' },
    { type: 'number' },
    ['breaking: response body: integer → number'],
    ['compatible: body: integer → number'],
  ],
  [
    'a new type',
    {},
    { type: 'object', required: ['a'], properties: { a: {} } },
    ['compatible: response body: anything → object', 'compatible: response member a added'],
    ['breaking: body member a now required', 'breaking: body: anything → object'],
  ],
  [
    'a value that may be anything now, but not its former entries',
    { type: 'array', items: { type: 'object', properties: { a: {} } } },
    {},
    ['breaking: response body: array → anything'],
    ['compatible: body: array → anything'],
  ],
  [
    'a default, in requests only',
    { type: 'string', default: 'a' },
    { type: 'string', default: 'b' },
    [],
    ['may_break: body: default a → b'],
  ],
  [
    'a new member with a default',
    { type: 'object' },
    { required: ['a'], properties: { a: { default: 1 } } },
    ['compatible: response member a added'],
    ['compatible: body member a added'],
  ],
  [
    'no difference between null as a type and as an alternative',
    { type: ['string', 'null'] },
    { oneOf: [{ type: 'string' }, { type: 'null' }] },
    [],
    [],
  ],
  [
    'no difference between null and nullable of OpenAPI 3.0',
    { type: ['string', 'null'] },
    { type: 'string', nullable: true },
    [],
    [],
  ],
  [
    'no difference between a constant and an enum of one value',
    { const: 'a' },
    { type: 'string', enum: ['a'] },
    [],
    [],
  ],
  [
    'a constant',
    { const: 'a' },
    { const: 'b' },
    ['breaking: response body: a → b'],
    ['breaking: body: a → b'],
  ],
  [
    'a removed enum',
    { type: 'string', enum: ['a', 'b'] },
    { type: 'string' },
    ['may_break: response body is no longer limited to a and b'],
    ['compatible: body is no longer limited to a and b'],
  ],
  [
    'another alternative',
    { oneOf: [{ type: 'string' }] },
    { oneOf: [{ type: 'string' }, { type: 'object', properties: { a: {} } }] },
    ['breaking: response body may also be an object with a'],
    ['compatible: body may also be an object with a'],
  ],
  [
    'a member of one of two alternatives',
    { oneOf: [{ properties: { a: {}, b: {} } }, { properties: { c: {} } }] },
    { oneOf: [{ properties: { c: {} } }, { properties: { a: {} } }] },
    ['may_break: response member b removed'],
    ['breaking: body member b removed'],
  ],
  [
    'bounds',
    { type: 'integer', minimum: 1 },
    { type: 'integer', minimum: 2, maximum: 9 },
    ['compatible: response body: maximum 9 added', 'compatible: response body: minimum 1 → 2'],
    ['breaking: body: maximum 9 added', 'breaking: body: minimum 1 → 2'],
  ],
  [
    'another format',
    { type: 'string', format: 'date' },
    { type: 'string', format: 'date-time' },
    ['breaking: response body: format date → date-time'],
    ['breaking: body: format date → date-time'],
  ],
  [
    'another pattern',
    { type: 'string', pattern: 'a' },
    { type: 'string', pattern: 'b' },
    ['may_break: response body: pattern a → b'],
    ['may_break: body: pattern a → b'],
  ],
  [
    'the keywords of an allOf together',
    { allOf: [{ properties: { a: { maximum: 9 } } }, { properties: { a: { maximum: 5 } } }] },
    { properties: { a: { maximum: 9 } } },
    ['may_break: response member a: maximum 5 → 9'],
    ['compatible: body member a: maximum 5 → 9'],
  ],
  [
    'members that are not declared',
    { type: 'object', additionalProperties: { type: 'string' } },
    { type: 'object', additionalProperties: { type: 'integer' } },
    ['breaking: response member *: string → integer'],
    ['breaking: body member *: string → integer'],
  ],
  [
    'a closed object',
    { type: 'object' },
    { type: 'object', additionalProperties: false },
    ['compatible: response body has no other members'],
    ['breaking: body has no other members'],
  ],
  [
    'members that only one side writes',
    { properties: { a: {}, b: {} } },
    { properties: { a: { readOnly: true }, b: { writeOnly: true } } },
    ['may_break: response member b removed'],
    ['breaking: body member a removed'],
  ],
  [
    'a name that is not a word',
    { properties: {} },
    { properties: { 'last used': {} } },
    ['compatible: response member ["last used"] added'],
    ['compatible: body member ["last used"] added'],
  ],
]

describe('differences of schemas', () => {
  it.each(ROWS)('reports %s in a response', (_, before, after, response) => {
    expect(reported(answer(before), answer(after))).toEqual(response)
  })

  it.each(ROWS)('reports %s in a request body', (_, before, after, __, body) => {
    expect(reported(request(before), request(after))).toEqual(body)
  })

  it('ends where schemas contain themselves, also outside of components', () => {
    const node = (type: string) => ({
      type: 'object',
      properties: {
        next: { $ref: '#/components/schemas/Node' },
        others: {
          type: 'array',
          items: { anyOf: [{ $ref: '#/components/schemas/Node' }, { type: 'null' }] },
        },
        value: { type },
      },
    })
    const document = (type: string, name: string) =>
      answer({ $ref: `#/components/schemas/${name}` }, { [name]: node(type), Node: node(type) })

    expect(reported(document('string', 'Node'), document('integer', 'Node'))).toEqual([
      'breaking: response member value of Node: string → integer',
    ])
    // The names differ, so that no component occurs again under its old name.
    const tree = (name: string) =>
      answer(
        { $ref: `#/components/schemas/${name}` },
        { [name]: { properties: { next: { $ref: `#/components/schemas/${name}` }, end: {} } } },
      )
    expect(reported(tree('Tree'), tree('Branch'))).toEqual([])
    expect(reported(document('string', 'One'), document('string', 'Other'))).toEqual([])
  })

  it.each([
    ['#/components/schemas/None', 'leads nowhere'],
    ['other.yaml#/Thing', 'leads out of the document'],
    ['#/components/schemas/Self', 'leads to itself'],
  ])('refuses the reference %s, which %s', ($ref, problem) => {
    const document = answer({ $ref }, { Self: { $ref: '#/components/schemas/Self' } })

    expect(() => differencesOf(document, answer({}))).toThrow(`${JSON.stringify($ref)} ${problem}`)
  })
})

function answer(schema: Json, schemas: JsonObject = {}): JsonObject {
  const content = { 'application/json': { schema } }
  return document({ responses: { 200: { description: '', content } } }, schemas)
}

function request(schema: Json): JsonObject {
  return document({ requestBody: { content: { 'application/json': { schema } } }, responses: {} })
}

function document(operation: JsonObject, schemas: JsonObject = {}): JsonObject {
  return { openapi: '3.1.0', paths: { '/things': { post: operation } }, components: { schemas } }
}

function reported(before: JsonObject, after: JsonObject): string[] {
  return differencesOf(before, after)
    .list.map(({ severity, text }) => `${severity}: ${text}`)
    .sort()
}
