import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from './json.ts'
import { SchemaReader } from './schema-reader.ts'
import { isOfType, keyword, membersOf, type Schema, unnamedOf } from './schema-view.ts'

const string = { type: 'string' }
const integer = { type: 'integer' }

describe('the view of all choices', () => {
  it('follows references and merges nested allOf, each part with its pointer', () => {
    const { reader, schema } = readerOf(
      { $ref: '#/components/schemas/Dog' },
      {
        Dog: { allOf: [{ $ref: '#/components/schemas/Animal' }, { required: ['breed'] }] },
        Animal: { properties: { name: string }, required: ['name'] },
      },
    )

    const { members, required, parts } = reader.of([schema])

    expect([...members]).toEqual([
      ['name', [{ value: string, pointer: '/components/schemas/Animal/properties/name' }]],
    ])
    expect([...required]).toEqual(['name', 'breed'])
    expect(parts.map(({ pointer, depth }) => [pointer, depth])).toEqual([
      ['/components/schemas/Animal', 2],
      ['/components/schemas/Dog/allOf/0', 1],
      ['/components/schemas/Dog/allOf/1', 1],
      ['/components/schemas/Dog', 1],
      ['/schema', 0],
    ])
  })

  it('reads the keywords next to a reference, which override it', () => {
    const { reader, schema } = readerOf(
      { $ref: '#/components/schemas/Name', maxLength: 5, title: 'Nickname' },
      { Name: { ...string, minLength: 1, title: 'Name' } },
    )

    const view = reader.of([schema])

    expect(view.types).toEqual(['string'])
    expect(['minLength', 'maxLength', 'title'].map((name) => keyword(view, name))).toEqual([
      ...[1, 5, 'Nickname'],
    ])
  })

  it('ends if schemas contain themselves', () => {
    const { reader, schema } = readerOf(
      { $ref: '#/components/schemas/Loop' },
      { Loop: { allOf: [{ $ref: '#/components/schemas/Loop' }], properties: { a: string } } },
    )

    expect([...reader.of([schema]).members.keys()]).toEqual(['a'])
    expect(reader.choices([schema])).toHaveLength(1)
    expect(reader.possible([schema])).toHaveLength(3)
  })

  it.each<[title: string, schema: Json, isFalse: boolean]>([
    ['false', false, true],
    ['a part that is false', { allOf: [{}, false] }, true],
    ['a reference to false', { $ref: '#/components/schemas/Never' }, true],
    ['true', true, false],
    ['an alternative that is false', { oneOf: [false, {}] }, false],
  ])('knows whether %s allows a value', (_, value, isFalse) => {
    const { reader, schema } = readerOf(value, { Never: false })

    expect(reader.of([schema]).isFalse).toBe(isFalse)
    expect(reader.choices([schema])).toHaveLength(isFalse ? 0 : 1)
  })

  it.each<[schema: Json, types: string[] | undefined]>([
    [{}, undefined],
    [{ type: ['string', 'null'] }, ['string', 'null']],
    [{ type: 'string', nullable: true }, ['string', 'null']],
    [{ allOf: [{ type: ['number', 'null'] }, integer] }, ['integer']],
    [{ allOf: [string, integer] }, []],
    [{ properties: {} }, ['object']],
    [{ items: {} }, ['array']],
    [{ enum: ['a', null] }, ['string', 'null']],
    [{ oneOf: [string, integer] }, undefined],
  ])('reads the types of %j', (value, types) => {
    const { reader, schema } = readerOf(value)

    expect(reader.of([schema]).types).toEqual(types)
  })

  it('treats whole numbers as numbers, and null as a type of its own', () => {
    const { reader } = readerOf({})
    const view = reader.of([{ value: { type: ['number', 'null'] } }])

    expect([1, 1.5, null, '1'].map((value) => isOfType(view, value))).toEqual([
      ...[true, true, true, false],
    ])
  })

  it('keeps the values that every enum and const allows', () => {
    const { reader } = readerOf({})
    const parts = [{ enum: ['a', 'b', { x: 1, y: 2 }] }, { enum: ['b', { y: 2, x: 1 }] }]

    expect(reader.of([{ value: { allOf: parts } }]).values).toEqual(['b', { x: 1, y: 2 }])
    expect(reader.of([{ value: { const: 1 } }]).values).toEqual([1])
  })

  it('combines several schemas, and returns the same view for the same schemas', () => {
    const { reader } = readerOf({})
    const schemas = [{ value: { items: string } }, { value: { additionalProperties: false } }]

    const view = reader.of(schemas)

    expect(view.items.map(({ value }) => value)).toEqual([string])
    expect(view.isClosed).toBe(true)
    expect(reader.of(schemas)).toBe(view)
  })
})

