import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { controlOf } from '../../../test/support/control.ts'
import { codeOf, startSandbox } from '../../../test/support/sandbox.ts'
import { temporaryFolder } from '../../../test/support/temporary.ts'

describe('a new key', () => {
  it('has exactly the requested permissions', async () => {
    const sandbox = await startSandbox()

    const created = await controlOf(sandbox).post('/keys', {
      body: { name: 'Dashboard', permissions: ['campaigns:read'], rate_limit: 7 },
    })
    const { token } = created.body.data
    const list = await sandbox.api.get('/campaigns', { key: token })
    const other = await sandbox.api.get('/core/dashboards', { key: token })

    expect(created.status).toBe(201)
    expect(created.body.data).toMatchObject({
      name: 'Dashboard',
      type: 'restricted',
      prefix: token.slice(0, 8),
      permissions: ['campaigns:read'],
      rate_limit: 7,
      allowed_ips: [],
      created_at: '2026-01-15T09:30:00.000Z',
      last_used_at: null,
      expires_at: null,
      revoked_at: null,
      rotation_due: false,
      status: 'active',
    })
    expect(token).toMatch(/^svc_restricted_[\w-]{32}$/)
    expect(list.headers['x-ratelimit-limit']).toBe('7')
    expect([list.status, other.status]).toEqual([200, 403])
  })

  it.each([
    [{ expires_in: '90d' }, '2026-04-15T09:30:00.000Z'],
    [{ expires_at: '2026-01-16T00:00:00+01:00' }, '2026-01-15T23:00:00.000Z'],
  ])('is valid until %j', async (expiry, expected) => {
    const sandbox = await startSandbox()

    const { body } = await controlOf(sandbox).post('/keys', { body: { name: 'Short', ...expiry } })
    sandbox.advance({ days: 90 })

    expect(body.data.expires_at).toBe(expected)
    expect((await sandbox.api.get('/auth/me', { key: body.data.token })).status).toBe(401)
  })

  it('shows its token once; neither the list nor the disk has it', async () => {
    const data = join(temporaryFolder(), 'state')
    const sandbox = await startSandbox({ data })
    const { token } = (await controlOf(sandbox).post('/keys', { body: { name: 'Secret' } })).body
      .data

    const list = await controlOf(sandbox).get('/keys')
    await sandbox.close()

    const names = list.body.data.map(({ name }: { name: string }) => name)
    expect(names).toContain('Secret')
    expect(list.text).not.toMatch(/hash|token|[0-9a-f]{64}/)
    const files = readdirSync(join(data, 'accounts'))
    for (const file of files) {
      expect(readFileSync(join(data, 'accounts', file), 'utf8')).not.toContain(token)
    }
  })

  it.each([
    [{ type: 'live' }, ['type', 'live keys are for production', 'test or restricted']],
    [{ type: 'admin' }, ['type', 'test or restricted', 'admin']],
    [{ type: 'restricted' }, ['permissions', 'is missing']],
    [{ permissions: ['campaign:read'] }, ['campaign:read', 'campaigns:read', 'campaigns:*']],
    [{ permissions: [] }, ['permissions', 'at least one']],
    [{ rate_limit: 0 }, ['rate_limit', 'at least 1']],
    [{ allowed_ips: ['127.1'] }, ['allowed_ips/0', 'CIDR']],
    [{ expires_in: '3 months' }, ['expires_in', '90d', '3 months']],
    [{ expires_in: '0s' }, ['expires_in', 'must end after']],
    [{ expires_at: '2026-01-15T09:30:00Z' }, ['expires_at', 'must end after']],
    [{ expires_at: '2026-01-20T09:30:00Z', expires_in: '1d' }, ['expires_in', 'Leave one out']],
    [{ name: ' ' }, ['name', 'blank']],
    [{ token: 'svc_test_mine' }, ['token', 'it takes name, type']],
  ])('is refused for %j, and nothing changes', async (input, words) => {
    const sandbox = await startSandbox()
    const before = await controlOf(sandbox).get('/keys')

    const response = await controlOf(sandbox).post('/keys', { body: { name: 'Wrong', ...input } })

    expect(response.status).toBe(400)
    for (const word of words) expect(response.body.error.message).toContain(word)
    expect((await controlOf(sandbox).get('/keys')).body.data).toEqual(before.body.data)
  })

  it('is refused if there are a hundred others', async () => {
    const sandbox = await startSandbox({ fixture: 'empty' })
    const present = await sandbox.keys.list()
    for (let n = present.length; n < 100; n++) await sandbox.keys.create({ name: `Key ${n}` })

    const response = await controlOf(sandbox).post('/keys', { body: { name: 'One more' } })

    expect(response.status).toBe(403)
    expect(response.body.error.message).toContain('Delete one first')
  })
})

