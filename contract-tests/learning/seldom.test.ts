import { describe, expect, it } from 'vitest'
import { startServer, type Twist } from '../self-test/server.ts'
import { settingsFor } from '../self-test/suite.ts'
import { by, changed, failed, nth, succeeded } from '../self-test/twists.ts'
import { assumedDocument } from '../support/documents.ts'
import type { Json } from '../support/reading.ts'
import { runAndLearn } from '../support/run.ts'
import { type Context, noteSeldom } from './context.ts'
import { infer } from './infer.ts'
import { SchemaReader } from './schema-reader.ts'

const ONCE = 'it was seen once; two agreeing samples are needed'

const RECORD: Json = { type: 'object', required: ['id'], properties: { id: { type: 'string' } } }

function inferred(values: unknown[], known: Json | undefined, more: Partial<Context> = {}) {
  const { onSeldom, told } = noteSeldom('it')
  const reader = new SchemaReader(assumedDocument)
  const context = { reader, isPrivate: () => false, onSeldom, ...more }
  return { ...infer(values, known, context, true), told: told().map(({ what }) => what) }
}

describe('a new member that was shown once', () => {
  it.each([
    [
      'of a record',
      [{ id: 'a' }, { id: 'b', plan: 'Pro' }],
      RECORD,
      { schema: RECORD, same: true, told: ['the member plan of it'] },
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
        told: ['the member plan of it'],
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
        told: ['the member owner.team of it'],
      },
    ],
    [
      'around a list',
      [{ page: { rows: [{ id: 'a' }] } }, { page: {} }],
      { type: 'array', items: RECORD },
      {
        schema: { type: 'array', items: RECORD },
        same: true,
        told: ['the member page.rows of it'],
      },
    ],
    [
      'around a record',
      [{ record: { id: 'a' } }],
      RECORD,
      { schema: RECORD, same: true, told: ['the member record of it'] },
    ],
  ])('is told and not learned: %s', (_, values, known, expected) => {
    expect(inferred(values, known as Json | undefined)).toEqual(expected)
  })

  it('is learned where the records that the objects are show it more often', () => {
    const values = [1, 2].map((id) => ({ id, name: 'A', settings: { device: 'desktop' } }))
    const records = [{ component: 'Campaign', values: [...values, { id: 3, name: 'B' }] }]
    const [first] = values

    const { schema, told } = inferred([first, { id: 2, name: 'B' }], RECORD, { records })
    const other = inferred([first, { id: 2 }], RECORD, { records })

    expect(schema.properties).toMatchObject({
      settings: { $ref: '#/components/schemas/CampaignSettings' },
    })
    expect(told).toEqual([])
    expect(other.told).toContain('the member settings of it')
  })

  it.each<[string, string, Twist]>([
    [
      'of a record that was learned',
      'the member plan of Dashboard',
      changed(by('getDashboards'), succeeded, nth(2), ({ body }) => {
        body.data.plan = 'Pro'
      }),
    ],
    [
      'of a campaign',
      'the member plan of what getCampaign answers',
      changed(by('getCampaign'), succeeded, nth(2), ({ body }) => {
        body.data.plan = 'Pro'
      }),
    ],
    [
      'of the envelope',
      'the member plan of what getDashboards answers',
      changed(by('getDashboards'), succeeded, nth(2), ({ body }) => {
        body.plan = 'Pro'
      }),
    ],
    [
      'of a failure',
      'the member plan of a failure',
      changed(failed, nth(2), ({ body }) => {
        body.plan = 'Pro'
      }),
    ],
  ])('is told of a server, and not in the overlay: %s', async (_, what, twist) => {
    const server = await startServer(twist)
    try {
      const settings = { ...settingsFor(server), maxRequests: 110, maxTotal: 190 }
      const { findings } = await runAndLearn(settings)

      expect(findings?.notLearned).toContainEqual({ what, why: ONCE })
      expect(JSON.stringify(findings?.overlay)).not.toContain('plan')
    } finally {
      await server.close()
    }
  })
})
