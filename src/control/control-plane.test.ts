import supertest from 'supertest'
import { describe, expect, it } from 'vitest'
import { controlOf } from '../../test/support/control.ts'
import { IS_ON_REPLICAS, startSandbox } from '../../test/support/sandbox.ts'

const rootOf = ({ port }: { port: number }) => `http://127.0.0.1:${port}`

describe('the control plane', () => {
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

  it.each([
    ['get', '/_sandbox/nowhere', 'The control plane has no GET /_sandbox/nowhere.'],
    ['put', '/_sandbox/clock', '/_sandbox/clock does not support PUT.'],
    ['get', '/_sandbox/keys/%zz', 'The path /_sandbox/keys/%zz has a broken percent escape.'],
  ] as const)('names the whole path of %s %s in its message', async (method, path, message) => {
    const response = await supertest(rootOf(await startSandbox()))[method](path)

    expect(response.body.error.message).toContain(message)
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
