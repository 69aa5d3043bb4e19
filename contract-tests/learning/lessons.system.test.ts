import { expect, it } from 'vitest'
import { isObject, type Json } from '../http/reading.ts'
import { runSuite } from '../run.ts'
import { changed, header, RESET, succeeded } from '../self-test/mutations.ts'
import { type Mutation, startServer } from '../self-test/server.ts'
import { settingsFor } from '../self-test/suite.ts'
import { VARIATIONS } from '../self-test/variations.ts'
import { assumedDocument } from '../specification/documents.ts'

/** A server's behaviour, the target of an action, and the action's update. */
type Row = [name: string, target: string, update: unknown, mutation?: Mutation]

const CAMPAIGN_ID = '$.components.schemas.Campaign.properties.id'
const LIST = "$.paths['/campaigns'].get"
const SUCCESS = '$.components.schemas.Success'
const LOWER = '0123456789abcdefghijklmnopqrstuvwxyz'

const parameter = (name: string) => expect.objectContaining({ name, in: 'query' })

/** What `check --level assumed` would not miss, or not in all servers: each lesson by itself. */
const ROWS: Row[] = [
  [
    'Ids are strings of digits',
    CAMPAIGN_ID,
    { 'x-id': { prefix: '', characters: '0123456789', length: 5 } },
  ],
  ['Ids are UUIDs', CAMPAIGN_ID, { 'x-id': { format: 'uuid' } }],
  [
    'Ids have 200 characters',
    CAMPAIGN_ID,
    { 'x-id': { prefix: 'cmp_', characters: LOWER, length: 196 } },
  ],
  ['There is no meta', SUCCESS, { properties: { meta: false } }],
  ['meta is null', SUCCESS, { properties: { meta: { type: 'null', const: null } } }],
  ['There is no message', SUCCESS, { properties: { message: false } }],
  [
    'There are more fields in the envelope and in meta',
    SUCCESS,
    {
      required: ['request_id', 'links', 'warnings'],
      properties: { request_id: { type: 'string', 'x-from': '/request_id' } },
    },
  ],
  [
    'There are more fields in the envelope and in meta',
    '$.components.schemas.Meta',
    { properties: { request_id: { type: 'string', 'x-from': '/request_id' } } },
  ],
  [
    'Failures have a meta and a request id',
    '$.components.schemas',
    {
      Failure: {
        required: ['success', 'error', 'request_id'],
        properties: { request_id: { type: 'string', 'x-from': '/request_id' } },
      },
    },
  ],
  [
    'Failures have data: null',
    '$.components.schemas',
    { Failure: { properties: { data: { type: 'null' }, meta: false } } },
  ],
  [
    'Timestamps have no fraction',
    '$.components.schemas.Meta',
    { properties: { timestamp: { 'x-time-format': "yyyy-MM-dd'T'HH:mm:ss'Z'" } } },
  ],
  [
    'The export is a file of CSV',
    "$.paths['/export/csv'].get.responses['200'].content['application/json']",
    'removed',
  ],
  [
    'The list is paged by page, with the number of pages',
    LIST,
    paged('page', { position: 'page' }),
  ],
  [
    'The pages are numbered from 0, as Spring Data does',
    LIST,
    paged('page', { position: 'page', first: 0, default: 20 }),
  ],
  [
    'The list is paged by limit and offset, with a total in meta',
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
    'The list is paged by cursor, with the next one next to data',
    LIST,
    paged('cursor', { position: 'cursor', default: 2 }),
  ],
  [
    'The list is paged with a Link header and has_more',
    LIST,
    paged('page', { position: 'page', default: 3, link: true }),
  ],
  [
    'Lists are under items, with a total and empty lists of filters next to them',
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
    changed(succeeded, (answer, { operation, query }) => {
      if (operation !== 'listCampaigns') return
      const start = Number(query.get('offset') ?? 0)
      answer.body.data = answer.body.data.slice(start, start + Number(query.get('per_page') ?? 50))
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

it.each(ROWS)('of a server like this: %s (%s)', async (name, target, update, mutation) => {
  const said = await saidOf(target, mutation ?? variation(name))

  if (isObject(update)) expect(said).toContainEqual(expectLike(update))
  else expect(said).toContain(update)
})

it.each([
  ['patch', undefined],
  ['replace', variation('PUT replaces the campaign')],
])(
  'a document whose updates are whole campaigns no longer asks for them: %s',
  async (semantics, mutation) => {
    const document = changedSchemas(({ CampaignUpdate }) => {
      ;(CampaignUpdate as Json).required = ['name', 'type', 'keywords', 'frequency']
    })

    const body = await saidOf('$.components.schemas.CampaignUpdate.required', mutation, document)
    const update = await saidOf("$.paths['/campaigns/{id}'].put", mutation, document)

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
    variation('Timestamps have no fraction'),
    document,
  )

  expect(said).toHaveLength(1)
  expect(Object.keys((said[0] as { properties: Json }).properties)).toEqual(['timestamp'])
})

function variation(name: string): Mutation {
  const found = VARIATIONS.find((each) => each.name === name)
  if (!found) throw new Error(`There is no variation ${name}.`)
  return found.mutation
}

function changedSchemas(change: (schemas: Json) => void) {
  const document = structuredClone(assumedDocument) as Json & { components: { schemas: Json } }
  change(document.components.schemas)
  return document
}

/** The updates of a target that a run learns of a server, compared with a document. */
async function saidOf(target: string, mutation?: Mutation, document = assumedDocument) {
  const server = await startServer(mutation)
  try {
    const { findings } = await runSuite({
      ...settingsFor(server, { document }),
      learn: true,
      maxRequests: 110,
      maxTotal: 190,
    })
    const actions = findings?.overlay.actions.filter((action) => action.target === target) ?? []
    return actions.map((action) => ('remove' in action ? 'removed' : action.update))
  } finally {
    await server.close()
  }
}

/** Objects may have more members, at any depth; lists have these entries and no others. */
function expectLike(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(expectLike)
  if (!isObject(value) || '$$typeof' in value) return value
  const entries = Object.entries(value).map(([name, member]) => [name, expectLike(member)])
  return expect.objectContaining(Object.fromEntries(entries))
}
