import { describe, expect, it } from 'vitest'
import { DocumentError } from '../openapi/document-error.ts'
import { packagedDocument } from '../openapi/load.ts'
import { applyOverlay } from '../openapi/overlay.ts'
import type { Json, JsonObject } from '../schema/json.ts'
import { answerForms } from './answer-forms.ts'
import type { AnswerFacts } from './facts.ts'

const LIST = "$.paths['/campaigns'].get.responses['200'].content['application/json']"
const GET = "$.paths['/campaigns/{id}'].get.responses['200'].content['application/json']"
const FAILURE = '$.components.schemas.Failure.properties'

const meta = { timestamp: '2026-01-15T09:30:00.000Z', version: '1.2.0' }
const campaign = (id: string) => ({
  id,
  name: `Campaign ${id}`,
  type: 'serp',
  keywords: ['a', 'b'],
  frequency: 'daily',
  settings: { device: 'mobile' },
  brand: 'Northpeak',
  domain: 'northpeak.example',
  competitors: [],
  status: 'active',
  created_at: '2026-01-03T04:05:06.789Z',
  updated_at: '2026-01-15T09:30:00.000Z',
  tracked_since: '2026-01-03',
})
const one = { success: true, data: campaign('cmp_1'), message: 'Here.', meta }
const pagination = { total: 7, limit: 2, offset: 4, has_more: true }
const list = {
  success: true,
  data: [campaign('cmp_1'), campaign('cmp_2')],
  meta: { ...meta, pagination },
}
const page: AnswerFacts['page'] = {
  total: 7,
  count: 2,
  limit: 2,
  offset: 4,
  number: 3,
  pages: 4,
  has_more: true,
  next_cursor: 'abc',
  next_offset: 6,
  has_previous: true,
  previous_offset: 2,
  previous_number: 2,
  next_url: 'http://localhost/api/campaigns?offset=6',
  previous_url: 'http://localhost/api/campaigns?offset=2',
  first_url: 'http://localhost/api/campaigns?offset=0',
  last_url: 'http://localhost/api/campaigns?offset=6',
  next_path: '/api/campaigns?offset=6',
  previous_path: '/api/campaigns?offset=2',
  first_path: '/api/campaigns?offset=0',
  last_path: '/api/campaigns?offset=6',
  next_number: 4,
}

type Update = [target: string, update: Json | null]

/** The forms of the document with these updates; null removes a node. */
function formsWith(...updates: Update[]) {
  const actions = updates.map(([target, update]) =>
    update === null ? { target, remove: true } : { target, update },
  )
  const info = { title: 'Changes', version: '1' }
  return answerForms(applyOverlay(packagedDocument, { overlay: '1.0.0', info, actions }))
}

/** The response of an operation whose success has this schema, made from the envelope. */
async function shaped(
  [target, operation]: [string, string],
  schema: JsonObject,
  envelope: object,
  facts: Partial<AnswerFacts> = {},
) {
  const forms = await formsWith([`${target}.schema`, null], [target, { schema }])
  const shape = forms.success(operation)
  return shape ? shape(envelope, { id: 'req-1', seed: 1, ...facts }) : envelope
}

const get = (schema: JsonObject, seed = 1) =>
  shaped([GET, 'getCampaign'], schema, one, { seed }) as Promise<JsonObject>
const listed = (schema: JsonObject) => shaped([LIST, 'listCampaigns'], schema, list, { page })
/** A schema of the envelope, with this schema for `data`. */
const withData = (data: Json): JsonObject => ({ type: 'object', properties: { data } })
/** `data` of a campaign in which the member has this schema. */
const member = async (schema: Json, name = 'extra', required = [name]) => {
  const answer = await get(withData({ type: 'object', required, properties: { [name]: schema } }))
  return (answer.data as JsonObject)[name]
}

