import { describe, expect, it } from 'vitest'
import type { Json } from '../http/reading.ts'
import { assumedDocument } from '../specification/documents.ts'
import { type Context, noteSeldom, SchemaReader } from './context.ts'
import { infer } from './infer.ts'

const RECORD: Json = { type: 'object', required: ['id'], properties: { id: { type: 'string' } } }

function inferred(values: unknown[], known: Json | undefined, more: Partial<Context> = {}) {
  const { onSeldom, notLearned } = noteSeldom('it')
  const reader = new SchemaReader(assumedDocument)
  const context = { reader, isPrivate: () => false, onSeldom, ...more }
  const schema = infer(values, known, context, true)
  return { schema, same: schema === known, notLearned: notLearned().map(({ what }) => what) }
}

describe('a new member that was shown once', () => {
  it.each([
    [
      'of a record',
      [{ id: 'a' }, { id: 'b', plan: 'Pro' }],
      RECORD,
      { schema: RECORD, same: true, notLearned: ['the member plan of it'] },
    ],
    [
      'of a record that has others, shown twice',
      [
        { id: 'a', seats: 1 },
        { id: 'b', seats: 2, plan: 'Pro' },
      ],
      RECORD,
      {
        schema: {
          type: 'object',
          required: ['id', 'seats'],
          properties: { id: { type: 'string' }, seats: { type: 'integer' } },
        },
        same: false,
        notLearned: ['the member plan of it'],
      },
    ],
    [
      'of an object that is new itself',
      [{ owner: { id: 'a' } }, { owner: { id: 'b', team: {} } }],
      undefined,
      {
        schema: {
          type: 'object',
          required: ['owner'],
          properties: {
            owner: { type: 'object', required: ['id'], properties: { id: { type: 'string' } } },
          },
        },
        same: false,
        notLearned: ['the member owner.team of it'],
      },
    ],
    [
      'around a list',
      [{ page: { rows: [{ id: 'a' }] } }, { page: {} }],
      { type: 'array', items: RECORD },
      {
        schema: { type: 'array', items: RECORD },
        same: true,
        notLearned: ['the member page.rows of it'],
      },
    ],
    [
      'around a record',
      [{ record: { id: 'a' } }],
      RECORD,
      { schema: RECORD, same: true, notLearned: ['the member record of it'] },
    ],
  ])('is reported and not learned: %s', (_, values, known, expected) => {
    expect(inferred(values, known as Json | undefined)).toEqual(expected)
  })

  it('is learned where the records that the objects are show it more often', () => {
    const values = [1, 2].map((id) => ({ id, name: 'A', settings: { device: 'desktop' } }))
    const records = [{ component: 'Campaign', values: [...values, { id: 3, name: 'B' }] }]
    const [first] = values

    const { schema, notLearned } = inferred([first, { id: 2, name: 'B' }], RECORD, { records })
    const other = inferred([first, { id: 2 }], RECORD, { records })

    expect(schema.properties).toMatchObject({
      settings: { $ref: '#/components/schemas/CampaignSettings' },
    })
    expect(notLearned).toEqual([])
    expect(other.notLearned).toContain('the member settings of it')
  })
})
