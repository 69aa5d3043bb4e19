import { createRequire } from 'node:module'
import { Ajv } from 'ajv'
import draft06 from 'ajv/dist/refs/json-schema-draft-06.json' with { type: 'json' }
import addFormats from 'ajv-formats'
import { expect, it } from 'vitest'
import { controlOf } from '../../../../../test/support/control.ts'
import { loggedRequest } from '../../../../../test/support/logged-request.ts'
import { CAMPAIGN, startSandbox } from '../../../../../test/support/sandbox.ts'
import { requestsHarOf } from './har.ts'

// The package has no types.
const schemas: Record<string, object> = createRequire(import.meta.url)('har-schema')
const ajv = new Ajv({ strict: false, allErrors: true })
addFormats.default(ajv)
ajv.addMetaSchema(draft06)
const isHar = ajv.addSchema(Object.values(schemas)).getSchema('har.json#')

const WHERE = { base: 'http://localhost:4010/', version: '0.1.0' }

it('conforms to the schema of HAR 1.2, for all kinds of requests', async () => {
  const sandbox = await startSandbox()
  const { api, faults } = sandbox
  await api.post('/campaigns', { body: CAMPAIGN })
  await api.get('/campaigns?limit=1&search=a%20b', { key: null })
  await api.get('/campaigns', { query: { limit: 1000 }, key: 'svc_test_enterprise' })
  await faults.add({ connection: 'reset' })
  await api.get('/auth/me').catch(() => {})
  const { data } = (await controlOf(sandbox).get('/requests')).body

  const har = requestsHarOf(data, WHERE)

  expect(isHar?.(har), JSON.stringify(isHar?.errors)).toBe(true)
  const statuses = har.log.entries.map(({ response }) => response.status)
  expect(statuses.toSorted()).toEqual([0, 200, 201, 401])
  expect(isHar?.({ log: { ...har.log, version: 1 } })).toBe(false)
  expect(JSON.stringify(har)).not.toContain('svc_test_demo')
})

it('has the request and the response, oldest first', () => {
  const later = loggedRequest({ id: 'req_2', time: '2026-01-15T09:31:00.000Z' })
  const first = loggedRequest({
    method: 'POST',
    url: '/api/campaigns?a=1&a=2',
    status: 201,
    request: { headers: { 'content-type': 'application/json' }, body: '{"name":"ü"}' },
    response: {
      headers: { 'content-type': 'application/json', 'content-length': '40000' },
      body: '{',
      truncated: true,
    },
  })

  const [entry, last] = requestsHarOf([later, first], WHERE).log.entries

  expect(last).toMatchObject({ _id: 'req_2', startedDateTime: '2026-01-15T09:31:00.000Z' })
  expect(entry?.request).toMatchObject({
    url: 'http://localhost:4010/api/campaigns?a=1&a=2',
    queryString: [
      { name: 'a', value: '1' },
      { name: 'a', value: '2' },
    ],
    postData: { mimeType: 'application/json', text: '{"name":"ü"}' },
    bodySize: 13,
  })
  expect(entry?.response).toMatchObject({
    status: 201,
    content: { size: 40000, mimeType: 'application/json', text: '{' },
  })
})