describe('a deleted key', () => {
  it('is refused at once with the day of its deletion, and its successor is not', async () => {
    const sandbox = await startSandbox()
    const { id, token } = await sandbox.keys.create({ name: 'New' })
    const old = (await sandbox.keys.list()).find(({ name }) => name === 'Everything')

    const deleted = await controlOf(sandbox).delete(`/keys/${old?.id}`, { token })

    const refused = await sandbox.api.get('/auth/me', { key: 'svc_test_demo' })
    expect(deleted.body.data).toMatchObject({ id: old?.id, status: 'deleted' })
    expect(codeOf(refused)).toBe('invalid_api_key')
    expect(refused.body.error.message).toContain('was deleted on 2026-01-15')
    expect((await sandbox.api.get('/auth/verify', { key: token })).body.data.key_id).toBe(id)
  })

  it('is listed on request', async () => {
    const sandbox = await startSandbox()
    const { id } = await sandbox.keys.create({ name: 'Gone' })
    await sandbox.keys.delete(id)

    const ids = async (query: string) =>
      (await controlOf(sandbox).get(`/keys${query}`)).body.data.map((key: { id: string }) => key.id)

    expect(await ids('')).not.toContain(id)
    expect(await ids('?include_deleted=true')).toContain(id)
    const again = await controlOf(sandbox).delete(`/keys/${id}`)
    expect(again.status).toBe(404)
    expect(again.body.error.message).toContain('already')
  })

  it('refuses to delete itself if it is the last one that controls the account', async () => {
    const sandbox = await startSandbox()
    const [only] = await sandbox.keys.list({ account: 'acc_starter' })

    const response = await controlOf(sandbox).delete(`/keys/${only?.id}`, {
      token: 'svc_test_starter',
    })

    expect(response.status).toBe(403)
    expect(response.body.error.message).toContain('Create another first')
    expect((await sandbox.api.get('/auth/me', { key: 'svc_test_starter' })).status).toBe(200)
    const operator = `/keys/${only?.id}?account=acc_starter`
    expect((await controlOf(sandbox).delete(operator)).status).toBe(200)
  })

  it('is not another account’s', async () => {
    const sandbox = await startSandbox()
    const [demo] = await sandbox.keys.list()

    const response = await controlOf(sandbox).delete(`/keys/${demo?.id}`, {
      token: 'svc_test_starter',
    })

    expect(response.status).toBe(404)
    expect((await sandbox.api.get('/auth/me')).status).toBe(200)
  })
})

describe('rotation', () => {
  it('is due after 90 days on the account’s clock', async () => {
    const sandbox = await startSandbox()
    const { id } = await sandbox.keys.create({ name: 'Old' })

    sandbox.advance({ days: 89, hours: 23 })
    const before = await sandbox.keys.get(id)
    sandbox.advance({ hours: 1 })
    const after = await sandbox.keys.get(id)
    await sandbox.keys.delete(id)

    expect([before.rotation_due, after.rotation_due]).toEqual([false, true])
    expect((await sandbox.keys.get(id)).rotation_due).toBe(false)
  })
})

describe('usage', () => {
  it('counts the requests of each day by their outcome', async () => {
    const sandbox = await startSandbox()
    const { id, token } = await sandbox.keys.create({ name: 'Counted', rate_limit: 4 })
    const call = (path: string, headers = {}) => sandbox.api.get(path, { key: token, headers })

    await call('/auth/me')
    await call('/campaigns/nowhere')
    await call('/auth/me', { 'X-Sandbox-Error': 'server_error' })
    await call('/auth/me')
    await call('/auth/me')
    sandbox.advance({ days: 1 })
    await call('/auth/me')
    const { body } = await controlOf(sandbox).get(`/keys/${id}/usage`)

    expect(body.data).toEqual({
      key_id: id,
      last_used_at: '2026-01-16T09:30:00.000Z',
      total: { requests: 6, rate_limited: 1, client_errors: 2, server_errors: 1 },
      days: [
        { date: '2026-01-16', requests: 1, rate_limited: 0, client_errors: 0, server_errors: 0 },
        { date: '2026-01-15', requests: 5, rate_limited: 1, client_errors: 2, server_errors: 1 },
      ],
    })
    expect((await sandbox.keys.get(id)).last_used_at).toBe('2026-01-16T09:30:00.000Z')
  })

  it('counts requests of sessions for their key, and control requests only as the last use', async () => {
    const sandbox = await startSandbox()
    const { id, token } = await sandbox.keys.create({ name: 'Sessions' })
    const body = { email: 'demo@example.com', password: 'demo-password' }
    const login = await sandbox.api.post('/auth/login', { key: token, body })
    await sandbox.api.get('/auth/me', { key: login.body.data.token })
    sandbox.advance({ hours: 1 })
    await controlOf(sandbox).get('/keys', { token })

    const usage = await sandbox.keys.usage(id)

    expect(usage.total.requests).toBe(2)
    expect(usage.last_used_at).toBe('2026-01-15T10:30:00.000Z')
  })
})
