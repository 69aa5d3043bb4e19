import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import supertest from 'supertest'
import { describe, expect, it } from 'vitest'
import { readAnswers } from '../test/support/answers.ts'
import { sendRaw } from '../test/support/raw.ts'
import {
  CAMPAIGN,
  codeOf,
  expectConformance,
  START,
  startSandbox,
} from '../test/support/sandbox.ts'
import { packagedDocument } from './openapi/load.ts'

const json = { 'Content-Type': 'application/json' }

describe('an invalid request', () => {
  it.each([
    ['cut off', '{"name": "x"', 400],
    ['no JSON at all', 'name=x', 400],
    ['empty', '', 400],
    ['one byte over 1 MB', JSON.stringify('x'.repeat(1024 * 1024 - 1)), 413],
  ])('answers a body that is %s in the envelope', async (_name, body, status) => {
    const { api } = await startSandbox()

    const response = await api.post('/campaigns', { body, headers: json })

    expect(response.status).toBe(status)
    expect(codeOf(response)).toBe('invalid_request')
  })

  it('accepts a body of exactly 1 MB for validation', async () => {
    const { api } = await startSandbox()
    const body = JSON.stringify('x'.repeat(1024 * 1024 - 2))

    const response = await api.post('/campaigns', { body, headers: json })

    expect(response.status).toBe(400)
  })

  it.each([
    ['application/x-www-form-urlencoded', 'name=x'],
    ['text/plain', JSON.stringify(CAMPAIGN)],
    ['application/vnd.api+json', JSON.stringify(CAMPAIGN)],
    ['multipart/form-data; boundary=x', '--x--'],
    ['application/json; charset=utf-99', JSON.stringify(CAMPAIGN)],
  ])('refuses %s and shows what to send', async (type, body) => {
    const { api } = await startSandbox()

    const response = await api.post('/campaigns', { body, headers: { 'Content-Type': type } })

    expect(response.status).toBe(415)
    expect(response.body.error.message).toMatch(/JSON/)
  })

  it.each(['application/json; charset=utf-8', 'Application/JSON'])(
    'reads JSON as %s',
    async (type) => {
      const { api } = await startSandbox()

      const body = JSON.stringify(CAMPAIGN)
      const response = await api.post('/campaigns', { body, headers: { 'Content-Type': type } })

      expect(response.status).toBe(201)
    },
  )

  it.each(['/nowhere', '/campaigns/a/b', '/core', '', '/', '/CAMPAIGNS'])(
    'answers the unknown path %j with not_found',
    async (path) => {
      const { api } = await startSandbox()

      const response = await api.get(path)

      expect(response.status).toBe(404)
      expect(codeOf(response)).toBe('not_found')
    },
  )

  it.each([
    ['path', '/campaigns/%'],
    ['path', '/campaigns/%zz'],
    ['path', '/campaigns/%E0%A4%A'],
    ['query', '/campaigns?search=%zz'],
    ['query', '/campaigns?limit=1&x=%E0%A4%A'],
    ['query', '/auth/me?%'],
  ])('answers a broken escape in the %s: %s', async (place, target) => {
    const { port } = await startSandbox()

    const answer = await sendRaw(
      port,
      `GET /api${target} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer svc_test_demo\r\nConnection: close\r\n\r\n`,
    )

    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer).toContain('"invalid_request"')
    expect(answer).toContain(`The ${place} `)
    expect(answer).toMatch(/X-RateLimit-Remaining: 999/)
  })

  it.each([
    ['headers', 'POST /api/campaigns HTTP/1.1\r\nHost: localhost\r\nConten'],
    [
      'body',
      'POST /api/campaigns HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer svc_test_demo\r\n' +
        'Content-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
    ],
  ])('answers a client that stops sending in the %s', async (_, bytes) => {
    const { port } = await startSandbox()
    const socket = connect(port, '127.0.0.1').end(bytes)

    const answer = await text(socket)

    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer).toContain('"invalid_request"')
    expect(answer).toContain('X-RateLimit-Remaining')
  })

  it('answers a request with two Host headers, even of one name, in the envelope', async () => {
    const { port } = await startSandbox()

    const answer = await sendRaw(
      port,
      'GET /api/campaigns HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer svc_test_demo\r\nhost: x\r\nConnection: close\r\n\r\n',
    )

    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer).toContain('"invalid_request"')
    expect(answer).toContain('2 Host headers')
    expect(answer).toMatch(/X-RateLimit-Remaining: 999/)
  })

  it.each([
    ['garbage', 'NONSENSE\r\n\r\n', 400],
    ['a header without a colon', 'GET /api HTTP/1.1\r\nHost\r\n\r\n', 400],
    ['a path with a space', 'GET /a b HTTP/1.1\r\nHost: localhost\r\n\r\n', 400],
    [
      'two different lengths',
      'POST /api/campaigns HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
      400,
    ],
    [
      'headers without end',
      `GET /api HTTP/1.1\r\nHost: localhost\r\nX-A: ${'a'.repeat(20_000)}\r\n\r\n`,
      431,
    ],
  ])('answers %s, which Node refuses, in the envelope', async (_name, bytes, status) => {
    const { port } = await startSandbox()

    const answer = await sendRaw(port, bytes)
    const [head, body] = answer.split('\r\n\r\n') as [string, string]

    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    for (const name of ['Limit', 'Remaining', 'Reset']) {
      expect(head).toMatch(new RegExp(`X-RateLimit-${name}: \\d+`))
    }
    expect(JSON.parse(body)).toMatchObject({ success: false, error: { code: 'invalid_request' } })
  })
})