describe('responses of the packaged document', () => {
  it('are sent as they are', async () => {
    const forms = await answerForms(packagedDocument)

    const ids = ['listCampaigns', 'getCampaign', 'getDashboards', 'exportCsv', 'createWebhook']
    expect(ids.filter((id) => forms.success(id))).toEqual([])
    expect(forms.failure(one, { id: 'r', seed: 1 })).toBe(one)
  })

  it('are sent as they are if only bounds, descriptions or open objects differ', async () => {
    const forms = await formsWith(
      ['$.components.schemas.CampaignInput.properties.frequency', { enum: ['daily'] }],
      ['$.components.schemas.Campaign', { description: 'Other words.' }],
      ['$.components.schemas.Campaign.properties.status', null],
      ['$.components.schemas.Campaign.properties.created_at', { description: 'x', example: 'y' }],
    )

    expect(forms.success('listCampaigns')).toBeUndefined()
    expect(forms.success('getCampaign')).toBeUndefined()
  })
})

describe('a member', () => {
  it('is left out if its schema is false in any part', async () => {
    const answer = await get({
      allOf: [
        { properties: { meta: { type: 'object' }, message: false } },
        { properties: { meta: false } },
      ],
    })

    expect(answer).toEqual({ success: true, data: one.data })
  })

  it('has the value of const in any case', async () => {
    expect(await member({ const: null })).toBeNull()
    expect(await member({ const: 'x' }, 'name')).toBe('x')
    expect(await member({ const: 3 }, 'extra', [])).toBe(3)
  })

  it('stays if it is not declared, and if its type fits', async () => {
    const answer = await get(
      withData({ properties: { type: false, name: { type: ['string', 'null'] } } }),
    )

    const { type: _, ...rest } = one.data
    expect(answer).toEqual({ ...one, data: rest })
  })

  it('is left out if it is not declared in a closed object', async () => {
    const answer = await get({
      properties: {
        data: { additionalProperties: false, properties: { id: { type: 'string' }, name: true } },
        meta: { unevaluatedProperties: false, allOf: [{ properties: { version: {} } }] },
      },
    })

    expect(answer).toMatchObject({
      data: { id: 'cmp_1', name: 'Campaign cmp_1' },
      meta: { version: '1.2.0' },
    })
    expect(Object.keys(answer.data as object)).toEqual(['id', 'name'])
    expect(Object.keys(answer.meta as object)).toEqual(['version'])
  })

  it('that the sandbox knows but does not have is left out unless it is required', async () => {
    const settings = {
      properties: {
        location: { type: ['integer', 'string'], 'x-time-format': 'yyyy', example: 'Leeds' },
        device: { const: 'tv' },
      },
    }

    const free = await get(withData({ properties: { settings } }))
    const required = await get(
      withData({ properties: { settings: { ...settings, required: ['location'] } } }),
    )

    expect(free.data).toMatchObject({ settings: { device: 'tv' } })
    expect(Object.keys((free.data as JsonObject).settings as object)).toEqual(['device'])
    expect(required.data).toMatchObject({ settings: { device: 'tv', location: 'Leeds' } })
  })

  it('has its time in another format', async () => {
    const format = "EEE, d MMM yyyy HH:mm:ss.SSSS xxx 'o''clock' hh a"

    expect(await member({ 'x-time-format': format }, 'created_at')).toBe(
      "Sat, 3 Jan 2026 04:05:06.7890 +00:00 o'clock 04 AM",
    )
    expect(await member({ 'x-time-format': 'dd/MM/yy' }, 'tracked_since')).toBe('03/01/26')
    expect(await member({ 'x-time-format': 'yyyy' }, 'seen_at')).toMatch(/^20\d\d$/)
  })
})

