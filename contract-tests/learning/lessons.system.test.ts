import { expect, it } from 'vitest'
import { isObject, type Json } from '../http/reading.ts'
import { changed, header, RESET, succeeded } from '../self-test/changes.ts'
import type { Planting } from '../self-test/server.ts'
import { learnFrom, plantedAs } from '../self-test/suite.ts'
import { assumedDocument } from '../specification/documents.ts'

/** A server's behaviour, the target of an action, and the action's update. */
type Row = [name: string, target: string, update: unknown, planting?: Planting]

const CAMPAIGN_ID = '$.components.schemas.Campaign.properties.id'
const LIST = "$.paths['/campaigns'].get"
const SUCCESS = '$.components.schemas.Success'
const LOWER = '0123456789abcdefghijklmnopqrstuvwxyz'

const parameter = (name: string) => expect.objectContaining({ name, in: 'query' })

/** What `check --level assumed` would not miss, or not in all servers: each lesson by itself. */
const ROWS: Row[] = [
  ['ids are digits', CAMPAIGN_ID, { 'x-id': { prefix: '', characters: '0123456789', length: 5 } }],
  ['ids are UUIDs', CAMPAIGN_ID, { 'x-id': { format: 'uuid' } }],
  [
    'ids have 200 characters',
    CAMPAIGN_ID,
    { 'x-id': { prefix: 'cmp_', characters: LOWER, length: 196 } },
  ],
  ['no response has meta', SUCCESS, { properties: { meta: false } }],
  ['meta is null', SUCCESS, { properties: { meta: { type: 'null', const: null } } }],
  ['there is no message', SUCCESS, { properties: { message: false } }],
  [
    'further fields in the envelope and in meta',
    SUCCESS,
    {
      required: ['request_id', 'links', 'warnings'],
      properties: { request_id: { type: 'string', 'x-from': '/request_id' } },
    },
  ],
  [
    'further fields in the envelope and in meta',
    '$.components.schemas.Meta',
    { properties: { request_id: { type: 'string', 'x-from': '/request_id' } } },
  ],
  [
    'failures have a meta and a request id',
    '$.components.schemas',
    {
      Failure: {
        required: ['success', 'error', 'request_id'],
        properties: { request_id: { type: 'string', 'x-from': '/request_id' } },
      },
    },
  ],
  [
    'failures have data: null',
    '$.components.schemas',
    { Failure: { properties: { data: { type: 'null' }, meta: false } } },
  ],
  [
    'timestamps have no fraction',
    '$.components.schemas.Meta',
    { properties: { timestamp: { 'x-time-format': "yyyy-MM-dd'T'HH:mm:ss'Z'" } } },
  ],
  [
    'the export is a file of CSV with its name',
    "$.paths['/export/csv'].get.responses['200'].content['application/json']",
    'removed',
  ],
  ['pages by page, with the number of pages', LIST, paged('page', { position: 'page' })],
  [
    'pages from 0, as Spring Data has them',
    LIST,
    paged('page', { position: 'page', first: 0, default: 20 }),
  ],
  [
    'twenty campaigns a page, 25 campaigns',
    "$.paths['/campaigns'].get.responses['200'].content['application/json']",
    {
      schema: {
        allOf: [
          {},
          {
            properties: {
              meta: {
                properties: { pagination: { properties: { total: { 'x-from': '/page/total' } } } },
              },
            },
          },
        ],
      },
    },
  ],
  [
    'pages by cursor, with the next one next to data',
    LIST,
    paged('cursor', { position: 'cursor', default: 2 }),
  ],
  [
    'pages with a Link header and has_more',
    LIST,
    paged('page', { position: 'page', default: 3, link: true }),
  ],
  [
    'lists are under items, with a total and empty lists of filters next to them',
    LIST,
    { 'x-paging': { style: 'none' } },
  ],
  [
    'the reset is in milliseconds left',
    "$.components.headers['X-RateLimit-Reset']",
    { 'x-unit': 'remaining_milliseconds' },
    changed(header(RESET, (is) => String(Math.max(0, Number(is) * 1000 - Date.now())))),
  ],
  [
    'pages of a size that can be asked for, none of them full',
    LIST,
    paged('offset', { size: 'per_page', position: 'offset', default: 100 }),
    changed(succeeded, (reply, { operation, query }) => {
      if (operation !== 'listCampaigns') return
      const start = Number(query.get('offset') ?? 0)
      reply.body.data = reply.body.data.slice(start, start + Number(query.get('per_page') ?? 50))
    }),
  ],
]

function paged(style: string, more: Json) {
  const names = [more.size, more.position].filter((name) => name !== undefined)
  return {
    'x-paging': { style, ...more },
    ...(names.length > 0 && { parameters: names.map((name) => parameter(String(name))) }),
  }
}

it.each(ROWS)('of a server like this: %s (%s)', async (name, target, update, planting) => {
  const said = await saidOf(target, planting ?? plantedAs(name))

  if (isObject(update)) expect(said).toContainEqual(expectLike(update))
  else expect(said).toContain(update)
})

it.each([
  ['patch', undefined],
  ['replace', plantedAs('PUT replaces the campaign')],
])(
  'a document whose updates are whole campaigns no longer asks for them: %s',
  async (semantics, planting) => {
    const document = changedSchemas(({ CampaignUpdate }) => {
      ;(CampaignUpdate as Json).required = ['name', 'type', 'keywords', 'frequency']
    })

    const body = await saidOf('$.components.schemas.CampaignUpdate.required', planting, document)
    const update = await saidOf("$.paths['/campaigns/{id}'].put", planting, document)

    expect(body).toEqual(['removed'])
    expect(update).toEqual([{ 'x-update': semantics }])
  },
)

it('members that meta inherits are not learned where they are as they were', async () => {
  const document = changedSchemas((schemas) => {
    schemas.MetaOfAll = schemas.Meta
    schemas.Meta = { allOf: [{ $ref: '#/components/schemas/MetaOfAll' }] }
  })

  const said = await saidOf(
    '$.components.schemas.Meta',
    plantedAs('timestamps have no fraction'),
    document,
  )

  expect(said).toHaveLength(1)
  expect(Object.keys((said[0] as { properties: Json }).properties)).toEqual(['timestamp'])
})

function changedSchemas(change: (schemas: Json) => void) {
  const document = structuredClone(assumedDocument) as Json & { components: { schemas: Json } }
  change(document.components.schemas)
  return document
}

/** The updates of a target that a run learns of a server, compared with a document. */
async function saidOf(target: string, planting?: Planting, document = assumedDocument) {
  const { findings } = await learnFrom(planting, { document })
  const actions = findings.overlay.actions.filter((action) => action.target === target)
  return actions.map((action) => ('remove' in action ? 'removed' : action.update))
}

/** Objects may have more members, at any depth; lists have these entries and no others. */
function expectLike(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(expectLike)
  if (!isObject(value) || '$$typeof' in value) return value
  const entries = Object.entries(value).map(([name, member]) => [name, expectLike(member)])
  return expect.objectContaining(Object.fromEntries(entries))
}
