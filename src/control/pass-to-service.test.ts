import { describe, expect, it } from 'vitest'
import { controlOf } from '../../test/support/control.ts'
import { CAMPAIGNS, change, serve } from '../../test/support/overlays.ts'
import { openPrefixProxy } from '../../test/support/prefix-proxy.ts'
import { CAMPAIGN, startSandbox, type TestSandbox } from '../../test/support/sandbox.ts'
import { preparedRules } from '../openapi/served/router.ts'
import type { JsonObject } from '../schema/json.ts'

const LINKED = change(CAMPAIGNS, { 'x-paging': { link: ['next'] } })
const WATCHED = { account: 'acc_demo' }

describe('answers as the service does', async () => {
  const id = 'cmp_9aerfpy76pgk'
  const READS = [
    '/campaigns',
    '/campaigns?limit=2&offset=2',
    '/campaigns/none',
    '/campaigns?limit=none',
    '/campaigns?search=%E0',
    '/nothing?here=1',
    '/',
    `/serp/rankings?campaign_id=${id}&keywords[]=a&keywords[]=b`,
    '/chat/mentions?brand=Northwheel&limit=1',
    '/core/dashboards?compare=none',
    '/core/dashboards/intelligence-overview',
    `/analytics/campaign/${id}`,
    '/alerts',
    '/webhooks',
    '/auth/me',
  ]

  it.each(READS)('GET %s', async (path) => {
    const sandbox = await startSandbox({ validateResponses: true })
    const service = await sandbox.api.get(path)
    const passed = await controlOf(sandbox).get(`/api${path}`, { query: WATCHED })

    expect(passed.status).toBe(service.status)
    expect(passed.body).toEqual(service.body)
    expect(passed.headers.link).toBe(service.headers.link)
    expect(passed.headers['x-ratelimit-limit']).toBeUndefined()
  })

  it('for every read of the document', async () => {
    const sandbox = await startSandbox({ validateResponses: true })
    const answer = await fetch(new URL('/openapi.json', sandbox.url))
    const document = (await answer.json()) as JsonObject
    const { operations } = await preparedRules(document)
    const reads = operations.filter(({ method }) => method === 'GET')

    const statuses = await Promise.all(
      reads.map(async ({ path }) => {
        const asked = path.replace('{id}', 'cmp_unknown')
        const [service, passed] = await Promise.all([
          sandbox.api.get(asked),
          controlOf(sandbox).get(`/api${asked}`),
        ])
        return [path, service.status, passed.status]
      }),
    )

    expect(statuses.length).toBeGreaterThan(10)
    for (const [path, service, passed] of statuses) {
      expect([path, passed]).toEqual([path, path === '/auth/verify' ? 401 : service])
    }
  })

  it('with a Location that works with a key', async () => {
    const sandbox = await startSandbox({ validateResponses: true })

    const { status, headers, body } = await controlOf(sandbox).post('/api/campaigns', {
      body: CAMPAIGN,
    })

    expect(status).toBe(201)
    expect(headers.location).toBe(`${sandbox.url}/campaigns/${body.data.id}`)
    expect((await sandbox.api.get(`/campaigns/${body.data.id}`)).status).toBe(200)
  })

  it('with files, and links to files', async () => {
    const sandbox = await startSandbox()
    const control = controlOf(sandbox)

    const csv = { Accept: 'text/csv' }
    const file = await control.get('/api/export/csv?type=campaigns', { headers: csv })
    const made = await control.get('/api/export/csv?type=campaigns')
    const opened = await fetch(made.body.data.download_url)

    expect(file.text).toContain('Northwheel')
    expect(made.body.data.download_url).toContain('/files/')
    expect(opened.status).toBe(200)
    expect(await opened.text()).toBe(file.text.replace('\ufeff', ''))
  })

  it('with the file of a link, which leaves no trace', async () => {
    const sandbox = await startSandbox()
    const made = await controlOf(sandbox).get('/api/export/csv?type=campaigns')
    const link = made.body.data.download_url.replace('/files/', '/_sandbox/files/')

    const opened = await fetch(link)
    const altered = await fetch(link.replace('type=campaigns', 'type=mentions'))

    expect(await opened.text()).toContain('Northwheel')
    expect(altered.status).toBe(403)
    expect(await sandbox.requests.list({ unauthenticated: true })).toEqual([])
  })

  it('for the account of the request', async () => {
    const sandbox = await startSandbox()

    const { body } = await controlOf(sandbox).get('/api/auth/me?account=acc_starter')

    expect(body.data.account.id).toBe('acc_starter')
  })

  it.each([
    ['of its own', {}, ''],
    ['below a base path', { basePath: '/sandbox' }, '/sandbox'],
  ])('with links to other pages %s', async (_, options, prefix) => {
    const { sandbox } = await serve(LINKED, options)
    const proxy = await openPrefixProxy(sandbox, { prefix: '/sandbox', strips: false })
    const root = prefix === '' ? `http://127.0.0.1:${sandbox.port}` : `${proxy}${prefix}`

    const answer = await fetch(`${root}/_sandbox/api/campaigns?limit=1&account=acc_demo`)

    expect(answer.status).toBe(200)
    expect(answer.headers.get('link')).toBe(`<${root}/api/campaigns?limit=1&offset=1>; rel="next"`)
  })
})

