import { gzipSync } from 'node:zlib'
import express from 'express'
import { describe, expect, it } from 'vitest'
import { startHttp } from '../../test/support/listening.ts'
import { startProxy } from '../../test/support/proxy.ts'
import { startRaw } from '../../test/support/raw-server.ts'
import { START } from '../../test/support/sandbox.ts'
import type { FaultInput } from '../control-client/sandbox-methods.ts'
import { type Clock, createClock } from '../time/clock.ts'

const BODY = JSON.stringify({ success: true, data: [{ id: 'c-1', name: 'Spring' }] })

/** A server in Express that compresses what clients accept compressed. */
async function expressUpstream() {
  const seen: string[] = []
  const app = express()
  app.use((req, res) => {
    seen.push(`${req.method} ${req.url} ${req.headers['x-sandbox-error'] ?? ''}`.trim())
    res.type('json').set('X-Team', 'blue')
    const isZipped = /gzip/.test(req.headers['accept-encoding'] ?? '')
    if (isZipped) res.set('Content-Encoding', 'gzip').send(gzipSync(BODY))
    else res.send(BODY)
  })
  return { url: `${await startHttp(app)}/v2`, seen }
}

/** A proxy whose clock does not wait, but records the delays. */
async function proxied(upstream: string, ...rules: FaultInput[]) {
  const clock = createClock({ wallTime: () => START })
  const waits: number[] = []
  const wait: Clock['wait'] = (ms, signal) => {
    if (ms < 1000) return clock.wait(ms, signal)
    if (signal !== undefined) waits.push(ms)
    return clock.wait(0, signal)
  }
  const { proxy, url } = await startProxy(
    upstream,
    { fixture: 'demo' },
    { clock: { ...clock, wait } },
  )
  const ids = []
  for (const rule of rules) ids.push((await proxy.faults.add(rule)).id)
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(url + path, { headers: { authorization: 'Bearer a-key-of-theirs', ...headers } })
  return { proxy, get, ids, waits }
}

describe('a fault rule in front of an upstream', () => {
  it('answers before anything is forwarded, as often as it should', async () => {
    const { url, seen } = await expressUpstream()
    const { get, ids } = await proxied(url, { operation: 'listCampaigns', status: 503, count: 1 })

    const failed = await get('/campaigns', { origin: 'http://localhost:3000' })
    const other = await get('/campaigns')

    expect(failed.status).toBe(503)
    expect(((await failed.json()) as { success: boolean }).success).toBe(false)
    expect(failed.headers.get('x-sandbox-source')).toBe('sandbox')
    expect(failed.headers.get('x-sandbox-fault')).toBe(ids[0])
    // A page can read it.
    expect(failed.headers.get('access-control-allow-origin')).toBe('http://localhost:3000')
    expect(other.headers.get('x-sandbox-source')).toBe('upstream')
    expect(await other.text()).toBe(BODY)
    expect(seen).toEqual(['GET /v2/campaigns'])
  })

  it('delays what passes', async () => {
    const { url, seen } = await expressUpstream()
    const { get, waits, ids } = await proxied(url, { delay: 2000 })

    const response = await get('/campaigns')

    expect(await response.text()).toBe(BODY)
    expect(response.headers.get('x-sandbox-source')).toBe('upstream')
    expect(response.headers.get('x-sandbox-fault')).toBe(ids[0])
    // Others are those of the proxy itself.
    expect(waits).toContain(2000)
    expect(seen).toHaveLength(1)
  })

  it.each(['reset', 'empty'] as const)('breaks a connection off: %s', async (connection) => {
    const { url, seen } = await expressUpstream()
    const { get } = await proxied(url, { connection, count: 1 })

    await expect(get('/campaigns')).rejects.toThrow()
    expect(seen).toEqual([])
    expect((await get('/campaigns')).status).toBe(200)
  })

  it('malforms a body that would come compressed, in its length', async () => {
    const { url } = await expressUpstream()
    const { get, proxy, ids } = await proxied(url, { body: 'malformed' })

    const response = await get('/campaigns', { 'accept-encoding': 'gzip' })

    expect(response.headers.get('content-encoding')).toBe(null)
    expect(response.headers.get('content-length')).toBe(String(BODY.length))
    expect(await response.text()).toBe(`${BODY.slice(0, -1)},`)
    await proxy.faults.remove(ids[0] as string)
    const whole = await get('/campaigns', { 'accept-encoding': 'gzip' })
    expect(whole.headers.get('content-encoding')).toBe('gzip')
    expect(await whole.text()).toBe(BODY)
  })

  it('malforms a body that comes in pieces, and cuts it', async () => {
    const pieces = [BODY.slice(0, 10), BODY.slice(10, -1), BODY.slice(-1)]
    const chunks = pieces.map((piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`)
    const head =
      'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n'
    const { url } = await startRaw((socket) => {
      socket.write(head)
      for (const chunk of chunks) socket.write(chunk)
      socket.end('0\r\n\r\n')
    })
    const { get, proxy, ids } = await proxied(`${url}/api`, { body: 'malformed' })

    expect(await (await get('/campaigns')).text()).toBe(`${BODY.slice(0, -1)},`)

    await proxy.faults.remove(ids[0] as string)
    await proxy.faults.add({ body: 'truncated' })
    await expect(get('/campaigns').then((response) => response.text())).rejects.toThrow()
  })

  it('leaves out headers of the upstream', async () => {
    const { url } = await expressUpstream()
    const { get } = await proxied(url, { missing_headers: ['x-team', 'Date'] })

    const { headers } = await get('/campaigns')

    expect([headers.get('x-team'), headers.get('date')]).toEqual([null, null])
    expect(headers.get('content-type')).toContain('application/json')
  })

  it('expires by the clock of the account that the sandbox shows first', async () => {
    const { url } = await expressUpstream()
    const expires_at = new Date(START + 3_600_000).toISOString()
    const { get, proxy } = await proxied(url, { status: 500, expires_at })

    const before = await get('/campaigns')
    await proxy.clock.advance({ hours: 2 })
    const after = await get('/campaigns')

    expect([before.status, after.status]).toEqual([500, 200])
  })

  it('leaves errors that a client asks for to the upstream', async () => {
    const { url, seen } = await expressUpstream()
    const { get } = await proxied(url)

    const response = await get('/campaigns', { 'X-Sandbox-Error': 'server_error' })

    expect(response.status).toBe(200)
    expect(seen).toEqual(['GET /v2/campaigns server_error'])
  })

  it('acts once on a request that the sandbox answers', async () => {
    const { url } = await expressUpstream()
    const { get, proxy } = await proxied(url, { operation: 'getDashboards', delay: 3000, count: 5 })
    await proxy.fetch('/_sandbox/proxy', {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ sandbox_operations: ['getDashboards'] }),
    })

    const response = await get('/core/dashboards')

    expect([response.status, response.headers.get('x-sandbox-source')]).toEqual([200, 'sandbox'])
    expect((await proxy.faults.list()).map(({ matched }) => matched)).toEqual([1])
  })
})
