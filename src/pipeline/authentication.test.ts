import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { CAMPAIGN, codeOf, IS_ON_REPLICAS, startSandbox } from '../../test/support/sandbox.ts'
import { temporaryFolder } from '../../test/support/temporary.ts'

describe('API tokens', () => {
  it('verifies a full-access key as in §4', async () => {
    const { api } = await startSandbox()

    const { status, body, headers } = await api.get('/auth/verify')

    expect(status).toBe(200)
    expect(body.data).toEqual({
      key_id: expect.stringMatching(/^key_/),
      account_id: 'acc_demo',
      permissions: ['*'],
      rate_limit: { limit: 1000, remaining: 999 },
    })
    expect(headers['x-ratelimit-remaining']).toBe('999')
  })

  it.each([
    ['no header', undefined],
    ['an empty header', ''],
    ['another scheme', 'Basic c3ZjX3Rlc3RfZGVtbzo='],
    ['a scheme without a token', 'Bearer '],
    ['a token without a scheme', 'svc_test_demo'],
    ['two tokens', 'Bearer svc_test_demo svc_test_demo'],
  ])('answers %s with missing_api_key', async (_name, authorization) => {
    const { api } = await startSandbox()

    const headers: Record<string, string> =
      authorization === undefined ? {} : { Authorization: authorization }
    const response = await api.get('/campaigns', { key: null, headers })

    expect(response.status).toBe(401)
    expect(codeOf(response)).toBe('missing_api_key')
    expect(response.headers['www-authenticate']).toBe('Bearer')
  })

  it.each([
    ['misspelled', 'svc_test_demoo', /misspelled/],
    ['cut off', 'svc_test_', /misspelled/],
    ['in other case', 'SVC_TEST_DEMO', /begin with one of svc_token_/],
    ['of no known form', 'sk_live_123', /begin with one of svc_token_/],
    ['expired', 'svc_test_expired', /expired on 20\d\d/],
    ['deleted', 'svc_test_revoked', /deleted on 20\d\d/],
    ['of the wrong type', 'svc_token_demo', /live token.*svc_test_/],
    ['of the wrong type in its other form', 'svc_live_demo', /live token.*svc_test_/],
    ['of the wrong type and unknown', 'svc_token_unknown', /live token.*svc_test_/],
  ])(
    'answers a token that is %s with invalid_api_key and says what to do',
    async (_name, key, remedy) => {
      const { api } = await startSandbox()

      const response = await api.get('/campaigns', { key })

      expect(response.status).toBe(401)
      expect(codeOf(response)).toBe('invalid_api_key')
      expect(response.body.error.message).toMatch(remedy)
      expect(JSON.stringify(response.body)).not.toContain(key)
    },
  )

  // With a start time, replicas do not use the clock of the test.
  it.skipIf(IS_ON_REPLICAS)('lets a key expire on the account’s clock', async () => {
    const sandbox = await startSandbox({ now: '2026-01-15' })

    sandbox.advance({ days: -100 })

    expect((await sandbox.api.get('/auth/verify', { key: 'svc_test_expired' })).status).toBe(200)
  })
})

describe('permissions', () => {
  it('refuses a key from an address that it does not allow', async () => {
    const { api } = await startSandbox()

    const response = await api.get('/campaigns', { key: 'svc_restricted_elsewhere' })

    expect(response.status).toBe(403)
    expect(codeOf(response)).toBe('insufficient_permissions')
    expect(response.body.error.message).toContain('203.0.113.7')
  })

  it('believes a forwarded address only behind a trusted proxy', async () => {
    const direct = await startSandbox()
    const proxied = await startSandbox({ trustProxy: 1 })
    const call = { key: 'svc_restricted_elsewhere', headers: { 'X-Forwarded-For': '203.0.113.7' } }

    expect((await direct.api.get('/campaigns', call)).status).toBe(403)
    expect((await proxied.api.get('/campaigns', call)).status).toBe(200)
  })
})

describe('sessions', () => {
  const credentials = { email: 'demo@example.com', password: 'demo-password' }

  it('opens a session that works like a key and names its user', async () => {
    const { api } = await startSandbox()

    const login = await api.post('/auth/login', { body: credentials })
    const me = await api.get('/auth/me', { key: login.body.data.token })

    expect(login.body.data).toMatchObject({
      token_type: 'Bearer',
      expires_at: '2026-01-16T09:30:00.000Z',
    })
    expect(me.body.data).toEqual(login.body.data.user)
    expect(me.body.data).toMatchObject({ email: 'demo@example.com', account: { id: 'acc_demo' } })
  })

  it('ends a session after a day', async () => {
    const sandbox = await startSandbox()
    const key = (await sandbox.api.post('/auth/login', { body: credentials })).body.data.token

    sandbox.advance({ hours: 23, minutes: 59 })
    expect((await sandbox.api.get('/auth/me', { key })).status).toBe(200)
    sandbox.advance({ minutes: 1 })

    expect(codeOf(await sandbox.api.get('/auth/me', { key }))).toBe('INVALID_TOKEN')
  })

  it('a logout with a key ends only its sessions', async () => {
    const { api } = await startSandbox()
    const one = (await api.post('/auth/login', { body: credentials })).body.data.token
    const login = await api.post('/auth/login', { key: 'svc_test_limited', body: credentials })

    const logout = await api.post('/auth/logout')

    expect(logout.body.data).toEqual({ ended_sessions: 1 })
    expect(codeOf(await api.get('/auth/me', { key: one }))).toBe('INVALID_TOKEN')
    expect((await api.get('/auth/me', { key: login.body.data.token })).status).toBe(200)
    expect((await api.get('/auth/me')).status).toBe(200)
  })

  it('ends a session with the key that it was opened with, when that expires', async () => {
    const fixture = join(temporaryFolder(), 'mine.yaml')
    const user = '{ email: demo@example.com, password: demo-password }'
    const keys = '[{ token: svc_test_demo, expires: 2h }]'
    writeFileSync(fixture, `accounts: [{ id: acc_demo, users: [${user}], keys: ${keys} }]`)
    const sandbox = await startSandbox({ fixture })
    const key = (await sandbox.api.post('/auth/login', { body: credentials })).body.data.token

    sandbox.advance({ hours: 1, minutes: 59 })
    expect((await sandbox.api.get('/auth/me', { key })).status).toBe(200)
    sandbox.advance({ minutes: 1 })

    expect(codeOf(await sandbox.api.get('/auth/me', { key }))).toBe('invalid_api_key')
  })

  it('gives a session no more rights than the key that it was opened with', async () => {
    const { api } = await startSandbox()
    const login = await api.post('/auth/login', {
      key: 'svc_restricted_readonly',
      body: credentials,
    })

    const response = await api.post('/campaigns', { key: login.body.data.token, body: CAMPAIGN })

    expect(codeOf(response)).toBe('insufficient_permissions')
  })
})