describe('x-from', () => {
  it('moves a value, in the form of the schema', async () => {
    const answer = await listed({
      properties: {
        data: {
          type: 'object',
          required: ['items', 'total'],
          properties: {
            items: { 'x-from': '/data', type: 'array', items: { properties: { keywords: false } } },
            total: { 'x-from': '/page/total', type: 'integer' },
            request: { 'x-from': '/request_id' },
            at: { 'x-from': '/meta/timestamp', 'x-time-format': 'yyyy' },
          },
        },
        meta: false,
      },
    })

    const rows = list.data.map(({ keywords: _, ...rest }) => rest)
    expect(answer).toEqual({
      success: true,
      data: { items: rows, total: 7, request: 'req-1', at: '2026' },
    })
  })

  it.each(Object.entries(page as object))('can name %s of a page', async (name, value) => {
    const answer = await listed({ properties: { it: { 'x-from': `/page/${name}` } } })

    expect(answer).toMatchObject({ it: value })
  })

  it.each<[string, Json, RegExp]>([
    [
      'no place',
      '/items',
      /x-from must be one of \/success, \/data, .*\/page, or below; found "\/items"/,
    ],
    ['no fact of a page', '/page/size', /must be one of \/page\/total, .*; found "\/page\/size"/],
    ['no member of the rows', '/data/0/nme', /must be one of .*\/data\/0\/name/],
    ['a member of the list itself', '/data/name', /must be one of \/data\/0, or below/],
    ['something below a text', '/request_id/x', /must be one of \/request_id, or below/],
    ['no pointer', 'data', /must be one of \/success/],
    ['no text', 7, /found 7/],
  ])('is refused if it names %s', async (_, from, message) => {
    const started = listed({ properties: { deep: { properties: { it: { 'x-from': from } } } } })

    await expect(started).rejects.toThrow(DocumentError)
    await expect(started).rejects.toThrow(message)
    await expect(started).rejects.toThrow('GET /campaigns: the answer/deep/it: x-from')
  })

  it('cannot name a page without paging', async () => {
    await expect(get({ properties: { n: { 'x-from': '/page/total' } } })).rejects.toThrow(
      /x-from must be/,
    )
  })
})

describe('x-time-format', () => {
  it.each<[Json, RegExp]>([
    ['YYYY-MM-dd', /must be made of y, yy, .*; found "YYYY"/],
    ["yyyy 'open", /found "'"/],
    ['', /must be a form such as/],
    [12, /must be a form such as/],
  ])('is refused if it is %j', async (format, message) => {
    await expect(member({ 'x-time-format': format })).rejects.toThrow(message)
  })
})

describe('lists and objects', () => {
  it('turn one value into a list, in the form of its entries', async () => {
    const answer = await get(withData({ type: 'array', items: { properties: { name: false } } }))

    expect(answer.data).toEqual([expect.not.objectContaining({ name: expect.anything() })])
    expect(answer.data).toMatchObject([{ id: 'cmp_1' }])
  })

  it('turn a list into an object by the x-from of its members', async () => {
    const answer = await listed({
      properties: { data: { type: 'object', properties: { count: { 'x-from': '/page/count' } } } },
    })

    expect(answer).toMatchObject({ data: { count: 2 } })
  })

  it('leave values with alternatives as they are', async () => {
    const either = { oneOf: [{ properties: { id: false } }, { required: ['name'] }] }
    const answer = await get(withData({ ...either, properties: { extra: { const: 1 } } }))

    expect(answer).toEqual({ ...one, data: { ...one.data, extra: 1 } })
  })
})

describe('an object that moves its former value into a member', () => {
  it('has only its declared members, even if names are equal', async () => {
    const moved = { 'x-from': '/data', type: 'object', properties: { name: false } }
    const result = { properties: { campaign: moved } }
    const id = { type: 'string', example: 'envelope' }
    const answer = await get(
      withData({ type: 'object', required: ['id'], properties: { result, n: { const: 1 }, id } }),
    )

    const { name: _, ...rest } = one.data
    const data = { result: { campaign: rest }, n: 1, id: 'envelope' }
    expect(answer).toEqual({ ...one, data })
  })
})

