import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { FAULTS } from './faults.ts'
import { OPERATIONS, ROUTES } from './routes.ts'
import { runScript, type Step, visible, withoutEffect } from './script.ts'
import { type RunningServer, startServer } from './server.ts'
import { TOKENS } from './service.ts'
import type { Mutation } from './types.ts'
import { EDGE_VARIATIONS } from './variations/edges.ts'
import { VARIATIONS } from './variations.ts'

const CAMPAIGN = {
  name: 'A campaign',
  type: 'serp',
  keywords: ['b', 'a'],
  frequency: 'daily',
  settings: { location: 'Berlin', device: 'mobile', search_engine: 'google' },
}
const CODES = [
  'invalid_request',
  'authentication_failed',
  'not_found',
  'rate_limit_exceeded',
  'server_error',
  'invalid_api_key',
  'missing_api_key',
  'insufficient_permissions',
  'INVALID_TOKEN',
]

describe('the conforming server', () => {
  let server: RunningServer
  beforeEach(async () => {
    server = await startServer()
  })
  afterEach(() => server.close())

  const send = async (
    request: string,
    { token = TOKENS.main, body }: { token?: string | null; body?: unknown } = {},
  ) => {
    const [method, path] = request.split(' ')
    const response = await fetch(`${server.baseUrl}${path}`, {
      method: method as string,
      headers: {
        'Content-Type': 'application/json',
        ...(token !== null && { Authorization: `Bearer ${token}` }),
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    return {
      status: response.status,
      headers: response.headers,
      // biome-ignore lint/suspicious/noExplicitAny: as it came
      body: (await response.json()) as any,
    }
  }
  const anonymous = { token: null }
  const code = async (...args: Parameters<typeof send>) => (await send(...args)).body.error?.code
  const create = async (token = TOKENS.main) =>
    (await send('POST /campaigns', { token, body: CAMPAIGN })).body.data
  const path = (operation: (typeof OPERATIONS)[number], id: string) =>
    `${ROUTES[operation].method} ${ROUTES[operation].path.replace('{id}', id)}`

  test('answers all 16 operations of §4 with success for a key with all permissions', async () => {
    const { id } = await create()
    const last = OPERATIONS.filter((operation) => operation !== 'deleteCampaign')
    for (const operation of [...last, 'deleteCampaign'] as const) {
      const body = { createCampaign: CAMPAIGN, updateCampaign: { name: 'New' } }[
        operation as string
      ]
      const query = operation === 'generateReport' ? `?campaign_id=${id}` : ''
      const answer = await send(`${path(operation, id)}${query}`, { body })
      expect(answer.body, operation).toMatchObject({ success: true, meta: { version: '1.2.0' } })
      expect(typeof answer.body.data, operation).toBe('object')
      expect(answer.headers.get('content-type')).toBe('application/json')
    }
  })

  test('refuses all 16 operations without a key, with a misspelled and with a revoked one', async () => {
    const { id } = await create()
    for (const operation of OPERATIONS) {
      const request = path(operation, id)
      expect(await code(request, anonymous), request).toBe('missing_api_key')
      expect(await code(request, { token: 'svc_test_selftesu' })).toBe('invalid_api_key')
      expect(await code(request, { token: TOKENS.revoked })).toBe('invalid_api_key')
    }
    expect((await send(`GET /campaigns/${id}`)).body.data).toEqual({ id, ...CAMPAIGN })
  })

  test('keeps campaigns: created, listed, got, updated and deleted', async () => {
    const { id } = await create()
    expect((await send(`GET /campaigns/${id}`)).body.data).toEqual({ id, ...CAMPAIGN })
    await send(`PUT /campaigns/${id}`, { body: { name: 'New' } })
    const { data: list } = (await send('GET /campaigns')).body
    expect(list).toHaveLength(4)
    expect(list.at(-1)).toEqual({ id, ...CAMPAIGN, name: 'New' })
    expect(server.campaigns()).toContainEqual({ id, name: 'New', account: 'acc_main' })
    await send(`DELETE /campaigns/${id}`)
    for (const operation of [
      'getCampaign',
      'updateCampaign',
      'deleteCampaign',
      'getCampaignAnalytics',
    ] as const) {
      expect(
        await code(path(operation, id), { body: operation === 'updateCampaign' ? {} : undefined }),
      ).toBe('not_found')
    }
    expect((await send('GET /campaigns')).body.data).toHaveLength(3)
  })

  test('shows an account nothing of another', async () => {
    const { id } = await create()
    expect(await code(`GET /campaigns/${id}`, { token: TOKENS.other })).toBe('not_found')
    expect((await send('GET /campaigns', { token: TOKENS.other })).body.data).toHaveLength(1)
  })

  test('refuses malformed campaigns with invalid_request, and keeps none of them', async () => {
    const { settings, ...required } = CAMPAIGN
    for (const name of Object.keys(required)) {
      expect(await code('POST /campaigns', { body: { ...CAMPAIGN, [name]: undefined } })).toBe(
        'invalid_request',
      )
    }
    for (const [name, value] of [
      ['name', 1],
      ['type', null],
      ['keywords', 'a'],
      ['keywords', [1]],
      ['frequency', {}],
      ['settings', []],
      ['settings', { device: 1 }],
    ] as const) {
      const body = { ...CAMPAIGN, [name]: value }
      expect(await code('POST /campaigns', { body }), name).toBe('invalid_request')
    }
    expect(await code('POST /campaigns', { body: '{"name":' })).toBe('invalid_request')
    expect(await code('POST /campaigns', { body: '[]' })).toBe('invalid_request')
    expect((await send('POST /campaigns', { body: required })).body.success).toBe(true)
    expect(settings).toBeDefined()
    expect(server.campaigns()).toHaveLength(5)
  })

  test('lets a restricted key do what its permissions say', async () => {
    const { id } = await create()
    const token = TOKENS.restricted
    for (const request of [
      'GET /campaigns',
      `GET /campaigns/${id}`,
      'GET /serp/rankings',
      'GET /auth/me',
    ]) {
      expect((await send(request, { token })).body.success, request).toBe(true)
    }
    expect(await code('POST /campaigns', { token, body: CAMPAIGN })).toBe(
      'insufficient_permissions',
    )
    expect(await code(`DELETE /campaigns/${id}`, { token })).toBe('insufficient_permissions')
    expect(await code('GET /export/csv', { token })).toBe('insufficient_permissions')
    expect((await send('GET /auth/verify', { token })).body.data).toEqual({
      key_id: 'key_2',
      account_id: 'acc_main',
      permissions: ['campaigns:read', 'rankings:read'],
      rate_limit: { limit: 300, remaining: 292 },
    })
  })

  test('filters rankings and mentions', async () => {
    const { id } = await create()
    const today = new Date().toISOString().slice(0, 10)
    const rankings = async (query: string) =>
      (await send(`GET /serp/rankings?campaign_id=${id}${query}`)).body.data
    expect(await rankings('')).toHaveLength(14)
    expect(await rankings('&keywords=a')).toHaveLength(7)
    expect(await rankings('&keywords[]=a&keywords[]=b')).toHaveLength(14)
    expect(await rankings(`&start_date=${today}`)).toHaveLength(2)
    expect(await rankings(`&end_date=${today}`)).toHaveLength(14)
    expect(await code('GET /serp/rankings?campaign_id=none')).toBe('not_found')
    const mentions = (await send('GET /chat/mentions?brand=Acme&platforms=gemini')).body.data
    expect(mentions).toHaveLength(7)
    expect(mentions[0]).toMatchObject({ brand: 'Acme', platform: 'gemini' })
    expect(await code('GET /chat/mentions?start_date=1.1.2026')).toBe('invalid_request')
  })

  test('makes reports and exports', async () => {
    const { id } = await create()
    const report = (await send(`GET /reports/generate?campaign_id=${id}`)).body.data
    expect(new URL(report.download_url).pathname).toBe(`/reports/${id}.pdf`)
    expect(await code('GET /reports/generate')).toBe('invalid_request')
    const { csv } = (await send(`GET /export/csv?campaign_id=${id}`)).body.data
    expect(csv.split('\n')).toHaveLength(15)
  })

  test('counts the requests of each key, and refuses those beyond its limit', async () => {
    const token = TOKENS.limited
    const left: (string | null)[] = []
    for (let n = 0; n < 5; n++) {
      const { headers } = await send('GET /auth/verify', { token })
      expect(headers.get('x-ratelimit-limit')).toBe('5')
      left.push(headers.get('x-ratelimit-remaining'))
    }
    expect(left).toEqual(['4', '3', '2', '1', '0'])
    const { status, body, headers } = await send('POST /campaigns', { token, body: CAMPAIGN })
    expect(status).toBe(429)
    expect(body.error.code).toBe('rate_limit_exceeded')
    expect(headers.get('x-ratelimit-remaining')).toBe('0')
    expect(server.campaigns()).toHaveLength(4)
    expect((await send('GET /auth/me')).headers.get('x-ratelimit-remaining')).toBe('999')
    expect(server.requestsOf(token)).toBe(6)
    expect(server.requests()).toBe(7)
  })

  test('has the headers of §8 on all responses, in integers', async () => {
    for (const [request, options] of [
      ['GET /campaigns', anonymous],
      ['GET /nowhere', {}],
      ['GET /../nowhere', {}],
      ['GET /campaigns/none', {}],
      ['POST /campaigns', { body: '{' }],
      ['POST /campaigns', { token: TOKENS.restricted }],
    ] as const) {
      const { headers } = await send(request, options)
      for (const name of ['limit', 'remaining', 'reset']) {
        expect(headers.get(`x-ratelimit-${name}`), request).toMatch(/^\d+$/)
      }
    }
  })

  test('can use up a key', async () => {
    server.useUp(TOKENS.main)
    expect(await code('GET /auth/me')).toBe('rate_limit_exceeded')
    expect(() => server.useUp('svc_test_unknown')).toThrow('svc_test_unknown')
  })
})

test('close ends connections that are open and answers that are due', async () => {
  const server = await startServer({
    onResponse: (answer) => {
      answer.delay = 60_000
    },
  })
  const pending = fetch(`${server.baseUrl}/auth/me`).catch(() => 'cut')
  while (server.requests() === 0) await new Promise((resolve) => setImmediate(resolve))
  await server.close()
  expect(await pending).toBe('cut')
})

describe('what is bent on the wire arrives so', () => {
  const ask = async (onResponse: Mutation['onResponse']) => {
    const server = await startServer({ ...(onResponse && { onResponse }) })
    try {
      const headers = { Authorization: `Bearer ${TOKENS.main}` }
      const response = await fetch(`${server.baseUrl}/campaigns`, { headers })
      return { headers: response.headers, text: await response.text() }
    } finally {
      await server.close()
    }
  }

  test('a connection that is cut', async () => {
    const cut = ask((answer) => {
      answer.cut = true
    })
    await expect(cut).rejects.toThrow('terminated')
  })

  test('a header that is sent twice', async () => {
    const { headers } = await ask((answer) => {
      answer.headers['X-RateLimit-Limit'] = ['1', '2']
    })
    expect(headers.get('x-ratelimit-limit')).toBe('1, 2')
  })

  test('chunks, and a compressed body', async () => {
    const chunked = await ask((answer) => {
      answer.chunked = true
    })
    expect(chunked.headers.get('transfer-encoding')).toBe('chunked')
    expect(JSON.parse(chunked.text).data).toHaveLength(3)
    const compressed = await ask(
      VARIATIONS.find(({ name }) => name === 'Bodies are compressed')?.mutation.onResponse,
    )
    expect(compressed.headers.get('content-encoding')).toBe('gzip')
    expect(JSON.parse(compressed.text).data).toHaveLength(3)
  })
})

test('two servers with one mutation share nothing', async () => {
  const mutation = FAULTS.find(({ name }) => name.startsWith('Every 13th request'))?.mutation
  expect(runScript(mutation).map(visible)).toEqual(runScript(mutation).map(visible))
})

describe('faults and variations', () => {
  const ledger = parse(readFileSync(new URL('../../spec/facts.yaml', import.meta.url), 'utf8')) as {
    id: string
    proof: string
  }[]
  const contract = new Set(ledger.filter(({ proof }) => proof === 'contract').map(({ id }) => id))
  const all = [...FAULTS, ...VARIATIONS]
  // An edge answers in place of the service, and for some time only.
  const ofTheService = VARIATIONS.filter((each) => !EDGE_VARIATIONS.includes(each))

  test('are many, each with a name of its own', () => {
    expect(FAULTS.length).toBeGreaterThanOrEqual(130)
    expect(VARIATIONS.length).toBeGreaterThanOrEqual(45)
    const names = all.map(({ name }) => name)
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
  })

  test('faults break facts that a contract check can prove', () => {
    const unknown = FAULTS.filter(
      ({ facts }) => facts.length === 0 || facts.some((id) => !contract.has(id)),
    )
    expect(unknown.map(({ name, facts }) => `${name}: ${facts}`)).toEqual([])
  })

  test('mutations change at least one response of the script each', () => {
    expect(withoutEffect([...FAULTS, ...ofTheService])).toEqual([])
  })

  test('the conforming server and all variations keep to the envelope, the codes and the headers', () => {
    const broken = [{ name: 'The conforming server', mutation: {} }, ...ofTheService].flatMap(
      ({ name, mutation }) =>
        runScript(mutation)
          .flatMap(contradictions)
          .map((what) => `${name}: ${what}`),
    )
    expect(broken).toEqual([])
  })
})

/** The rules for every single response, in short: no substitute for the suite, but a second opinion. */
function contradictions({ request, answer }: Step): string[] {
  const { body, headers } = answer
  // An edge in front of the service answers with a page of its own.
  if (body === undefined) return []
  const header = (name: string) =>
    Object.entries(headers).find(([is]) => is.toLowerCase() === `x-ratelimit-${name}`)?.[1]
  const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map(
    (name) => header(name) ?? '',
  )
  const integer = (value: unknown) => /^\s*(-1|\d+)(\s*,\s*\1)*\s*$/.test(String(value))
  const isObject = (value: unknown) => typeof value === 'object' && value !== null
  const holds = {
    'a flag': typeof body.success === 'boolean',
    data: !body.success || isObject(body.data),
    'a code of §7': body.success || CODES.includes(body.error.code),
    'a message': body.success || typeof body.error.message === 'string',
    'meta with version and timestamp':
      !body.meta ||
      (body.meta.version && /^\d{4}-?(\d\d-?\d\d|\d{3}|W\d\d-?\d)T/.test(body.meta.timestamp)),
    integers: [limit, remaining, reset].every(integer),
    'no more left than the limit':
      Number.parseInt(String(remaining), 10) <= Number.parseInt(String(limit), 10),
  }
  return Object.entries(holds).flatMap(([name, held]) => (held ? [] : [`${request}: ${name}`]))
}