describe('leaves no trace', () => {
  it('uses up no fault rule, and is not hit by one', async () => {
    const sandbox = await startSandbox()
    await sandbox.faults.add({ error: 'rate_limit_exceeded', count: 2 })

    const passed = await read(sandbox, 5)
    const service = []
    for (let n = 0; n < 3; n++) service.push((await sandbox.api.get('/campaigns')).status)

    expect(passed).toEqual([200, 200, 200, 200, 200])
    expect(service).toEqual([429, 429, 200])
  })

  it('ignores forced errors and delays', async () => {
    const sandbox = await startSandbox()
    const headers = { 'X-Sandbox-Error': 'server_error', 'X-Sandbox-Delay': '60000' }

    const byHeader = await controlOf(sandbox).get('/api/campaigns', { headers })
    const byQuery = await controlOf(sandbox).get('/api/campaigns?prefer=code=503')

    expect([byHeader.status, byQuery.status]).toEqual([200, 200])
  })

  it('is in no request log, no usage and no quota', async () => {
    const sandbox = await startSandbox()
    const { data: before } = (await sandbox.api.get('/auth/verify')).body

    await read(sandbox, 5)
    await controlOf(sandbox).post('/api/campaigns', { body: CAMPAIGN })
    await controlOf(sandbox).get('/api/nothing')

    const logged = await sandbox.requests.list()
    expect(logged.map(({ operation }) => operation)).toEqual(['verifyToken'])
    const { body } = await sandbox.api.get('/auth/verify')
    expect(body.data.rate_limit.remaining).toBe(before.rate_limit.remaining - 1)
    const usage = await controlOf(sandbox).get(`/keys/${before.key_id}/usage`)
    expect(usage.body.data.total.requests).toBe(2)
  })
})

describe('access', () => {
  const HOSTED = { adminToken: 'let-me-in' }

  it.each([
    ['no token', undefined, 401],
    ['a wrong token', 'let-me-out', 401],
    ['the admin token', 'let-me-in', 200],
    ["the account's own key", 'svc_test_demo', 200],
    ['a restricted key', 'svc_restricted_readonly', 403],
    ['the key of another account', 'svc_test_starter', 403],
  ])('with %s', async (_, token, status) => {
    const sandbox = await startSandbox(HOSTED)

    const answer = await controlOf(sandbox).get('/api/campaigns', {
      query: WATCHED,
      ...(token === undefined ? {} : { token }),
    })

    expect(answer.status).toBe(status)
  })

  it('is refused to pages of other origins', async () => {
    const sandbox = await startSandbox()

    const answer = await controlOf(sandbox).get('/api/campaigns', {
      headers: { Origin: 'http://localhost:3000' },
    })

    expect(answer.status).toBe(403)
  })

  it('only reads with a key of the fixture in a hosted demo', async () => {
    const sandbox = await startSandbox({ ...HOSTED, openSignup: true })
    const control = controlOf(sandbox)
    const token = 'svc_test_demo'

    expect((await control.get('/api/campaigns', { token })).status).toBe(200)
    const changed = await control.post('/api/campaigns', { token, body: CAMPAIGN })
    expect(changed.status).toBe(403)
    expect(changed.body.error.message).toContain('read-only')
    const operator = await control.post('/api/campaigns', { token: 'let-me-in', body: CAMPAIGN })
    expect(operator.status).toBe(201)
  })

  it('makes links that end with the key of the owner', async () => {
    const sandbox = await startSandbox(HOSTED)
    const key = await sandbox.keys.create({ name: 'Owner' })
    const made = await controlOf(sandbox).get('/api/export/csv?type=campaigns', {
      token: key.token,
    })

    await sandbox.keys.delete(key.id)

    expect((await fetch(made.body.data.download_url)).status).toBe(403)
  })

  it.each(['/auth/verify', '/auth/logout'])('has no key for %s', async (path) => {
    const sandbox = await startSandbox(HOSTED)
    const method = path === '/auth/verify' ? 'get' : 'post'

    const answer = await controlOf(sandbox)[method](`/api${path}`, { token: 'svc_test_demo' })

    expect(answer.status).toBe(401)
    expect(answer.body.error.message).toContain('needs an API key')
  })
})

/** The statuses of so many reads. */
async function read(sandbox: TestSandbox, times: number): Promise<number[]> {
  const statuses: number[] = []
  for (let n = 0; n < times; n++) {
    statuses.push((await controlOf(sandbox).get('/api/campaigns')).status)
  }
  return statuses
}
