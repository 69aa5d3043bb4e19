import express from 'express'
import { describe, expect, it } from 'vitest'
import { freePort } from '../../test/support/free-port.ts'
import { startHttp } from '../../test/support/listening.ts'
import { startProxy } from '../../test/support/proxy.ts'
import { startRaw } from '../../test/support/raw-server.ts'
import type { ProxyOptions } from './options.ts'

const KEY = 'a-key-of-another-server'
const CAMPAIGN = { name: 'Spring', type: 'serp', keywords: ['boots'], frequency: 'daily' }

/** A server in Express with two campaigns, in the manner of a team that never saw ours. */
async function expressUpstream() {
  const seen: string[] = []
  const app = express()
  app.use(express.json())
  app.use((req, _res, next) => {
    seen.push(`${req.method} ${req.path}`)
    next()
  })
  const rows = [
    { id: 'c-1', ...CAMPAIGN },
    { id: 'c-2', ...CAMPAIGN },
  ]
  app.get('/v2/campaigns', (_req, res) => res.json({ success: true, data: { items: rows } }))
  app.get('/v2/campaigns/:id', (req, res) => {
    const found = rows.find(({ id }) => id === req.params.id)
    if (found) res.json({ success: true, data: found })
    else res.status(404).json({ success: false, error: { code: 'not_found', message: 'Gone' } })
  })
  app.get('/v2/reports/generate', (_req, res) => {
    // Its body never ends.
    res.status(501).write('Not')
  })
  app.post('/v2/alerts', (_req, res) => res.status(501).json({ message: 'soon' }))
  return { url: `${await startHttp(app)}/v2`, seen }
}

