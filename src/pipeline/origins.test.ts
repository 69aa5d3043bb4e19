import supertest from 'supertest'
import { describe, expect, it } from 'vitest'
import { sendRaw } from '../../test/support/raw.ts'
import { CAMPAIGN, codeOf, expectConformance, startSandbox } from '../../test/support/sandbox.ts'
import type { SandboxOptions } from '../config.ts'

const SITE = 'https://evil.example'
const LISTED = 'https://app.example'
const NETWORK = { adminToken: 'let-me-in', trustProxy: 1 }

/** The answers to a read, a change and a preflight: whether its page may read each, and the status of the change. */
async function tried(options: SandboxOptions, headers: Record<string, string>) {
  const { port } = await startSandbox(options)
  const root = supertest(`http://localhost:${port}`)
  const key = { Authorization: 'Bearer svc_test_demo' }
  const read = await root.get('/api/auth/me').set({ ...key, ...headers })
  const change = await root
    .post('/api/campaigns')
    .set({ ...key, ...headers })
    .send(CAMPAIGN)
  const asked = await root.options('/api/campaigns').set({
    'Access-Control-Request-Method': 'POST',
    'Access-Control-Request-Private-Network': 'true',
    ...headers,
  })
  for (const answer of [read, change]) {
    expectConformance(answer)
    expect(answer.headers.vary).toContain('Origin')
  }
  const allowed = [read, change, asked].map((each) => each.headers['access-control-allow-origin'])
  const isNetworkAllowed = 'access-control-allow-private-network' in asked.headers
  return {
    allowed,
    change: change.status,
    asked: asked.status,
    isNetworkAllowed,
    body: change.body,
  }
}

describe('on loopback, the API', () => {
  it.each([
    ['http://localhost:3000', {}],
    ['https://localhost', {}],
    ['http://LOCALHOST.:3000', {}],
    // To a browser, localhost and 127.0.0.1 are different sites.
    ['http://127.0.0.1:3000', { 'Sec-Fetch-Site': 'cross-site' }],
    ['http://[::1]:3000', { 'Sec-Fetch-Site': 'cross-site' }],
  ])('is open to pages of %s', async (origin, more) => {
    expect(await tried({}, { Origin: origin, ...more })).toMatchObject({
      allowed: [origin, origin, origin],
      change: 201,
      asked: 204,
      isNetworkAllowed: true,
    })
  })

  it.each([
    [SITE],
    ['null'],
    [''],
    ['http://localhost:3000, http://localhost:3000'],
    ['http://localhost.evil.example'],
    ['http://evil.localhost:3000'],
    ['http://127.0.0.2:3000'],
    ['http://192.168.1.5:3000'],
    ['http://[fe80::1%25lo]:3000'],
    ['capacitor://localhost'],
  ])('is closed to pages of %j', async (origin) => {
    expect(await tried({}, { Origin: origin })).toMatchObject({
      allowed: [undefined, undefined, undefined],
      change: 403,
      asked: 403,
      isNetworkAllowed: false,
    })
  })

  it('says which option opens it', async () => {
    const { body } = await tried({}, { Origin: SITE })

    expect(body.error).toMatchObject({
      code: 'insufficient_permissions',
      message: `Pages of ${SITE} may not change anything here. To allow them, start the sandbox with --cors-origin ${SITE}.`,
    })
  })

  it('is closed to a change of another site that hides its origin', async () => {
    const { change } = await tried({}, { 'Sec-Fetch-Site': 'cross-site' })

    expect(change).toBe(403)
  })

  it.each([[LISTED], ['null'], ['capacitor://localhost']])(
    'is open to pages of %s if --cors-origin names it, and to those of this machine',
    async (origin) => {
      const options = { corsOrigins: [origin] }

      expect(await tried(options, { Origin: origin })).toMatchObject({ change: 201, asked: 204 })
      expect(await tried(options, { Origin: 'http://localhost:3000' })).toMatchObject({
        change: 201,
      })
      expect(await tried(options, { Origin: SITE })).toMatchObject({ change: 403, asked: 403 })
    },
  )

  it('is open to programs', async () => {
    expect(await tried({}, {})).toMatchObject({ change: 201 })
  })
})

