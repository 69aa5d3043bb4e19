import { describe, expect, it } from 'vitest'
import { controlOf } from '../../../test/support/control.ts'
import { codeOf, startSandbox } from '../../../test/support/sandbox.ts'
import { MAX_FAULTS } from '../../faults/input.ts'

const RULE = { operation: 'listCampaigns', error: 'server_error', count: 3 }

async function start() {
  const sandbox = await startSandbox()
  return { ...sandbox, control: controlOf(sandbox) }
}

describe('/_sandbox/faults', () => {
  it('creates, lists, shows, changes and deletes rules', async () => {
    const { control } = await start()

    const created = await control.post('/faults', { body: { ...RULE, name: 'Outage' } })
    const { id } = created.body.data
    const changed = await control.put(`/faults/${id}`, { body: { enabled: false } })
    const shown = await control.get(`/faults/${id}`)
    const listed = await control.get('/faults')
    const deleted = await control.delete(`/faults/${id}`)
    const left = await control.get('/faults')

    expect(created.status).toBe(201)
    expect(created.body.data).toEqual({
      id: expect.stringMatching(/^flt_\w{12}$/),
      account: 'acc_demo',
      name: 'Outage',
      enabled: true,
      state: 'active',
      operation: ['listCampaigns'],
      error: 'server_error',
      count: 3,
      matched: 0,
      remaining: 3,
      expires_at: null,
      created_at: '2026-01-15T09:30:00.000Z',
      updated_at: '2026-01-15T09:30:00.000Z',
    })
    expect(changed.body.data).toMatchObject({ ...RULE, operation: ['listCampaigns'], id })
    expect(changed.body.data.state).toBe('disabled')
    expect(shown.body.data).toEqual(changed.body.data)
    expect(listed.body.data).toEqual([changed.body.data])
    expect(deleted.status).toBe(200)
    expect(left.body.data).toEqual([])
  })

  it('deletes all rules of one account and leaves those of others', async () => {
    const { control } = await start()
    await control.post('/faults', { body: RULE })
    await control.post('/faults', { body: RULE })
    await control.post('/faults', { body: RULE, query: { account: 'acc_starter' } })

    const { body } = await control.delete('/faults')

    expect(body.data).toEqual({ deleted: 2 })
    expect((await control.get('/faults')).body.data).toEqual([])
    const others = await control.get('/faults', { query: { account: 'acc_starter' } })
    expect(others.body.data).toHaveLength(1)
  })

  it('replaces all effects of a rule, and restarts a count that is sent again', async () => {
    const { control, api } = await start()
    const { body } = await control.post('/faults', { body: { ...RULE, count: 1 } })
    await api.get('/campaigns')

    const changed = await control.put(`/faults/${body.data.id}`, {
      body: { connection: 'reset', count: 2 },
    })

    expect(changed.body.data).toMatchObject({ connection: 'reset', remaining: 2, state: 'active' })
    expect(changed.body.data).not.toHaveProperty('error')
  })

  it('removes what is null from a rule', async () => {
    const { control, advance } = await start()
    const limits = { method: 'GET', path: '/campaigns', share: 0.5, name: 'Half', expires_in: '1h' }
    const { body } = await control.post('/faults', { body: { ...RULE, ...limits } })
    const path = `/faults/${body.data.id}`

    const none = { operation: null, method: null, path: null, share: null, key: null, name: null }
    const changed = await control.put(path, { body: { ...none, count: null, expires_at: null } })
    advance({ hours: 2 })

    expect(changed.status).toBe(200)
    const { data } = (await control.get(path)).body
    const { id, account, created_at, updated_at, ...left } = data
    expect(left).toEqual({
      name: null,
      enabled: true,
      state: 'active',
      error: 'server_error',
      matched: 0,
      remaining: null,
      expires_at: null,
    })
  })

  it('moves a rule in the order of evaluation', async () => {
    const { control, api } = await start()
    for (const status of [500, 502, 503]) {
      await control.post('/faults', { body: { name: String(status), status } })
    }
    const order = async () => (await control.get('/faults')).body.data
    const [first, , last] = await order()
    const names = async () => (await order()).map(({ name }: { name: string }) => name)

    await control.put(`/faults/${last.id}`, { body: { position: 1 } })
    expect(await names()).toEqual(['503', '500', '502'])
    expect((await api.get('/auth/me')).status).toBe(503)
    await control.put(`/faults/${first.id}`, { body: { position: 100 } })
    expect(await names()).toEqual(['503', '502', '500'])
  })

  it('keeps the id of a key that is named by its token', async () => {
    const { control } = await start()

    const { body } = await control.post('/faults', { body: { ...RULE, key: 'svc_test_limited' } })

    expect(body.data.key).toMatch(/^key_/)
  })

  it.each([
    [{}, 'must say what the rule does'],
    [{ operation: 'listCampaigns' }, 'must say what the rule does'],
    [{ error: 'oops' }, 'error (body) must be one of invalid_request'],
    [
      { error: 'server_error', operation: 'listCampaign' },
      'found "listCampaign". Did you mean listCampaigns?',
    ],
    [{ error: 'server_error', operation: [] }, 'operation (body) must have at least one entry'],
    [
      { error: 'server_error', method: 'G E T' },
      'method (body) must be an HTTP method, or a list of them, such as POST; found "G E T"',
    ],
    [{ error: 'server_error', method: ['get', 'GTE'] }, 'method (body) must be one of GET, PUT,'],
    [
      { error: 'server_error', path: 'campaigns' },
      'path (body) must begin with /; found "campaigns"',
    ],
    [{ error: 'server_error', share: 0 }, 'share (body)'],
    [{ error: 'server_error', share: 1.5 }, 'share (body) must be at most 1; found 1.5'],
    [{ error: 'server_error', count: 0 }, 'count (body) must be at least 1; found 0'],
    [{ error: 'server_error', counts: 3 }, 'has an unknown field "counts"; it takes name, enabled'],
    [{ status: 200 }, 'status (body) must be at least 400; found 200'],
    [{ delay: 60_001 }, 'delay (body) must be at most 60000'],
    [{ delay: '1s' }, 'delay (body) must be an integer or object'],
    [{ delay: { median: 100 } }, 'delay/p99 (body) is missing'],
    [{ delay: { median: 100, p99: 50 } }, 'must be at least the median, 100'],
    [{ connection: 'broken' }, 'connection (body) must be one of reset, empty'],
    [{ connection: 'reset', status: 500 }, 'leaves no answer for status to act on'],
    [{ connection: 'reset', body: 'truncated' }, 'leaves no answer for body to act on'],
    [
      { missing_headers: ['a b'] },
      'missing_headers/0 (body) must be the name of a header; found "a b"',
    ],
    [{ status: 500, expires_in: '5 moments' }, 'expires_in (body) must be a duration such as 90d'],
    [{ status: 500, expires_in: '0s' }, 'must end after 2026-01-15T'],
    [{ status: 500, expires_at: '2026-01-15T09:29:00Z' }, 'must end after 2026-01-15T'],
    [
      { status: 500, expires_in: '5m', expires_at: '2027-01-01T00:00:00Z' },
      'expires_in (body) must not be combined with expires_at. Leave one out',
    ],
    [{ status: 500, key: 'svc_test_starter' }, 'key of this account'],
  ])('refuses %j and stores nothing', async (body, message) => {
    const { control } = await start()
    const kept = await control.post('/faults', { body: RULE })
    const { id } = kept.body.data

    const created = await control.post('/faults', { body })

    expect(created.status).toBe(400)
    expect(codeOf(created)).toBe('invalid_request')
    expect(created.body.error.message).toContain(message)
    expect((await control.get('/faults')).body.data).toEqual([kept.body.data])
    expect((await control.get(`/faults/${id}`)).body.data).toEqual(kept.body.data)
  })

  it('does not repeat a token of no key', async () => {
    const { control } = await start()

    const { body } = await control.post('/faults', {
      body: { status: 500, key: 'svc_test_starter' },
    })

    expect(JSON.stringify(body)).not.toContain('svc_test_starter')
  })

  it.each(['get', 'put', 'delete'] as const)(
    'has no %s of a rule of another account',
    async (method) => {
      const { control, faults } = await start()
      const { id } = await faults.add({ status: 500 }, { account: 'acc_starter' })

      const response = await control[method](`/faults/${id}`, { body: { count: 1 } })

      expect(response.status).toBe(404)
      expect(response.body.error.message).toContain('GET /_sandbox/faults')
      expect(await faults.list({ account: 'acc_starter' })).toMatchObject([{ id, remaining: null }])
    },
  )

  it('limits the number of rules', async () => {
    const { control, faults } = await start()
    for (let i = 0; i < MAX_FAULTS; i++) await faults.add({ status: 500 })

    const response = await control.post('/faults', { body: { status: 500 } })

    expect(response.status).toBe(400)
    expect(response.body.error.message).toContain('Delete some first')
  })

  it('removes the rules at a reset', async () => {
    const { faults, reset } = await start()
    await faults.add({ status: 500 })

    await reset()

    expect(await faults.list()).toEqual([])
  })
})
