import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '../json.ts'
import { differencesOf } from './compare.ts'

/** Two schemas, and what is told of them in an answer and in a body. */
const ROWS: [title: string, before: Json, after: Json, response: string[], body: string[]][] = [
  [
    'a wider type',
    { type: 'integer' },
    { type: 'number' },
    ['breaking: response body: integer → number'],
    ['compatible: body: integer → number'],
  ],
  [
    'a type that was open',
    {},
    { type: 'object', required: ['a'], properties: { a: {} } },
    ['compatible: response body: anything → object', 'compatible: response member a added'],
    ['breaking: body member a now required', 'breaking: body: anything → object'],
  ],
  [
    'what may be anything now, and nothing of what was inside',
    { type: 'array', items: { type: 'object', properties: { a: {} } } },
    {},
    ['breaking: response body: array → anything'],
    ['compatible: body: array → anything'],
  ],
  [
    'a default, which is the business of who sends',
    { type: 'string', default: 'a' },
    { type: 'string', default: 'b' },
    [],
    ['may_break: body: default a → b'],
  ],
  [
    'a member that has a default',
    { type: 'object' },
    { required: ['a'], properties: { a: { default: 1 } } },
    ['compatible: response member a added'],
    ['compatible: body member a added'],
  ],
  [
    'null as a type and as an alternative, which are the same',
    { type: ['string', 'null'] },
    { oneOf: [{ type: 'string' }, { type: 'null' }] },
    [],
    [],
  ],
  [
    'null as OpenAPI 3.0 has it',
    { type: ['string', 'null'] },
    { type: 'string', nullable: true },
    [],
    [],
  ],
  ['a constant as an enum of one', { const: 'a' }, { type: 'string', enum: ['a'] }, [], []],
  [
    'a constant',
    { const: 'a' },
    { const: 'b' },
    ['breaking: response body: a → b'],
    ['breaking: body: a → b'],
  ],
  [
    'a list of values that is no more',
    { type: 'string', enum: ['a', 'b'] },
    { type: 'string' },
    ['may_break: response body is no longer limited to a and b'],
    ['compatible: body is no longer limited to a and b'],
  ],
  [
    'one more form',
    { oneOf: [{ type: 'string' }] },
    { oneOf: [{ type: 'string' }, { type: 'object', properties: { a: {} } }] },
    ['breaking: response body may be an object with a too'],
    ['compatible: body may be an object with a too'],
  ],
  [
    'a member of one of two forms',
    { oneOf: [{ properties: { a: {}, b: {} } }, { properties: { c: {} } }] },
    { oneOf: [{ properties: { c: {} } }, { properties: { a: {} } }] },
    ['may_break: response member b removed'],
    ['breaking: body member b removed'],
  ],
  [
    'the least and the most',
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
    'what an allOf says together',
    { allOf: [{ properties: { a: { maximum: 9 } } }, { properties: { a: { maximum: 5 } } }] },
    { properties: { a: { maximum: 9 } } },
    ['may_break: response member a: maximum 5 → 9'],
    ['compatible: body member a: maximum 5 → 9'],
  ],
  [
    'members that are not named',
    { type: 'object', additionalProperties: { type: 'string' } },
    { type: 'object', additionalProperties: { type: 'integer' } },
    ['breaking: response member *: string → integer'],
    ['breaking: body member *: string → integer'],
  ],
  [
    'an object that is closed',
    { type: 'object' },
    { type: 'object', additionalProperties: false },
    ['compatible: response body has no other members'],
    ['breaking: body has no other members'],
  ],
  [
    'members of one side alone',
    { properties: { a: {}, b: {} } },
    { properties: { a: { readOnly: true }, b: { writeOnly: true } } },
    ['may_break: response member b removed'],
    ['breaking: body member a removed'],
  ],
  [
    'a name that is no word',
    { properties: {} },
    { properties: { 'last used': {} } },
    ['compatible: response member ["last used"] added'],
    ['compatible: body member ["last used"] added'],
  ],
]

describe('differences of schemas', () => {
  it.each(ROWS)('tells %s of an answer', (_, before, after, response) => {
    expect(told(answer(before), answer(after))).toEqual(response)
  })

  it.each(ROWS)('tells %s of a body', (_, before, after, __, body) => {
    expect(told(request(before), request(after))).toEqual(body)
  })

  it('ends where schemas contain themselves, be they components or not', () => {
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

    expect(told(document('string', 'Node'), document('integer', 'Node'))).toEqual([
      'breaking: response member value of Node: string → integer',
    ])
    // Each by its own name, so that no component is met again under the name that it had.
    const tree = (name: string) =>
      answer(
        { $ref: `#/components/schemas/${name}` },
        { [name]: { properties: { next: { $ref: `#/components/schemas/${name}` }, end: {} } } },
      )
    expect(told(tree('Tree'), tree('Branch'))).toEqual([])
    expect(told(document('string', 'One'), document('string', 'Other'))).toEqual([])
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

function told(before: JsonObject, after: JsonObject): string[] {
  return differencesOf(before, after)
    .list.map(({ severity, text }) => `${severity}: ${text}`)
    .sort()
}
