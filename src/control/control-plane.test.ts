import supertest from 'supertest'
import { describe, expect, it } from 'vitest'
import { controlOf } from '../../test/support/control.ts'
import { CAMPAIGN, codeOf, IS_ON_REPLICAS, startSandbox } from '../../test/support/sandbox.ts'

const rootOf = ({ port }: { port: number }) => `http://127.0.0.1:${port}`

describe('the control plane', () => {
  it('resets to the fixture, with new quotas', async () => {
    const sandbox = await startSandbox()
    const before = await sandbox.api.get('/campaigns')
    await sandbox.api.post('/campaigns', { body: CAMPAIGN })
    await sandbox.api.delete(`/campaigns/${before.body.data[0].id}`)

    const reset = await supertest(rootOf(sandbox)).post('/_sandbox/reset')
    const after = await sandbox.api.get('/campaigns')

    expect(reset.status).toBe(200)
    expect(reset.body.data.accounts).toEqual(['acc_demo', 'acc_starter', 'acc_enterprise'])
    expect(after.body.data).toEqual(before.body.data)
    expect(after.headers['x-ratelimit-remaining']).toBe('999')
  })

  // It names the kind of storage.
  it.skipIf(IS_ON_REPLICAS)('reports the state of the sandbox', async () => {
    const sandbox = await startSandbox({ apiVersion: '1.1.0' })

    const { body } = await supertest(rootOf(sandbox)).get('/_sandbox/health')

    expect(body.data).toEqual({
      status: 'ok',
      api_version: '1.1.0',
      accounts: 3,
      storage: 'ephemeral',
      rate_limits: true,
      signup: false,
      proxy: false,
      now: '2026-01-15T09:30:00.000Z',
      document_revision: 0,
      overlay_problem: null,
    })
  })

  it('answers unknown paths in the envelope', async () => {
    const response = await supertest(rootOf(await startSandbox())).get('/_sandbox/nowhere')

    expect(response.status).toBe(404)
    expect(codeOf(response)).toBe('not_found')
  })

  it.each([
    ['get', '/_sandbox/nowhere', 'The control plane has no GET /_sandbox/nowhere.'],
    ['put', '/_sandbox/clock', '/_sandbox/clock does not support PUT.'],
    ['get', '/_sandbox/keys/%zz', 'The path /_sandbox/keys/%zz has a broken percent escape.'],
  ] as const)('names the whole path of %s %s in its message', async (method, path, message) => {
    const response = await supertest(rootOf(await startSandbox()))[method](path)

    expect(response.body.error.message).toContain(message)
  })

  it.each([
    ['a page of another origin', { Origin: 'https://evil.example' }],
    ['a page without an origin', { Origin: 'null' }],
    ['a page whose name was made to resolve here', { Host: 'evil.example:4010' }],
    ['a page whose name begins like an address', { Host: '127.evil.example' }],
    ['a page from a name that begins like one', { Origin: 'http://127.evil.example' }],
    ['a page that hides its origin', { 'Sec-Fetch-Site': 'cross-site' }],
    ['a visitor through a proxy on this machine', { 'X-Forwarded-For': '203.0.113.7' }],
  ])('does nothing for %s', async (_name, headers) => {
    const sandbox = await startSandbox()
    await sandbox.api.post('/campaigns', { body: CAMPAIGN })

    const response = await supertest(rootOf(sandbox)).post('/_sandbox/reset').set(headers)
    const list = await sandbox.api.get('/campaigns', { query: { search: CAMPAIGN.name } })

    expect(response.status).toBe(403)
    expect(response.headers).not.toHaveProperty('access-control-allow-origin')
    expect(list.body.data).toHaveLength(1)
  })

  it.each([{ trustProxy: 1 }, { publicUrl: 'https://demo.example' }])(
    'is closed without a token if it has other callers: %j',
    async (options) => {
      const response = await supertest(rootOf(await startSandbox(options))).post('/_sandbox/reset')

      expect(response.status).toBe(403)
      expect(response.body.error.message).toContain('SVC_ADMIN_TOKEN')
    },
  )

  it('describes itself, with its own address', async () => {
    const sandbox = await startSandbox()

    const { body } = await supertest(rootOf(sandbox)).get('/_sandbox/openapi.json')

    expect(body.servers).toEqual([{ url: `${rootOf(sandbox)}/_sandbox` }])
    expect(body.paths).toHaveProperty('/reset')
  })

  it('gives an account key on this machine access to that account only', async () => {
    const sandbox = await startSandbox()

    const response = await supertest(rootOf(sandbox))
      .get('/_sandbox/accounts')
      .set('Authorization', 'Bearer svc_test_demo')

    expect(response.status).toBe(403)
    expect(response.body.error.message).toContain('without an Authorization header')
  })

  it('requires the admin token if there is one', async () => {
    const sandbox = await startSandbox({ adminToken: 'let-me-in' })
    const list = (token?: string) => {
      const request = supertest(rootOf(sandbox)).get('/_sandbox/accounts')
      return token === undefined ? request : request.set('Authorization', `Bearer ${token}`)
    }

    expect((await list()).status).toBe(401)
    expect((await list('let-me-out')).status).toBe(401)
    expect((await list('svc_test_demo')).status).toBe(403)
    expect((await list('let-me-in')).status).toBe(200)
    expect((await supertest(rootOf(sandbox)).get('/_sandbox/health')).status).toBe(200)
  })
})

it.each([
  ['/clock', { advance: '1d', now: '2026-03-01T09:00:00Z' }, 'exactly one of advance, now.'],
  [
    '/events',
    { type: 'ranking.changed', secret: 'sixteen letters!' },
    'must have "to" if it has "secret".',
  ],
  [
    '/events',
    { type: 'ranking.changed', sequence: [{ type: 'ranking.changed' }] },
    'exactly one of type, sequence.',
  ],
])('names fields that exclude or need each other: POST %s %j', async (path, body, message) => {
  const response = await controlOf(await startSandbox()).post(path, { body })

  expect(response.status).toBe(400)
  expect(response.body.error.message).toContain(message)
})