describe('for other machines, the API', () => {
  it.each([SITE, 'null'])('is open to pages of %s', async (origin) => {
    expect(await tried(NETWORK, { Origin: origin })).toMatchObject({
      allowed: [origin, origin, origin],
      change: 201,
    })
  })

  it('is open to the pages of --cors-origin and its own only, if there is one', async () => {
    const options = { ...NETWORK, publicUrl: 'https://sandbox.example', corsOrigins: LISTED }
    const statuses: Record<string, number> = {}
    for (const origin of [LISTED, 'https://sandbox.example', SITE, 'http://localhost:3000']) {
      statuses[origin] = (await tried(options, { Origin: origin })).change
    }

    expect(statuses).toEqual({
      [LISTED]: 201,
      'https://sandbox.example': 201,
      [SITE]: 403,
      'http://localhost:3000': 403,
    })
  })
})

describe('the control plane', () => {
  const reset = async (options: SandboxOptions, headers: Record<string, string>) => {
    const { port } = await startSandbox(options)
    const token: Record<string, string> =
      options.adminToken === undefined ? {} : { Authorization: `Bearer ${options.adminToken}` }
    const own = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, value.replace('PORT', String(port))]),
    )
    return supertest(`http://localhost:${port}`)
      .post('/_sandbox/reset')
      .set({ ...token, ...own })
  }

  it.each<[string, SandboxOptions, Record<string, string>]>([
    ['a program', {}, {}],
    ['its own page', {}, { Origin: 'http://localhost:PORT', 'Sec-Fetch-Site': 'same-origin' }],
    ['its own page by another name', {}, { Origin: 'http://[::1]:PORT', Host: '[::1]:PORT' }],
    ['its own page on a default port', {}, { Origin: 'http://localhost', Host: 'LOCALHOST:80' }],
    ['its own page behind TLS', NETWORK, { Origin: 'https://a.example', Host: 'a.example' }],
    [
      'its own page by a name of --cors-origin',
      { corsOrigins: 'http://app.test:4010' },
      { Origin: 'http://app.test:4010', Host: 'app.test:4010' },
    ],
    ['an address that the user enters', {}, { 'Sec-Fetch-Site': 'none' }],
    [
      'the page of --public-url, behind a proxy that changes Host',
      { ...NETWORK, publicUrl: 'https://sandbox.example/x' },
      { Origin: 'https://sandbox.example' },
    ],
    [
      'the own page of a tunnel to this machine, although there is a --public-url',
      { ...NETWORK, publicUrl: 'https://sandbox.example' },
      { Origin: 'http://localhost:8080', Host: 'localhost:8080' },
    ],
    [
      'a page of --control-origin',
      { controlOrigins: LISTED },
      { Origin: LISTED, 'Sec-Fetch-Site': 'cross-site' },
    ],
  ])('is open to %s', async (_name, options, headers) => {
    expect((await reset(options, headers)).status).toBe(200)
  })

  it.each<[string, SandboxOptions, Record<string, string>]>([
    ['another port', {}, { Origin: 'http://localhost:3000' }],
    ['another port that hides its origin', {}, { 'Sec-Fetch-Site': 'same-site' }],
    ['another name of this machine', {}, { Origin: 'http://127.0.0.1:PORT' }],
    ['a file', {}, { Origin: 'null' }],
    ['no origin', {}, { Origin: '' }],
    [
      'a browser that contradicts its origin',
      {},
      { Origin: 'http://localhost:PORT', 'Sec-Fetch-Site': 'cross-site' },
    ],
    ['another site that has the admin token', NETWORK, { Origin: SITE }],
    [
      'a name that was made to resolve to a public sandbox',
      { ...NETWORK, publicUrl: 'https://sandbox.example' },
      { Origin: 'http://evil.example', Host: 'evil.example' },
    ],
    ['--cors-origin', { corsOrigins: LISTED }, { Origin: LISTED }],
    [
      'the name of --cors-origin that was made to resolve here',
      { corsOrigins: LISTED },
      { Origin: 'http://app.example:4010', Host: 'app.example:4010' },
    ],
    [
      'that name, for a read without an origin',
      { corsOrigins: LISTED },
      { Host: 'app.example:4010', 'Sec-Fetch-Site': 'same-origin' },
    ],
  ])('is closed to a page of %s', async (_name, options, headers) => {
    const response = await reset(options, headers)

    expect(response.status).toBe(403)
    expect(codeOf(response)).toBe('insufficient_permissions')
    expect(response.body.error.message).toContain('--control-origin')
    expect(response.headers).not.toHaveProperty('access-control-allow-origin')
  })

  it('answers the preflight request of --control-origin, and no other', async () => {
    const { port } = await startSandbox({ controlOrigins: [LISTED] })
    const ask = (origin: string) =>
      supertest(`http://localhost:${port}`).options('/_sandbox/reset').set({
        Origin: origin,
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Private-Network': 'true',
      })

    const [listed, other] = [await ask(LISTED), await ask('http://localhost:3000')]

    expect(listed.status).toBe(204)
    expect(listed.headers).toMatchObject({
      'access-control-allow-origin': LISTED,
      'access-control-allow-private-network': 'true',
    })
    expect(other.status).toBe(405)
    expect(Object.keys(other.headers).join()).not.toContain('access-control')
  })
})

