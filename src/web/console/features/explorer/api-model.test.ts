import { expect, it } from 'vitest'
import packaged from '../../../../../spec/documents/openapi.ts'
import { markedDocument } from '../../../../openapi/provenance/marked-document.ts'
import { provenanceOf } from '../../../../openapi/provenance/statements.ts'
import { apiModelOf, groupsOf, type Operation } from './api-model.ts'
import { searchApi } from './navigation.tsx'
import { schemaRows } from './schema-rows.ts'

const document = packaged
const api = apiModelOf(markedDocument(document, provenanceOf(document)))
const operation = (id: string) => api.operations.find((each) => each.id === id) as Operation

function membersOf(id: string) {
  const { contents = [] } = operation(id).answers.find(({ status }) => status === '200') ?? {}
  return schemaRows(api.reader, contents[0]?.schemas ?? [])
}

it('groups operations by tag, without tags that no operation has', () => {
  const tags = groupsOf(api).map(([tag]) => tag)

  expect(tags.slice(0, 2)).toEqual(['Campaigns', 'Intelligence Data'])
  expect(tags).not.toContain('API tokens')
})

it('describes each parameter once, required ones first', () => {
  const { fields } = operation('getRankings')

  expect(fields.map(({ label }) => label)).toEqual([
    'campaign_id',
    'start_date',
    'end_date',
    'keywords',
    'limit',
    'offset',
  ])
  expect(fields[1]).toMatchObject({ kind: 'day', required: false, example: '2025-12-17' })
  expect(fields[3]).toMatchObject({ kind: 'lines', type: 'list of string' })
  expect(fields[4]).toMatchObject({
    kind: 'number',
    facts: ['from 1 to 1,000', 'default 100'],
  })
})

it('marks operations, parameters and members with their origin and section', () => {
  const data = membersOf('listCampaigns').find(({ name }) => name === 'data')
  const member = (name: string) => data?.below().find((row) => row.name === name)

  expect(operation('listCampaigns').mark).toEqual({
    place: '/paths/~1campaigns/get',
    origin: 'stated',
    details: ['paging'],
    source: '§4',
  })
  expect(operation('createWebhook').mark.origin).toBe('assumed')
  expect(operation('listCampaigns').fields[0]?.mark.origin).toBe('assumed')
  expect(member('id')?.mark).toEqual({
    place: '/components/schemas/Campaign/properties/id',

    origin: 'stated',
    details: ['form of the id'],
    source: '§2',
  })
  expect(member('status')?.mark.origin).toBe('assumed')
  expect(member('name')?.mark.details).toEqual(['minLength', 'maxLength', 'pattern'])
})

it('shows the members of an answer with their types and values', () => {
  const [data] = membersOf('listCampaigns').filter(({ name }) => name === 'data')
  const status = data?.below().find(({ name }) => name === 'status')

  expect(data?.type).toBe('list of object')
  expect(status).toMatchObject({
    type: 'string',
    required: true,
    values: [
      { value: 'active', meaning: undefined },
      { value: 'paused', meaning: undefined },
    ],
    hasBelow: false,
  })
})

it('reads a schema that contains itself only as far as it is opened', () => {
  const self = apiModelOf({
    openapi: '3.1.0',
    paths: {},
    components: {
      schemas: {
        Node: {
          type: 'object',
          properties: { next: { $ref: '#/components/schemas/Node' } },
        },
      },
    },
  })

  const [next] = schemaRows(self.reader, [{ value: { $ref: '#/components/schemas/Node' } }])

  expect(next?.below()[0]?.below()[0]?.name).toBe('next')
})

it('offers each choice of a schema', () => {
  const rows = schemaRows(api.reader, [
    {
      value: {
        oneOf: [
          { type: 'object', properties: { a: { type: 'string' } } },
          { type: 'object', properties: { b: { type: 'integer' } } },
        ],
      },
    },
  ])

  expect(rows.map(({ name, below }) => [name, below().map((row) => row.name)])).toEqual([
    ['option 1 of 2', ['a']],
    ['option 2 of 2', ['b']],
  ])
})

it('has the events of the document with their payloads and headers', () => {
  const event = api.events.find(({ name }) => name === 'ranking.changed')

  expect(api.events).toHaveLength(3)
  expect(event?.headers.map(({ name }) => name)).toContain('webhook-signature')
  expect(event?.headers[0]?.mark.place).toMatch(/^\/webhooks\/ranking\.changed\/post\//)
  expect(schemaRows(api.reader, event?.body?.schemas ?? []).map(({ name }) => name)).toEqual([
    'type',
    'timestamp',
    'data',
  ])
  expect(event?.body?.example).toMatchObject({ type: 'ranking.changed' })
})

it.each([
  ['brand', ['getMentions']],
  ['POST campaign', ['createCampaign']],
  ['webhooks:write delete', ['deleteWebhook']],
  ['zeppelin', []],
])('finds operations with the words %s', (text, ids) => {
  expect(searchApi(api, text).operations.map(({ id }) => id)).toEqual(ids)
})

it('finds events', () => {
  expect(searchApi(api, 'ranking changed').events.map(({ name }) => name)).toEqual([
    'ranking.changed',
  ])
})
