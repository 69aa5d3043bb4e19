import { describe, expect, it, onTestFinished } from 'vitest'
import { controlOf } from '../../../test/support/control.ts'
import { sendRaw } from '../../../test/support/raw.ts'
import { CAMPAIGN, codeOf, startSandbox } from '../../../test/support/sandbox.ts'
import type { LoggedRequest } from './requests.ts'

async function start(options = {}) {
  const sandbox = await startSandbox(options)
  return { ...sandbox, control: controlOf(sandbox) }
}

describe('/_sandbox/requests', () => {
  it('shows each request to the service and its answer', async () => {
    const { api, control } = await start()
    const created = await api.post('/campaigns', {
      body: CAMPAIGN,
      headers: { 'X-Request-Id': 'trace-1', 'User-Agent': 'suite' },
    })

    const { body } = await control.get('/requests')

    expect(body.meta.pagination).toEqual({ total: 1, limit: 50, offset: 0, has_more: false })
    const [logged] = body.data
    expect(logged).toMatchObject({
      id: 'req_1',
      request_id: 'trace-1',
      time: '2026-01-15T09:30:00.000Z',
      account: 'acc_demo',
      key: { id: expect.stringMatching(/^key_/), prefix: 'svc_test' },
      method: 'POST',
      url: '/api/campaigns',
      operation: 'createCampaign',
      status: 201,
      error: null,
      fault: null,
      validation: { valid: true, issues: [] },
    })
    expect(logged.duration_ms).toBeGreaterThan(0)
    expect(JSON.parse(logged.request.body)).toEqual(CAMPAIGN)
    expect(logged.request.headers).toMatchObject({ 'user-agent': 'suite' })
    expect(JSON.parse(logged.response.body)).toEqual(created.body)
    expect(logged.response.headers).toMatchObject({ 'x-ratelimit-limit': '1000' })
    expect((await control.get('/requests/req_1')).body.data).toEqual(logged)
  })

  it('shows why a request was refused', async () => {
    const { api, control } = await start()
    await api.post('/campaigns', { body: { name: '' } })
    await api.post('/campaigns', {
      body: '{"name":',
      headers: { 'Content-Type': 'application/json' },
    })
    await api.get('/nowhere', { key: null })

    const { body } = await control.get('/requests')

    const [unknown, broken, invalid] = body.data
    expect(invalid).toMatchObject({ status: 400, error: 'invalid_request' })
    expect(invalid.validation.valid).toBe(false)
    expect(invalid.validation.issues).toContainEqual(expect.objectContaining({ path: '/keywords' }))
    expect(broken.validation).toEqual({ valid: false, issues: [] })
    expect(broken.request.body).toBe('{"name":')
    expect(unknown).toMatchObject({ status: 404, account: null, key: null, validation: null })
  })

  it('shows the fault that acted, and that no answer was sent', async () => {
    const { url, faults, control } = await start()
    const rule = await faults.add({ connection: 'reset', count: 1 })
    const headers = { Authorization: 'Bearer svc_test_demo' }
    await fetch(`${url}/campaigns`, { headers }).catch(() => {})

    const { body } = await control.get('/requests/wait-for')

    expect(body.data).toMatchObject({ status: null, fault: rule.id })
  })

  it('shows no secrets', async () => {
    const { api, control, url } = await start()
    const login = { email: 'demo@example.com', password: 'demo-password' }
    const { body } = await api.post('/auth/login', {
      body: login,
      headers: { Cookie: 'sid=let-me-in', 'X-Api-Key': 'let-me-in', 'X-Note': 'svc_test_secret' },
    })
    await api.post('/auth/login', {
      body: { ...login, password: 'let-me-in', extra: 'svc_test_x' },
    })
    await api.post('/auth/login', {
      body: `{"email": "x", 'password': 'let-me-in', "password": let-me-in`,
      headers: { 'Content-Type': 'application/json' },
    })
    await api.get('/campaigns?token=let-me-in&search=svc_session_let-me-in')
    const report = await api.get('/reports/generate', {
      query: { campaign_id: 'cmp_9aerfpy76pgk', format: 'pdf' },
    })
    const link = new URL(report.body.data.download_url)
    await fetch(`${new URL(url).origin}${link.pathname}${link.search}`).then((it) => it.text())

    const all = JSON.stringify((await control.get('/requests')).body.data)

    expect(all).toContain('demo@example.com')
    expect(all).toContain('Bearer …')
    for (const secret of [
      'let-me-in',
      'demo-password',
      'svc_test_demo',
      'svc_test_secret',
      'svc_test_x',
      body.data.token,
      link.searchParams.get('signature'),
    ]) {
      expect(secret, 'the test has a secret to look for').toBeTruthy()
      expect(all).not.toContain(secret)
    }
  })

  it('keeps no more than the beginning of long bodies', async () => {
    const { api, control } = await start()
    await api.post('/campaigns', { body: { ...CAMPAIGN, name: 'x'.repeat(20_000) } })
    await api.get('/campaigns', { query: { limit: 1000 }, key: 'svc_test_enterprise' })

    const { body } = await control.get('/requests')

    const [list, create] = body.data
    expect(create.request.truncated).toBe(true)
    expect(create.request.body).toHaveLength(16 * 1024)
    expect(list.response.truncated).toBe(true)
    expect(list.response.body.length).toBeLessThanOrEqual(16 * 1024)
    expect(list.response.body).toMatch(/^\{"success":true/)
  })

  it('separates accounts, and shows requests without a key only to the operator', async () => {
    const { api, control } = await start({ adminToken: 'let-me-in' })
    await api.get('/campaigns')
    await api.get('/auth/me', { key: 'svc_test_starter' })
    await api.get('/campaigns', { key: null })
    const seen = async (token: string, query = {}) =>
      (await control.get('/requests', { token, query })).body.data.map(
        ({ account }: { account: string | null }) => account,
      )

    expect(await seen('let-me-in')).toEqual([null, 'acc_starter', 'acc_demo'])
    expect(await seen('let-me-in', { account: 'acc_demo' })).toEqual(['acc_demo'])
    expect(await seen('svc_test_starter')).toEqual(['acc_starter'])
    const foreign = await control.get('/requests/req_1', { token: 'svc_test_starter' })
    expect(foreign.status).toBe(404)
  })

  it('adds requests of no account to those of an account for the operator only', async () => {
    const { api, control } = await start({ adminToken: 'let-me-in' })
    for (const key of ['svc_test_demo', null, 'svc_test_starter', 'svc_test_demo', null]) {
      await api.get('/campaigns', { key })
    }
    const query = { account: 'acc_demo', unauthenticated: 'true' }
    const seen = async (token: string, more = {}) => {
      const { body } = await control.get('/requests', { token, query: { ...query, ...more } })
      return [body.data.map(({ id }: LoggedRequest) => id), body.meta.pagination.total]
    }

    expect(await seen('let-me-in')).toEqual([['req_5', 'req_4', 'req_2', 'req_1'], 4])
    expect(await seen('let-me-in', { limit: 2, offset: 1 })).toEqual([['req_4', 'req_2'], 4])
    expect(await seen('let-me-in', { status: '401' })).toEqual([['req_5', 'req_2'], 2])
    expect(await seen('svc_test_demo')).toEqual([['req_4', 'req_1'], 2])
  })

  it('lists pages, newest first', async () => {
    const { api, control } = await start()
    for (const id of ['a', 'b', 'c']) await api.get(`/campaigns/cmp_${id}`)

    const { body } = await control.get('/requests', { query: { limit: 1, offset: 1 } })

    expect(body.data[0].url).toBe('/api/campaigns/cmp_b')
    expect(body.meta.pagination).toEqual({ total: 3, limit: 1, offset: 1, has_more: true })
  })

  it.each([
    [{ method: 'post' }, [2]],
    [{ status: '404' }, [3]],
    [{ status: '4xx' }, [2, 3, 6]],
    [{ status: 'none' }, []],
    [{ path: '/campaigns' }, [1, 2, 3, 5]],
    [{ path: '/api/campaigns/' }, [3]],
    [{ operation: 'listCampaigns' }, [1, 5]],
    [{ key: 'svc_rest' }, [4]],
    [{ key: 'none' }, [6]],
    [{ fault: 'yes' }, [5]],
    [{ fault: 'no' }, [1, 2, 3, 4, 6]],
    [{ fault: 'flt_other' }, []],
    [{ valid: 'no' }, [2]],
    [{ valid: 'yes' }, [1, 3, 4, 5]],
    [{ error: 'not_found' }, [3]],
    [{ since: 'req_2' }, [3, 4, 5, 6]],
    [{ since: '2026-01-15T09:31:00Z' }, [4, 5, 6]],
    [{ since: '2026-01-15' }, [1, 2, 3, 4, 5, 6]],
    [{ since: '2026-01-16' }, []],
    [{ text: 'NEEDLE' }, [2]],
    [{ text: 'cmp_x' }, [3]],
    [{ text: 'svc_test_demo' }, []],
    [{ status: '4xx', method: 'GET' }, [3, 6]],
  ])('filtered by %j has %j', async (query, expected) => {
    const { api, control, advance, faults } = await start()
    await api.get('/campaigns')
    await api.post('/campaigns', { body: { name: 'needle' } })
    await api.get('/campaigns/cmp_x')
    advance({ minutes: 1 })
    await api.get('/auth/me', { key: 'svc_restricted_readonly' })
    await faults.add({ operation: 'listCampaigns', delay: 1 })
    await api.get('/campaigns')
    await api.get('/auth/me', { key: null })

    const { body } = await control.get('/requests', { query })

    const ids = body.data.map(({ id }: { id: string }) => Number(id.slice(4))).reverse()
    expect(ids).toEqual(expected)
  })

  it.each([
    ['/requests', { status: '9xx' }],
    ['/requests', { method: 'G-T' }],
    ['/requests', { method: 'GETT' }],
    ['/requests', { path: 'campaigns' }],
    ['/requests', { since: 'yesterday' }],
    ['/requests', { since: '2026-99-99T00:00:00Z' }],
    ['/requests', { fault: 'maybe' }],
    ['/requests', { limit: 0 }],
    ['/requests/wait-for', { timeout: '61s' }],
    ['/requests/wait-for', { timeout: '5' }],
  ])('refuses %s with %j', async (path, query) => {
    const { control } = await start()

    const response = await control.get(path, { query })

    expect(response.status).toBe(400)
    const [name, value] = Object.entries(query)[0] as [string, string]
    expect(response.body.error.message).toContain(name)
    expect(response.body.error.message).toContain(String(value))
  })

  it.each(['req_1', 'req_x', 'x'])('has no %s', async (id) => {
    const { control } = await start()

    const response = await control.get(`/requests/${id}`)

    expect(response.status).toBe(404)
    expect(response.body.error.message).toContain('GET /_sandbox/requests')
  })

  it('deletes the requests of an account, all requests, and at a reset', async () => {
    const { api, control, reset, requests } = await start()
    const ask = async () => {
      await api.get('/campaigns')
      await api.get('/campaigns', { key: 'svc_test_starter' })
    }
    await ask()

    const one = await control.delete('/requests', { query: { account: 'acc_starter' } })
    const left = await requests.list()
    const rest = await control.delete('/requests')
    await ask()
    await reset()

    expect(one.body.data).toEqual({ deleted: 1 })
    expect(left).toMatchObject([{ account: 'acc_demo' }])
    expect(rest.body.data).toEqual({ deleted: 1 })
    expect(await requests.list()).toEqual([])
  })
})

describe('/_sandbox/requests/wait-for', () => {
  it('answers at once with the oldest match', async () => {
    const { api, control } = await start()
    await api.get('/auth/me')
    await api.get('/campaigns/cmp_a')
    await api.get('/campaigns/cmp_b')

    const { body } = await control.get('/requests/wait-for', { query: { path: '/campaigns' } })

    expect(body.data.url).toBe('/api/campaigns/cmp_a')
  })

  it('waits for a later match', async () => {
    const { api, requests } = await start()
    await api.get('/campaigns')

    const waited = requests.waitFor({ method: 'GET', path: '/campaigns', since: 'req_1' })
    await api.get('/auth/me')
    await api.get('/campaigns/cmp_x')

    expect((await waited).url).toBe('/api/campaigns/cmp_x')
  })

  it('reports the other requests after the timeout', async () => {
    const { api, control } = await start()
    await api.get('/campaigns')

    const response = await control.get('/requests/wait-for', {
      query: { method: 'POST', path: '/campaigns', timeout: '0s' },
    })

    expect(response.status).toBe(408)
    expect(codeOf(response)).toBe('invalid_request')
    expect(response.body.error.message).toBe(
      'No request with method POST, path /campaigns was logged within 0s. No other requests were logged meanwhile.',
    )
    expect(response.body.error.details.filters).toEqual({ method: 'POST', path: '/campaigns' })
  })

  it('ends with the sandbox', async () => {
    const { requests, close } = await start()

    const waited = expect(requests.waitFor({ timeout: '60s' })).rejects.toThrow('closing')
    await close()

    await waited
  })
})

describe('/_sandbox/requests/stream', () => {
  /** Opens a stream and resolves with a function that reads `count` messages. */
  async function listen(port: number, headers: Record<string, string> = {}, query = '') {
    const gone = new AbortController()
    onTestFinished(() => gone.abort())
    const url = `http://127.0.0.1:${port}/_sandbox/requests/stream${query}`
    const response = await fetch(url, { headers, signal: gone.signal })
    const reader = (response.body as ReadableStream<Uint8Array>)
      .pipeThrough(new TextDecoderStream())
      .getReader()
    let text = ''
    const messages = async (count: number) => {
      while (text.split('\n\n').length < count + 2) text += (await reader.read()).value ?? ''
      return text.split('\n\n').slice(1, -1)
    }
    await messages(0)
    return { response, messages }
  }

  it('sends each request as it is answered', async () => {
    const { api, port, control } = await start()
    await api.get('/campaigns')
    const { response, messages } = await listen(port)

    await api.get('/campaigns/cmp_x')

    const [message = ''] = await messages(1)
    const logged = (await control.get('/requests/req_2')).body.data
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(message).toBe(`id: req_2\nevent: request\ndata: ${JSON.stringify(logged)}`)
  })

  it('continues after the last read request', async () => {
    const { api, port } = await start()
    for (const id of ['a', 'b', 'c']) await api.get(`/campaigns/cmp_${id}`)

    const { messages } = await listen(port, { 'Last-Event-ID': 'req_1' })

    const ids = (await messages(2)).map((message) => message.split('\n')[0])
    expect(ids).toEqual(['id: req_2', 'id: req_3'])
  })

  it('leaves out requests that do not match', async () => {
    const { api, port } = await start()
    const { messages } = await listen(port, {}, '?status=404&account=acc_demo')

    await api.get('/campaigns')
    await api.get('/campaigns/cmp_x', { key: 'svc_test_starter' })
    await api.get('/campaigns/cmp_x')

    expect((await messages(1))[0]).toMatch(/^id: req_3\n/)
  })

  it('reports dropped requests to a reader that was away for too long', async () => {
    const { port } = await start({ rateLimits: false })
    const head = (connection: string) =>
      `GET /api/auth/me HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer svc_test_enterprise\r\nConnection: ${connection}\r\n\r\n`
    const answers = await sendRaw(port, head('keep-alive').repeat(1001) + head('close'))
    expect(answers.match(/HTTP\/1\.1 200 /g)).toHaveLength(1002)

    const { messages } = await listen(port, { 'Last-Event-ID': 'req_1' })

    const [first, second] = await messages(2)
    expect(first).toBe('event: missed\ndata: {"after":"req_1","up_to":"req_2"}')
    expect(second).toMatch(/^id: req_3\n/)
  })

  it('ends when the sandbox is closed', async () => {
    const { port, close } = await start()
    const { response } = await listen(port)

    await close()

    expect(response.status).toBe(200)
  })
})