describe('the Host header', () => {
  const asked = async (host: string, options: SandboxOptions = {}, path = '/api/auth/me') => {
    const { port } = await startSandbox(options)
    const key = 'Authorization: Bearer svc_test_demo'
    const text = `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n${key}\r\nConnection: close\r\n\r\n`
    return sendRaw(port, text)
  }

  it.each([
    'localhost',
    'LocalHost:3000',
    'localhost.:80',
    'app.localhost',
    '127.0.0.1:4010',
    '127.1.2.3',
    '[::1]:4010',
    '[0:0:0:0:0:0:0:1]',
  ])('may be %s on loopback', async (host) => {
    expect(await asked(host)).toMatch(/^HTTP\/1\.1 200 /)
  })

  it.each([
    'evil.example',
    'localhost.evil.example',
    'localhost@evil.example',
    'localhost/x',
    'evil.example#localhost',
    '127.evil.example',
    '10.0.0.1',
    '[fe80::1%25lo]',
    'localhost:99999',
    '%6cocalhost',
  ])('may not be %s on loopback, for no path', async (host) => {
    for (const path of [
      '/api/auth/me',
      '/',
      '/docs',
      '/openapi.json',
      '/files/x',
      '/_sandbox/health',
    ]) {
      const answer = await asked(host, {}, path)

      expect(answer, path).toMatch(/^HTTP\/1\.1 403 /)
      expect(answer, path).toContain('"code":"insufficient_permissions"')
      expect(answer, path).toContain('X-RateLimit-Limit')
    }
  })

  it.each<[string, SandboxOptions]>([
    ['app.test:4010', { corsOrigins: 'http://app.test:3000' }],
    ['app.test:4010', { controlOrigins: 'http://app.test:3000' }],
    ['anything.example', NETWORK],
  ])('may be %s with %j', async (host, options) => {
    expect(await asked(host, options)).toMatch(/^HTTP\/1\.1 200 /)
  })

  it('may be absent, as programs of HTTP/1.0 leave it', async () => {
    const { port } = await startSandbox()

    const answer = await sendRaw(port, 'GET /api/auth/me HTTP/1.0\r\n\r\n')

    expect(answer).toMatch(/^HTTP\/1\.1 401 /)
  })
})

