import { expect, it } from 'vitest'
import { controlOf } from '../../test/support/control.ts'
import { CAMPAIGN, startSandbox, type TestSandbox } from '../../test/support/sandbox.ts'
import { temporaryFolder } from '../../test/support/temporary.ts'
import { operationsOf } from '../schema/operations.ts'

const ADMIN = 'let-me-in'
const HOSTED = {
  adminToken: ADMIN,
  trustProxy: 1,
  publicUrl: 'https://demo.example',
  openSignup: true,
}

const signUp = async (sandbox: TestSandbox) =>
  (await controlOf(sandbox).post('/signup', { body: {} })).body.data

it('with a key of the fixture, every operation that is no GET is refused', async () => {
  const sandbox = await startSandbox({ ...HOSTED, rateLimits: false })
  const document = (await (await sandbox.fetch('/openapi.json')).json()) as never
  const writes = operationsOf(document).filter(({ method }) => method !== 'GET')
  const found: Record<string, unknown> = {}

  for (const { id, method, path } of writes) {
    const send = sandbox.api[method.toLowerCase() as 'post']
    const { status, body } = await send(path.replace(/\{\w+\}/g, 'x'), { body: {} })
    found[String(id)] = [status, body.error.code, body.error.details]
  }

  const sign_up = 'https://demo.example/_sandbox/signup'
  const refused = [403, 'insufficient_permissions', { sign_up }]
  expect(found).toEqual(Object.fromEntries(writes.map(({ id }) => [id, refused])))
  expect(Object.keys(found)).toEqual(
    expect.arrayContaining(['createCampaign', 'updateWebhook', 'deleteAlert', 'login', 'logout']),
  )
})

it('with a key of the fixture, visitors read the API, and do not control the account', async () => {
  const sandbox = await startSandbox(HOSTED)
  const control = controlOf(sandbox)
  const token = 'svc_test_demo'

  const list = await sandbox.api.get('/campaigns')
  const file = await sandbox.api.get('/export/csv', { query: { type: 'campaigns' } })
  const refused = await Promise.all([
    control.post('/clock', { token, body: { advance: '1h', wait: true } }),
    control.post('/faults', {
      token,
      body: { operation: 'listAlerts', error: 'rate_limit_exceeded' },
    }),
    control.get('/requests', { token }),
    control.get('/keys', { token }),
    control.post('/reset', { token, body: {} }),
    control.post('/snapshots', { token, body: { name: 'x' } }),
  ])

  expect([list.status, file.status]).toEqual([200, 200])
  expect(list.body.data).not.toHaveLength(0)
  expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403])
  expect(refused[0]?.body.error.message).toMatch(
    /read-only.*POST https:\/\/demo\.example\/_sandbox\/signup/,
  )
})

it('names the address of the caller where to sign up', async () => {
  const sandbox = await startSandbox({ openSignup: true })
  const { body } = await sandbox.api.post('/campaigns', { body: CAMPAIGN })

  const address: string = body.error.details.sign_up
  const made = await controlOf(sandbox).post(new URL(address).pathname.replace('/_sandbox', ''), {
    body: {},
  })
  const key = made.body.data.key.token

  expect(address).toBe(`http://127.0.0.1:${sandbox.port}/_sandbox/signup`)
  expect((await sandbox.api.post('/campaigns', { key, body: CAMPAIGN })).status).toBe(201)
})

it('does not concern visitors, accounts and keys of the operator, and sandboxes without sign-up', async () => {
  const sandbox = await startSandbox(HOSTED)
  const control = controlOf(sandbox)
  const visitor = (await signUp(sandbox)).key.token
  const made = await control.post('/accounts', { token: ADMIN, body: { id: 'acc_team' } })
  const added = await control.post('/keys?account=acc_demo', {
    token: ADMIN,
    body: { name: 'Operator' },
  })
  const plain = await startSandbox({ ...HOSTED, openSignup: false })

  for (const token of [visitor, made.body.data.key.token, added.body.data.token]) {
    const written = await sandbox.api.post('/campaigns', { key: token, body: CAMPAIGN })
    const controlled = await control.post('/clock', { token, body: { advance: '1h', wait: true } })
    expect([written.status, controlled.status]).toEqual([201, 200])
  }
  expect((await plain.api.post('/campaigns', { body: CAMPAIGN })).status).toBe(201)
  const controlled = await controlOf(plain).post('/clock', {
    token: 'svc_test_demo',
    body: { advance: '1h', wait: true },
  })
  expect(controlled.status).toBe(200)
})

it('ends writes with sessions and keys from before sign-up was opened', async () => {
  const data = temporaryFolder()
  const before = await startSandbox({ data, adminToken: ADMIN })
  const user = { email: 'demo@example.com', password: 'demo-password' }
  const login = await before.api.post('/auth/login', { body: user })
  const added = await controlOf(before).post('/keys', {
    token: 'svc_test_demo',
    body: { name: 'Mine' },
  })
  await before.close()
  const sandbox = await startSandbox({ data, ...HOSTED })

  for (const key of [login.body.data.token, added.body.data.token]) {
    const [read, written] = [
      await sandbox.api.get('/campaigns', { key }),
      await sandbox.api.post('/campaigns', { key, body: CAMPAIGN }),
    ]
    expect([read.status, written.status]).toEqual([200, 403])
  }
})