async function proxied({ upstream: url, ...options }: ProxyOptions) {
  const { proxy, upstream } = await startProxy(url, options)
  const call = async (
    method: string,
    path: string,
    { body, headers = {} }: { body?: unknown; headers?: Record<string, string> } = {},
  ) => {
    const response = await fetch(proxy.url + path, {
      method,
      headers: {
        authorization: `Bearer ${KEY}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const json = /json/.test(response.headers.get('content-type') ?? '')
      ? JSON.parse(text)
      : undefined
    const source = response.headers.get('x-sandbox-source')
    return { status: response.status, source, json, text, headers: response.headers }
  }
  return { proxy, upstream, call }
}

describe('--sandbox', () => {
  it('answers the operations from the sandbox, whatever the key, and all others from the upstream', async () => {
    const { url, seen } = await expressUpstream()
    const { call } = await proxied({ upstream: url, sandbox: 'createWebhook,listWebhooks' })

    const made = await call('POST', '/webhooks', {
      body: { url: 'https://app.example/hook', events: ['campaign.completed'] },
    })
    const listed = await call('GET', '/webhooks')
    const campaigns = await call('GET', '/campaigns')

    expect([made.status, made.source]).toEqual([201, 'sandbox'])
    expect(listed.json.data.map(({ id }: { id: string }) => id)).toEqual([made.json.data.id])
    expect([campaigns.status, campaigns.source]).toEqual([200, 'upstream'])
    expect(seen).toEqual(['GET /v2/campaigns'])
  })

  it('charges no quota of the sandbox, and refuses a request without a key as ever', async () => {
    const { url } = await expressUpstream()
    const { call } = await proxied({ upstream: url, sandbox: 'all' })

    const first = await call('GET', '/auth/verify')
    const second = await call('GET', '/auth/verify')
    const anonymous = await call('GET', '/auth/verify', { headers: { authorization: '' } })

    expect(first.json.data.rate_limit).toEqual({ limit: 1000, remaining: 1000 })
    expect(second.headers.get('x-ratelimit-remaining')).toBe('1000')
    expect(anonymous.status).toBe(401)
    expect(anonymous.json.error.code).toBe('missing_api_key')
    expect(anonymous.source).toBe('sandbox')
  })

  it('leaves ids that were first seen upstream to the upstream, and keeps those that the sandbox made', async () => {
    const { url, seen } = await expressUpstream()
    const { call } = await proxied({
      upstream: url,
      sandbox: 'createCampaign,getCampaign,getRankings',
    })
    await call('GET', '/campaigns')

    const theirs = await call('GET', '/campaigns/c-1')
    const rankings = await call('GET', '/serp/rankings?campaign_id=c-2')
    const made = await call('POST', '/campaigns', { body: CAMPAIGN })
    const { id } = made.json.data
    const updated = await call('PUT', `/campaigns/${id}`, { body: { name: 'Renamed' } })
    const ours = await call('GET', `/campaigns/${id}`)
    const list = await call('GET', '/campaigns')

    expect([theirs.source, rankings.source]).toEqual(['upstream', 'upstream'])
    expect([made.source, updated.source, ours.source]).toEqual(['sandbox', 'sandbox', 'sandbox'])
    expect(ours.json.data.name).toBe('Renamed')
    // A list shows what its own server has.
    expect([list.source, list.json.data.items.length]).toEqual(['upstream', 2])
    expect(seen.filter((each) => each.includes(id))).toEqual([])
  })

  it('serves the files of its own reports', async () => {
    const { url } = await expressUpstream()
    const { call, proxy } = await proxied({
      upstream: url,
      sandbox: 'createCampaign,generateReport',
    })
    const made = await call('POST', '/campaigns', { body: CAMPAIGN })
    const query = `campaign_id=${made.json.data.id}&format=pdf`

    const report = await call('GET', `/reports/generate?${query}`)
    const file = await fetch(report.json.data.download_url)

    expect(report.source).toBe('sandbox')
    expect(report.json.data.download_url).toContain(new URL(proxy.url).host)
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  })

  it('answers what a browser asks before such a request', async () => {
    const { url, seen } = await expressUpstream()
    const { proxy } = await proxied({ upstream: url, sandbox: 'createWebhook' })

    const preflight = await fetch(`${proxy.url}/webhooks`, {
      method: 'OPTIONS',
      headers: { origin: 'http://localhost:3000', 'access-control-request-method': 'POST' },
    })

    expect(preflight.headers.get('x-sandbox-source')).toBe('sandbox')
    expect(preflight.headers.get('access-control-allow-origin')).toBe('http://localhost:3000')
    expect(seen).toEqual([])
  })

  it('refuses unknown operations with a suggestion, also while it runs', async () => {
    const { url } = await expressUpstream()
    const { proxy, upstream } = await proxied({ upstream: url })

    await expect(proxied({ upstream: url, sandbox: 'getRanking' })).rejects.toThrow(
      /^--sandbox must be operations .* found "getRanking"\. Did you mean getRankings\?/,
    )
    await expect(upstream.change({ sandboxOperations: ['nothing'] })).rejects.toThrow()
    await upstream.change({ sandboxOperations: ['all'], sandboxMissing: true })

    expect(upstream.state().sandbox_operations).toContain('getRankings')
    const response = await fetch(`${proxy.url}/auth/verify`, {
      headers: { authorization: `Bearer ${KEY}` },
    })
    expect(response.headers.get('x-sandbox-source')).toBe('sandbox')
  })
})

describe('--sandbox-missing', () => {
  it('answers reads that the upstream does not have: unknown paths and 501', async () => {
    const { url, seen } = await expressUpstream()
    const { call } = await proxied({ upstream: url, sandboxMissing: true })

    const unknown = await call('GET', '/core/dashboards')
    const unimplemented = await call('GET', '/reports/generate?campaign_id=c-9')
    const gone = await call('GET', '/campaigns/c-9')
    const outside = await call('GET', '/nobody/knows')

    expect([unknown.status, unknown.source]).toEqual([200, 'sandbox'])
    expect([unimplemented.status, unimplemented.source]).toEqual([404, 'sandbox'])
    // The operation exists; the campaign does not.
    expect([gone.json.error.message, gone.source]).toEqual(['Gone', 'upstream'])
    expect([outside.status, outside.source]).toEqual([404, 'upstream'])
    expect(seen).toHaveLength(4)
  })

  it('does not repeat a write that the upstream has read, and answers the next one itself', async () => {
    const { url, seen } = await expressUpstream()
    const { call } = await proxied({ upstream: url, sandboxMissing: true })
    const body = { name: 'A', campaign_id: 'c-9', event: 'ranking.changed' }

    const first = await call('POST', '/alerts', { body })
    const second = await call('POST', '/alerts', { body })

    expect([first.status, first.source, first.json]).toEqual([501, 'upstream', { message: 'soon' }])
    expect([second.status, second.source]).toEqual([400, 'sandbox'])
    expect(seen).toEqual(['POST /v2/alerts'])
  })

  it('answers everything while nothing listens at the address, writes included', async () => {
    const { call } = await proxied({
      upstream: `http://127.0.0.1:${await freePort()}/api`,
      sandboxMissing: true,
    })

    const made = await call('POST', '/campaigns', { body: CAMPAIGN })
    const read = await call('GET', `/campaigns/${made.json.data.id}`)

    expect([made.status, made.source]).toEqual([201, 'sandbox'])
    expect(read.json.data).toMatchObject(CAMPAIGN)
  })

  it.each([
    ['after it has read the body', 'Spring'],
    ['at its first bytes', 'POST'],
  ])('does not repeat a write whose connection is reset %s', async (_, trigger) => {
    const raw = await startRaw((socket) => {
      if (raw.received().includes(trigger)) socket.resetAndDestroy()
    })
    const { call, proxy } = await proxied({ upstream: `${raw.url}/api`, sandboxMissing: true })
    const before = await numberOfCampaigns(proxy.fetch)

    const made = await call('POST', '/campaigns', { body: CAMPAIGN })

    expect([made.status, made.source], made.text).toEqual([502, 'upstream'])
    expect(raw.seen.connections).toBe(1)
    expect(await numberOfCampaigns(proxy.fetch)).toBe(before)
  })
})

async function numberOfCampaigns(fetch: (path: string) => Promise<Response>): Promise<number> {
  const response = await fetch('/_sandbox/api/campaigns')
  const { meta } = (await response.json()) as { meta: { pagination: { total: number } } }
  return meta.pagination.total
}