describe('every response', () => {
  it('ignores an unknown expectation', async () => {
    const { port } = await startSandbox()

    const answer = await sendRaw(
      port,
      'GET /api/auth/me HTTP/1.1\r\nHost: localhost\r\nExpect: tea\r\nConnection: close\r\n\r\n',
    )

    expect(answer).toMatch(/^HTTP\/1\.1 401 /)
    expect(answer).toContain('"missing_api_key"')
  })

  it("has the request id, the caller's own if it sent one", async () => {
    const { api } = await startSandbox()

    const own = await api.get('/auth/me', { headers: { 'X-Request-Id': 'trace-1' } })
    const made = await api.get('/auth/me', { headers: { 'X-Request-Id': 'a b\tc' } })

    expect(own.headers['x-request-id']).toBe('trace-1')
    expect(made.headers['x-request-id']).toMatch(/^[\da-f-]{36}$/)
  })

  it('answers HEAD like GET, without the body', async () => {
    const { url } = await startSandbox()

    const response = await supertest(url)
      .head('/campaigns')
      .set('Authorization', 'Bearer svc_test_demo')

    expect(response.status).toBe(200)
    expect(Number(response.headers['content-length'])).toBeGreaterThan(100)
    expect(response.text ?? '').toBe('')
  })

  it('accepts a path with a trailing slash', async () => {
    const { api } = await startSandbox()

    expect((await api.get('/campaigns/')).status).toBe(200)
  })

  it.each([
    ['/campaigns', 405, 'GET, POST, HEAD'],
    ['/nowhere', 404, undefined],
  ])('treats OPTIONS of %s without a preflight as a wrong method', async (path, status, allow) => {
    const { url } = await startSandbox()

    const response = await supertest(url).options(path)

    expectConformance(response)
    expect(response.status).toBe(status)
    expect(response.headers.allow).toBe(allow)
    expect(response.headers['x-ratelimit-remaining']).toBe('599')
  })
})