describe('choices', () => {
  it('are one for each alternative, with the keywords that always apply', () => {
    const { reader, schema } = readerOf({
      required: ['id'],
      oneOf: [
        { allOf: [{ properties: { a: string } }, { properties: { b: string } }] },
        { properties: { c: string } },
        { type: 'null' },
      ],
    })

    const choices = reader.choices([schema])

    expect(choices.map(({ members }) => [...members.keys()])).toEqual([['a', 'b'], ['c'], []])
    expect(choices.map(({ types }) => types)).toEqual([['object'], ['object'], ['null']])
    expect(choices.every(({ required }) => required.has('id'))).toBe(true)
  })

  it('are combined if several schemas have them', () => {
    const { reader, schema } = readerOf({
      allOf: [{ oneOf: [{ title: 'a' }, { title: 'b' }] }],
      anyOf: [{ format: 'c' }, { format: 'd' }],
    })

    const words = reader
      .choices([schema])
      .map((view) => `${keyword(view, 'title')}${keyword(view, 'format')}`)

    expect(words).toEqual(['ac', 'ad', 'bc', 'bd'])
  })
})

it('finds all schemas that may apply to a value', () => {
  const { reader, schema } = readerOf({
    anyOf: [{ properties: { a: string } }, { oneOf: [{ properties: { b: string } }] }],
    if: { properties: { c: string } },
    // biome-ignore lint/suspicious/noThenProperty: it is a keyword of JSON Schema.
    then: { properties: { d: string } },
  })

  const members = membersOf(reader.possible([schema]))

  expect([...members].map(([name, [first]]) => [name, first?.pointer])).toEqual([
    ['a', '/schema/anyOf/0/properties/a'],
    ['b', '/schema/anyOf/1/oneOf/0/properties/b'],
    ['c', '/schema/if/properties/c'],
    ['d', '/schema/then/properties/d'],
  ])
})

it('finds the schemas of values without a declared name', () => {
  const { reader, schema } = readerOf({
    items: { title: 'items' },
    prefixItems: [{ title: 'first' }, { title: 'second' }],
    additionalProperties: { title: 'others' },
    patternProperties: { '^x/': { title: 'pattern' } },
  })

  expect(unnamedOf(reader.possible([schema])).map(({ pointer }) => pointer)).toEqual([
    '/schema/items',
    '/schema/additionalProperties',
    '/schema/prefixItems/0',
    '/schema/prefixItems/1',
    '/schema/patternProperties/^x~1',
  ])
})

it.each([
  ['#/components/schemas/None', 'leads nowhere'],
  ['other.yaml#/Thing', 'leads out of the document'],
  ['#/components/schemas/Self', 'leads to itself'],
])('reports the reference %s, which %s', ($ref, problem) => {
  const problems: string[] = []
  const document = { components: { schemas: { Self: { $ref: '#/components/schemas/Self' } } } }
  const reader = new SchemaReader(document, (found) => problems.push(found))

  reader.choices([{ value: { $ref } }])
  reader.resolve({ $ref })

  expect(problems).toEqual([
    expect.stringContaining(`The reference "${$ref}" ${problem}`),
    expect.stringContaining(problem),
  ])
})

function readerOf(value: Json, schemas: JsonObject = {}): { reader: SchemaReader; schema: Schema } {
  const reader = new SchemaReader({ schema: value, components: { schemas } })
  return { reader, schema: { value, pointer: '/schema' } }
}
