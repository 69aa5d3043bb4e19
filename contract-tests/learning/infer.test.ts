import { describe, expect, it } from 'vitest'
import type { Json } from '../http/reading.ts'
import { assumedDocument } from '../specification/documents.ts'
import { type Context, SchemaReader } from './context.ts'
import { infer } from './infer.ts'
import { scalarSchema, timeFormat } from './new-schema.ts'
import { markPaging } from './paging/members.ts'

const context: Context = {
  reader: new SchemaReader(assumedDocument),
  isPrivate: () => false,
}
const RECORD: Json = {
  type: 'object',
  required: ['id', 'name'],
  properties: { id: { type: 'string' }, name: { type: 'string' }, note: { type: 'string' } },
}
const LIST: Json = { type: 'array', items: RECORD }
const record = { id: 'a', name: 'A' }

describe('the schema of samples', () => {
  it('is the known one, reference and all, where they keep to it', () => {
    const known = { $ref: '#/components/schemas/Meta' }
    const meta = { timestamp: '2026-01-15T09:30:00.000Z', version: '1.2.0' }

    expect(infer([meta, meta], known, context)).toBe(known)
  })

  it.each([
    [
      'a required member that is nowhere is false',
      [{ id: 'a' }],
      RECORD,
      { properties: { name: false } },
    ],
    [
      'one that some lack is no longer required',
      [record, { id: 'b' }],
      RECORD,
      { required: ['id'] },
    ],
    [
      'null is not absent',
      [{ id: 'a', name: null }],
      RECORD,
      { required: ['id', 'name'], properties: { name: { type: 'null', const: null } } },
    ],
    [
      'a value of another type has it',
      [{ id: 7, name: 'A' }],
      RECORD,
      { properties: { id: { type: 'integer' } } },
    ],
    [
      'a list under a name',
      [{ items: [record], total: 1 }],
      LIST,
      { required: ['items', 'total'], properties: { items: { 'x-from': '/data', items: RECORD } } },
    ],
    [
      'a list two levels down',
      [{ result: { rows: [record] } }],
      LIST,
      { properties: { result: { properties: { rows: { 'x-from': '/data' } } } } },
    ],
    [
      'a record under a name',
      [{ campaign: record, queued: true }],
      RECORD,
      { properties: { campaign: { 'x-from': '/data' }, queued: { type: 'boolean' } } },
    ],
    [
      'a record under a name, with a member of a name that all objects inherit',
      [{ other: {}, campaign: { constructor: 'C' } }],
      { type: 'object', properties: { constructor: { type: 'string' } } },
      { properties: { campaign: { 'x-from': '/data' }, other: { type: 'object' } } },
    ],
    ['a record as a list of one', [[record]], RECORD, { type: 'array', items: RECORD }],
    ['an empty object in place of a list', [{}, {}], LIST, { type: 'object' }],
  ])('%s', (_, values, known, expected) => {
    const schema = infer(values, known as Json, context, true)

    expect(schema).toMatchObject(expected)
    expect(schema).not.toBe(known)
  })

  it('leaves an optional member that is nowhere as it is: it may come', () => {
    expect(infer([record], RECORD, context)).toBe(RECORD)
  })

  it('takes what stands around a list from its page, and nothing of its rows', () => {
    const schema = infer(
      [{ items: [{ ...record, total: 3 }], total: 1, has_more: false, next_cursor: null }],
      LIST,
      context,
      true,
    )
    const { properties } = markPaging({ properties: { data: schema } }, []) as Json
    const { data } = properties as { data: { properties: Json } }

    expect(data.properties).toMatchObject({
      total: { 'x-from': '/page/total', type: 'integer' },
      has_more: { 'x-from': '/page/has_more' },
      next_cursor: { 'x-from': '/page/next_cursor', type: ['string', 'null'] },
    })
    expect(JSON.stringify(data.properties.items)).not.toContain('/page/')
  })
})

describe('scalars', () => {
  it.each([
    [['2026-01-15T09:30:00Z'], "yyyy-MM-dd'T'HH:mm:ss'Z'"],
    [['2026-01-15T09:30:00.123456Z'], "yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'"],
    [['2026-01-15T09:30:00+0000'], "yyyy-MM-dd'T'HH:mm:ss'+0000'"],
    [['20260115T093000Z'], "yyyyMMdd'T'HHmmss'Z'"],
    [['2026-01-15T09:30:00'], "yyyy-MM-dd'T'HH:mm:ss"],
    [['2026-01-15T09:30:00+02:00'], undefined],
    [['2026-01-15T09:30:00Z', '2026-01-15T09:30:00.1Z'], undefined],
    [['yesterday'], undefined],
  ])('%j have the form %s', (texts, form) => {
    expect(timeFormat(texts)).toBe(form)
  })

  it.each([
    [[7, 7], { type: 'integer', examples: [7] }],
    [[7, 8], { type: 'integer' }],
    [[7], { type: 'integer' }],
    [[1, 2.5], { type: 'number' }],
    [['a', null, 'a'], { type: ['null', 'string'], examples: ['a'] }],
    [[true, true], { type: 'boolean', examples: [true] }],
    [['https://example.com/a'], { type: 'string', format: 'uri' }],
    [['2026-01-15', '2026-01-16'], { type: 'string', format: 'date' }],
    [['2026-01-15T09:30:00.000Z'], { type: 'string', format: 'date-time' }],
    [
      ['2026-01-15T09:30:00Z'],
      { type: 'string', format: 'date-time', 'x-time-format': "yyyy-MM-dd'T'HH:mm:ss'Z'" },
    ],
    [['20260115T093000Z'], { type: 'string', 'x-time-format': "yyyyMMdd'T'HHmmss'Z'" }],
  ])('%j have the schema %j', (values, schema) => {
    expect(scalarSchema(values, () => false)).toEqual(schema)
  })

  it('shows nothing that is private', () => {
    expect(scalarSchema(['secret', 'secret'], () => true)).toEqual({ type: 'string' })
  })
})