describe('what a page of another site makes a browser send on loopback', () => {
  const CROSS = { 'Sec-Fetch-Site': 'cross-site' }

  async function sent(
    path: string,
    method: 'get' | 'post' | 'options',
    headers: Record<string, string>,
  ) {
    const sandbox = await startSandbox()
    const before = await sandbox.requests.list()
    const root = supertest(`http://localhost:${sandbox.port}`)
    const answer = await root[method](path).set(headers)
    const again = await root.get('/api/auth/me')
    const logged = (await sandbox.requests.list()).filter(({ url }) => url === path)
    return {
      status: answer.status,
      left: Number(again.headers['x-ratelimit-remaining']),
      logged: logged.length - before.length,
      answer,
    }
  }

  it.each<[string, string, 'get' | 'post' | 'options', Record<string, string>]>([
    ['an image', '/api/campaigns', 'get', { ...CROSS, 'Sec-Fetch-Mode': 'no-cors' }],
    ['a frame', '/api/campaigns', 'get', { ...CROSS, 'Sec-Fetch-Mode': 'navigate' }],
    ['an image with a referrer', '/api/x', 'get', { ...CROSS, Referer: `${SITE}/page` }],
    ['an image in an old browser', '/api/x', 'get', { Referer: `${SITE}/page` }],
    ['an image of an opaque page', '/api/x', 'get', { Referer: 'about:client' }],
    ['a script of the document', '/openapi.json', 'get', { ...CROSS, 'Sec-Fetch-Mode': 'no-cors' }],
    ['an unknown path', '/nothing', 'get', CROSS],
    ['a frame of an unknown path', '/nothing', 'get', { ...CROSS, 'Sec-Fetch-Mode': 'navigate' }],
    ['a frame of the API itself', '/api', 'get', { ...CROSS, 'Sec-Fetch-Mode': 'navigate' }],
    ['a fetch', '/api/campaigns', 'get', { ...CROSS, Origin: SITE }],
    ['a fetch of a page without an origin', '/api/campaigns', 'get', { ...CROSS, Origin: 'null' }],
    ['a form', '/api/auth/login', 'post', { ...CROSS, Origin: SITE }],
    ['a form in an old browser', '/api/auth/login', 'post', { Origin: SITE }],
    ['a form that hides its origin', '/api/auth/login', 'post', CROSS],
    ['a password in an address', '/api/x', 'get', { ...CROSS, Authorization: 'Basic YTpi' }],
    [
      'a question for access',
      '/api/campaigns',
      'options',
      { ...CROSS, Origin: SITE, 'Access-Control-Request-Method': 'GET' },
    ],
    ['a name that resolves here', '/api/x', 'get', { Host: 'evil.example', Referer: `${SITE}/` }],
  ])('is neither charged nor logged: %s', async (_, path, method, headers) => {
    const { status, left, logged, answer } = await sent(path, method, headers)

    expect({ status, left, logged }).toEqual({ status: 403, left: 599, logged: 0 })
    expectConformance(answer)
  })

  it.each<[string, string, Record<string, string>, number]>([
    ['a page of this machine', '/api/x', { ...CROSS, Referer: 'http://127.0.0.1:3000/' }, 404],
    ['another port of localhost', '/api/x', { 'Sec-Fetch-Site': 'same-site' }, 404],
    ['the address bar', '/api/x', { 'Sec-Fetch-Site': 'none' }, 404],
    ['a link to the document', '/openapi.json', { ...CROSS, 'Sec-Fetch-Mode': 'navigate' }, 200],
    ['a link to a page', '/docs', { ...CROSS, 'Sec-Fetch-Mode': 'navigate' }, 200],
    ['a program that names a page', '/api/x', { Referer: 'http://localhost:3000/' }, 404],
  ])('is answered as before if it comes from %s', async (_, path, headers, status) => {
    expect((await sent(path, 'get', headers)).status).toBe(status)
  })

  it('may be a file, whose link is signed, but no other one', async () => {
    const { port, api, requests } = await startSandbox()
    const { data } = (await api.get('/export/csv', { query: { type: 'campaigns' } })).body
    const link = new URL(data.download_url)
    const root = supertest(`http://localhost:${port}`)

    const right = await root.get(link.pathname + link.search).set(CROSS)
    const wrong = await root.get(`${link.pathname}?signature=guessed`).set(CROSS)

    expect([right.status, wrong.status]).toEqual([200, 403])
    const logged = (await requests.list()).filter(({ url }) => url.startsWith(link.pathname))
    expect(logged.map(({ status }) => status)).toEqual([200])
  })

  it('may be read as before with a key that a proxy of the app adds', async () => {
    const { port } = await startSandbox()
    const headers = { Referer: `${SITE}/`, Authorization: 'Bearer svc_test_demo' }

    const answer = await supertest(`http://localhost:${port}`).get('/api/auth/me').set(headers)

    expect(answer.status).toBe(200)
  })
})