describe('a synthesized value', () => {
  it('is one of the examples, or the example or the default', async () => {
    expect(['a', 'b']).toContain(
      await member({ type: 'string', examples: ['a', 'b'] }, 'extra', []),
    )
    expect(await member({ type: 'string', example: 'c' }, 'extra', [])).toBe('c')
    expect(await member({ type: 'integer', default: 4 }, 'extra', [])).toBe(4)
    expect(await member({ type: 'integer', example: 5 }, 'name')).toBe(5)
  })

  it('is left out if nothing requires it', async () => {
    expect(await member({ type: 'string' }, 'extra', [])).toBeUndefined()
    expect(await member({ type: 'integer' }, 'name', [])).toBeUndefined()
  })

  it.each<[Json, RegExp]>([
    [{ type: 'string', format: 'date-time' }, /^2026-01-03T04:05:06.789Z$/],
    [{ type: 'string', format: 'date' }, /^2026-01-03$/],
    [{ type: 'string', format: 'uuid' }, /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/],
    [{ type: 'string', format: 'uri' }, /^https:\/\/[\w-]+\.example\//],
    [{ type: 'string', format: 'email' }, /^[^@\s]+@mail\.example$/],
    [{ type: 'string', format: 'ipv4' }, /^192\.0\.2\.\d+$/],
    [{ type: 'string', pattern: '^[A-Z]{3}-[0-9]{4}$' }, /^[A-Z]{3}-\d{4}$/],
    [{ type: 'string', minLength: 40, maxLength: 42 }, /^.{40,42}$/],
    [{ type: 'string', maxLength: 3 }, /^.{1,3}$/],
    [{ enum: ['on', 'off'] }, /^(on|off)$/],
    [{ type: 'integer', minimum: 8, maximum: 9 }, /^[89]$/],
    [{ type: 'number', exclusiveMinimum: 0, maximum: 0.05 }, /^0\.0[1-5]$/],
    [{ type: 'integer', multipleOf: 50, minimum: 100, maximum: 150 }, /^1[05]0$/],
    [{ type: 'integer', maximum: -5 }, /^-5$/],
    [{ type: 'boolean' }, /^(true|false)$/],
    [{ type: ['null', 'integer'], minimum: 7, maximum: 7 }, /^7$/],
    [{ type: 'null' }, /^null$/],
    [{ anyOf: [{ type: 'integer', minimum: 3, maximum: 3 }, { type: 'string' }] }, /^3$/],
  ])('has the type and the format of the schema: %j', async (schema, pattern) => {
    expect(String(await member(schema))).toMatch(pattern)
  })

  it('is a list or an object with its required members', async () => {
    const schema = {
      type: 'array',
      minItems: 2,
      items: { required: ['n'], properties: { n: { type: 'integer' }, free: { type: 'string' } } },
    }

    expect(await member(schema)).toEqual([{ n: expect.any(Number) }, { n: expect.any(Number) }])
  })

  it('ends if a schema requires itself', async () => {
    const forms = await formsWith(
      [
        '$.components.schemas',
        { Tree: { required: ['of'], properties: { of: { $ref: '#/components/schemas/Tree' } } } },
      ],
      [
        '$.components.schemas.Campaign',
        { required: ['tree'], properties: { tree: { $ref: '#/components/schemas/Tree' } } },
      ],
    )

    const answer = forms.success('getCampaign')?.(one, { id: 'r', seed: 1 })

    expect(JSON.stringify(answer)).toContain('{"of":{"of":{')
  })

  it('is the same for a record each time, and differs for other records and seeds', async () => {
    const schema = withData({
      required: ['ref'],
      properties: { ref: { type: 'string', format: 'uuid' } },
    })
    const refOf = async (seed: number) => ((await get(schema, seed)).data as JsonObject).ref
    const item = { required: ['ref'], properties: { ref: { type: 'string', format: 'uuid' } } }
    const rows = (await listed(withData({ type: 'array', items: item }))) as {
      data: { ref: string }[]
    }

    expect(await refOf(1)).toBe(await refOf(1))
    expect(await refOf(2)).not.toBe(await refOf(1))
    expect(rows.data[0]?.ref).toBe(await refOf(1))
    expect(rows.data[1]?.ref).not.toBe(rows.data[0]?.ref)
  })
})

describe('failures', () => {
  it('take the form of Failure', async () => {
    const forms = await formsWith(
      [FAILURE, { request_id: { 'x-from': '/request_id' }, data: { const: null }, meta: false }],
      ['$.components.schemas.Error.properties', { details: { type: 'null' } }],
      ['$.components.schemas.Error', { required: ['details'] }],
    )
    const error = { code: 'not_found', message: 'No.', details: { a: 1 } }

    const answer = forms.failure({ success: false, error, meta }, { id: 'req-9', seed: 1 })

    expect(answer).toEqual({
      success: false,
      error: { ...error, details: null },
      request_id: 'req-9',
      data: null,
    })
  })

  it('have no details if an open object is closed', async () => {
    const target = '$.components.schemas.Error.properties.details'
    const forms = await formsWith([target, { additionalProperties: false }])
    const error = { code: 'not_found', message: 'No.', details: { a: 1 } }

    const answer = forms.failure({ success: false, error, meta }, { id: 'r', seed: 1 })

    expect(answer).toMatchObject({ error: { details: {} } })
    expect(JSON.stringify(answer)).toContain('"details":{}')
  })
})
