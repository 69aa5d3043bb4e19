import { expect, it } from 'vitest'
import { codeOf, startSandbox } from '../../test/support/sandbox.ts'
import { overlayFile } from '../../test/support/temporary.ts'

const withParameter = (parameter: string) =>
  startSandbox({
    overlay: overlayFile(
      `  - { target: "$.paths['/auth/me'].get", update: { parameters: [${parameter}] } }`,
    ),
  })

it('validates a header that an overlay requires', async () => {
  const { api } = await withParameter(
    '{ name: X-Tenant, in: header, required: true, schema: { type: integer, minimum: 5 } }',
  )
  const get = (headers: Record<string, string>) => api.get('/auth/me', { headers })

  expect((await get({ 'x-tenant': '7' })).status).toBe(200)
  const small = await get({ 'X-Tenant': '3' })
  const absent = await get({})
  expect([small.status, codeOf(small)]).toEqual([400, 'invalid_request'])
  expect(small.body.error.details.issues).toEqual([
    { in: 'header', path: 'x-tenant', message: 'must be at least 5; found 3', value: 3 },
  ])
  expect(absent.body.error.message).toBe('x-tenant (header) is missing.')
})

it('reads a header that is a list', async () => {
  const { api } = await withParameter(
    '{ name: X-Areas, in: header, schema: { type: array, items: { enum: [a, b] } } }',
  )
  const get = (areas: string) => api.get('/auth/me', { headers: { 'X-Areas': areas } })

  expect((await get('a, b')).status).toBe(200)
  expect((await get('a, c')).status).toBe(400)
})

it('validates a cookie that an overlay requires', async () => {
  const { api } = await withParameter(
    "{ name: region, in: cookie, required: true, schema: { type: string, enum: [eu, 'u s'] } }",
  )
  const get = (headers: Record<string, string>) => api.get('/auth/me', { headers })

  expect((await get({ Cookie: 'a=1; region=eu; b=2' })).status).toBe(200)
  expect((await get({ Cookie: 'region=u%20s' })).status).toBe(200)
  expect((await get({ Cookie: 'region=%zz' })).body.error.message).toMatch(
    /^region \(cookie\) must be one of eu, u s/,
  )
  expect((await get({})).body.error.message).toBe('region (cookie) is missing.')
})
