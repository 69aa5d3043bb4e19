import supertest from 'supertest'
import { expect, it } from 'vitest'
import { CAMPAIGNS, change, failures, remove, serve } from '../support/overlays.ts'
import { CAMPAIGN } from '../support/sandbox.ts'

const CREATE = "$.paths['/campaigns'].post"

it('refusals have the details that the overlay describes', async () => {
  const { get } = await serve(
    failures('unknown_resource', {
      details: {
        type: 'object',
        required: ['reason', 'docs'],
        properties: {
          reason: { type: 'string', 'x-from': '/error/message' },
          docs: { type: 'string', format: 'uri' },
        },
      },
    }) + failures('unknown_path', { details: { type: 'object', const: {} } }),
  )

  const { error } = (await get('/campaigns/cmp_000000000000')).body
  const path = (await get('/nothing')).body

  expect(error.details).toEqual({
    reason: error.message,
    docs: expect.stringMatching(/^https:/),
  })
  expect(path.error.details).toEqual({})
})

it('a body of any content type is read as JSON, with x-body-types', async () => {
  const { sandbox } = await serve(change('$', { 'x-body-types': 'any' }))
  const usual = await serve('  []\n')
  const post = (url: string) =>
    supertest(url)
      .post('/campaigns')
      .set({ Authorization: 'Bearer svc_test_demo', 'Content-Type': 'text/plain' })
      .send(JSON.stringify(CAMPAIGN))

  expect((await post(sandbox.url)).status).toBe(201)
  expect((await post(usual.sandbox.url)).status).toBe(415)
})

it.each([
  ['none', undefined],
  ['path', expect.stringMatching(/^\/api\/campaigns\/cmp_/)],
  ['address', expect.stringMatching(/^http:.*\/api\/campaigns\/cmp_/)],
])('Location is in the form of x-location: %s', async (form, location) => {
  const { call } = await serve(change(CREATE, { 'x-location': form }))

  const created = await call('post', '/campaigns', { body: CAMPAIGN })

  expect(created.status).toBe(201)
  expect(created.headers.location).toEqual(location)
})

it('a member that must be there is null where the sandbox has no value', async () => {
  const { call } = await serve(
    remove('$.components.schemas.Success.properties.message') +
      change('$.components.schemas.Success', {
        required: ['message'],
        properties: { message: { type: ['string', 'null'] } },
      }),
  )

  const created = await call('post', '/campaigns', { body: CAMPAIGN })
  const read = await call('get', `/campaigns/${created.body.data.id}`)

  expect(created.body.message).toBe('Campaign created.')
  expect(read.body.message).toBeNull()
})

it('settings that would be empty are left out, with minProperties', async () => {
  const { settings: _, ...without } = CAMPAIGN
  const { call } = await serve(
    remove('$.components.schemas.Campaign.required') +
      change('$.components.schemas.Campaign', {
        required: ['id', 'name', 'type', 'keywords', 'frequency'],
        properties: { settings: { minProperties: 1 } },
      }),
  )

  const bare = await call('post', '/campaigns', { body: without })
  const full = await call('post', '/campaigns', { body: CAMPAIGN })

  expect(bare.body).toMatchObject({ success: true })
  expect(bare.body.data).not.toHaveProperty('settings')
  expect(full.body.data.settings).toEqual(CAMPAIGN.settings)
})

it.each([
  [failures('invalid_input', { details: 'none' }), /details must be a schema, or false for none/],
  [failures('invalid_input', { headers: { Server: 'x' } }), /headers must be made of WWW-Auth/],
  [change('$', { 'x-first-check': 'path' }), /x-first-check must be one of route, credential/],
  [change('$', { 'x-body-types': 'text' }), /x-body-types must be one of json, any/],
  [change(CREATE, { 'x-location': 'no' }), /x-location must be one of address, path, none/],
  [change(CAMPAIGNS, { 'x-paging': { invalid: 'x' } }), /x-paging.invalid must be one of refused/],
  [change(CAMPAIGNS, { 'x-paging': { past_end: 'x' } }), /x-paging.past_end must be one of empty/],
  [change(CAMPAIGNS, { 'x-paging': { max: 0 } }), /x-paging.max must be a whole number/],
])('is refused at the start: %s', async (actions, message) => {
  await expect(serve(actions)).rejects.toThrow(message)
})