describe('pages of other origins', () => {
  const origin = 'https://app.example'
  const start = () => startSandbox({ corsOrigins: origin })

  it('pass the preflight with the headers that they need', async () => {
    const { url } = await start()

    const response = await supertest(url).options('/campaigns').set({
      Origin: origin,
      'Access-Control-Request-Method': 'PUT',
      'Access-Control-Request-Headers': 'authorization,content-type',
      'Access-Control-Request-Private-Network': 'true',
    })

    expect(response.status).toBe(204)
    expect(response.headers['access-control-allow-origin']).toBe(origin)
    expect(response.headers['access-control-allow-methods']).toContain('PUT')
    expect(response.headers['access-control-allow-headers']).toBe('authorization,content-type')
    expect(response.headers['access-control-allow-private-network']).toBe('true')
  })

  it('see the quota of their address on a preflight, which is not charged', async () => {
    const { api, url, advance } = await start()
    const preflight = async () => {
      const request = { Origin: origin, 'Access-Control-Request-Method': 'GET' }
      const { headers } = await supertest(url).options('/campaigns').set(request)
      return ['limit', 'remaining', 'reset'].map((name) => headers[`x-ratelimit-${name}`])
    }
    const reset = String(START / 1000 + 3600)

    expect(await preflight()).toEqual(['600', '600', reset])
    await api.get('/campaigns', { key: null })
    expect(await preflight()).toEqual(['600', '599', reset])
    expect(await preflight()).toEqual(['600', '599', reset])
    advance({ hours: 1 })
    expect(await preflight()).toEqual(['600', '600', String(START / 1000 + 7200)])
  })

  it.each([
    ['a success', '/campaigns', 'svc_test_demo', 200],
    ['a refused key', '/campaigns', 'svc_test_wrong', 401],
    ['an unknown path', '/nowhere', 'svc_test_demo', 404],
  ])('can read quota and request id of %s', async (_name, path, key, status) => {
    const { api } = await start()

    const response = await api.get(path, { key, headers: { Origin: origin } })

    expect(response.status).toBe(status)
    expect(response.headers['access-control-allow-origin']).toBe(origin)
    const exposed = response.headers['access-control-expose-headers']?.split(',')
    expect(exposed).toEqual(
      expect.arrayContaining([
        'X-RateLimit-Limit',
        'X-RateLimit-Remaining',
        'X-RateLimit-Reset',
        'X-Request-Id',
        'Retry-After',
      ]),
    )
  })
})

describe('the clock of an account', () => {
  it('is shown where it is not that of the machine', async () => {
    const { api } = await startSandbox()

    const { headers, body } = await api.get('/auth/me')

    expect(headers['x-sandbox-clock']).toBe(body.meta.timestamp)
  })
})

describe('a request that Node refuses', () => {
  it('is readable by pages of other origins like any other answer', async () => {
    const { api, port } = await startSandbox({ trustProxy: 1 })
    const { headers } = await api.get('/auth/me', { headers: { Origin: 'https://app.example' } })

    const [answer] = readAnswers(Buffer.from(await sendRaw(port, 'NONSENSE\r\n\r\n')), ['GET'])

    expect(answer?.headers['access-control-allow-origin']).toBe('*')
    expect(answer?.headers['access-control-expose-headers']).toBe(
      headers['access-control-expose-headers'],
    )
  })

  it('is not readable by pages where only some may read', async () => {
    const { port } = await startSandbox()

    const [answer] = readAnswers(Buffer.from(await sendRaw(port, 'NONSENSE\r\n\r\n')), ['GET'])

    expect(Object.keys(answer?.headers ?? {}).join()).not.toContain('access-control')
  })

  it.each([
    [
      'charged to its address',
      { publicUrl: 'https://demo.example', adminToken: 'an-admin-token' },
      '598',
    ],
    ['not charged on loopback, where any page can make a browser send it', {}, '599'],
  ])('is %s', async (_, options, remaining) => {
    const { api, port } = await startSandbox(options)

    await sendRaw(port, 'NONSENSE\r\n\r\n')
    const next = await api.get('/auth/me', { key: null })

    expect(next.headers['x-ratelimit-remaining']).toBe(remaining)
  })
})

describe('/openapi.json', () => {
  it('is the merged document, with this server as its address', async () => {
    const { port } = await startSandbox()

    const { body, headers } = await supertest(`http://127.0.0.1:${port}`).get('/openapi.json')

    expect(headers['content-type']).toContain('application/json')
    expect(body.components).toEqual(packagedDocument.components)
    expect(body.servers).toEqual([{ url: `http://127.0.0.1:${port}/api` }])
    expect(Object.keys(body.paths)).toHaveLength(20)
  })
})

describe('absolute links', () => {
  it.each(['https://sandbox.example', 'https://sandbox.example/', 'https://sandbox.example/api/'])(
    'begin with the public URL, given as %s',
    async (publicUrl) => {
      const { api } = await startSandbox({ publicUrl })

      const { headers } = await api.post('/campaigns', { body: CAMPAIGN })

      expect(headers.location).toMatch(/^https:\/\/sandbox\.example\/api\/campaigns\/cmp_/)
    },
  )

  it('never contain an invalid Host header', async () => {
    const { api, port } = await startSandbox({ trustProxy: 1 })

    const headers = { Host: 'evil.example/x?' }
    const response = await api.post('/campaigns', { body: CAMPAIGN, headers })

    expect(response.headers.location).toContain(`http://127.0.0.1:${port}/api/`)
  })
})
