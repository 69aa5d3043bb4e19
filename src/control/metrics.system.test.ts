import { request } from 'node:http'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ownServer, postgres, testDatabase } from '../../test/support/postgres.ts'
import { startReceiver } from '../../test/support/receiver.ts'
import { apiOf, CAMPAIGN, startSandbox } from '../../test/support/sandbox.ts'
import { createSandbox } from '../sandbox.ts'

const ADMIN = 'the-admin-token-of-this-test'
const READER = 'the-token-of-a-monitoring-system'

async function metricsOf({ port }: { port: number }, token?: string) {
  const headers = new Headers(token === undefined ? [] : [['Authorization', `Bearer ${token}`]])
  const response = await fetch(`http://127.0.0.1:${port}/metrics`, { headers })
  return { response, text: await response.text() }
}

/** The value of the sample with exactly these labels. */
function sampleOf(text: string, sample: string): number | undefined {
  const line = text.split('\n').find((each) => each.startsWith(`${sample} `))
  return line === undefined ? undefined : Number(line.slice(sample.length + 1))
}

/** GET with headers that fetch does not allow to set. */
function statusFor(port: number, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path: '/metrics', headers, agent: false })
    sent.on('response', (response) => resolve(response.resume().statusCode)).on('error', reject)
    sent.end()
  })
}

describe('GET /metrics counts', () => {
  it('requests by operation and status, and how long they took', async () => {
    const sandbox = await startSandbox({ ephemeral: true })
    await sandbox.api.get('/auth/me')
    await sandbox.api.get('/auth/me')
    await sandbox.api.get('/auth/me', { key: null })
    await fetch(`http://127.0.0.1:${sandbox.port}/openapi.json`)

    const { response, text } = await metricsOf(sandbox)

    const requests = 'svc_sandbox_http_requests_total'
    const me = 'part="service",operation="getCurrentUser"'
    expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
    expect(sampleOf(text, `${requests}{${me},status="200"}`)).toBe(2)
    expect(sampleOf(text, `${requests}{${me},status="401"}`)).toBe(1)
    expect(sampleOf(text, `${requests}{part="page",operation="openapi.json",status="200"}`)).toBe(1)
    const durations = 'svc_sandbox_http_request_duration_seconds'
    expect(sampleOf(text, `${durations}_count{${me}}`)).toBe(3)
    expect(sampleOf(text, `${durations}_bucket{le="+Inf",${me}}`)).toBe(3)
    expect(sampleOf(text, `${durations}_sum{${me}}`)).toBeGreaterThan(0)
  })

  it('a request that got no answer as aborted', async () => {
    const sandbox = await startSandbox({ ephemeral: true })
    await sandbox.faults.add({ operation: ['listAlerts'], connection: 'reset' })
    await expect(sandbox.api.get('/alerts')).rejects.toThrow()

    const { text } = await metricsOf(sandbox)

    const sample = 'http_requests_total{part="service",operation="listAlerts",status="aborted"}'
    expect(sampleOf(text, `svc_sandbox_${sample}`)).toBe(1)
  })

  it('unknown paths and unnamed statuses under labels that callers cannot choose', async () => {
    const sandbox = await startSandbox({ ephemeral: true })
    for (const name of ['/chosen-one', '/chosen-two', '/campaigns/x/y/z'])
      await sandbox.api.get(name)
    for (const status of [461, 462]) {
      await sandbox.faults.add({ operation: ['listAlerts'], status, count: 1 })
      await sandbox.api.get('/alerts')
    }

    const { text } = await metricsOf(sandbox)

    const requests = 'svc_sandbox_http_requests_total{part="service",'
    expect(sampleOf(text, `${requests}operation="unknown",status="404"}`)).toBe(3)
    expect(sampleOf(text, `${requests}operation="listAlerts",status="4xx"}`)).toBe(2)
    expect(text).not.toMatch(/chosen|"46[12]"/)
  })

  it('webhook deliveries by outcome, and accounts', async () => {
    const sandbox = await startSandbox({ fixture: 'empty' })
    const receiver = await startReceiver()
    await sandbox.api.post('/campaigns', { body: CAMPAIGN })
    const body = { url: receiver.url, events: ['campaign.completed'] }
    await sandbox.api.post('/webhooks', { body })
    await sandbox.clock.advance({ minutes: 1 })
    const sent = receiver.received.length
    receiver.status = 503
    await sandbox.clock.advance({ days: 1 })

    const { text } = await metricsOf(sandbox)

    const outcome = (name: string) =>
      sampleOf(text, `svc_sandbox_webhook_deliveries_total{outcome="${name}"}`)
    expect(sent).toBeGreaterThan(0)
    expect(outcome('delivered')).toBe(sent)
    expect(outcome('failed_attempt')).toBe(receiver.received.length - sent)
    expect(sampleOf(text, 'svc_sandbox_webhook_queue_length')).toBe(0)
    expect(sampleOf(text, 'svc_sandbox_accounts')).toBe(1)
    expect(text).not.toContain('svc_sandbox_database')
  })

  it.each([
    ['embedded', undefined],
    ['on PostgreSQL', testDatabase],
  ])('deliveries that wait, and the age of the oldest (%s)', async (_name, on) => {
    if (on && !postgres.isAvailable) return
    const database = (await on?.())?.url
    const sandbox = await createSandbox({
      fixture: 'empty',
      log: 'silent',
      drainSeconds: 0,
      database,
    })
    onTestFinished(() => sandbox.close())
    const receiver = await startReceiver(() => {})
    const waiting = async () => {
      const { text } = await metricsOf(sandbox)
      return ['deliveries_waiting', 'oldest_waiting_seconds'].map((name) =>
        sampleOf(text, `svc_sandbox_webhook_${name}`),
      )
    }
    expect(await waiting()).toEqual([0, 0])
    await sandbox.clock.freeze()
    const api = apiOf(sandbox.url)
    await api.post('/webhooks', { body: { url: receiver.url, events: ['ranking.changed'] } })
    await api.post('/campaigns', { body: CAMPAIGN })

    await sandbox.trigger('ranking.changed')
    await sandbox.trigger('ranking.changed')
    await sandbox.clock.set(new Date(Date.now() + 3_600_000).toISOString())

    const [count, age] = await waiting()
    expect(count).toBe(2)
    expect(age).toBeGreaterThan(3000)
    expect(age).toBeLessThan(4000)
  })

  it.skipIf(!postgres.isAvailable)(
    'connections to the database, and whether it is away',
    async () => {
      const { server, url: database } = await ownServer()
      const sandbox = await createSandbox({
        database,
        fixture: 'empty',
        log: 'silent',
        drainSeconds: 0,
      })
      onTestFinished(() => sandbox.close())
      const seen = async () => {
        const { text } = await metricsOf(sandbox)
        return ['connections_in_use', 'away'].map((name) =>
          sampleOf(text, `svc_sandbox_database_${name}`),
        )
      }
      const [inUse, away] = await seen()
      expect(inUse).toBeGreaterThanOrEqual(0)
      expect(away).toBe(0)

      await server.stop()

      await expect.poll(async () => (await seen())[1]).toBe(1)
      const { text } = await metricsOf(sandbox)
      expect(text).not.toMatch(/^svc_sandbox_(accounts|webhook_deliveries_waiting) /m)
    },
  )

  it('memory and the lag of the event loop', async () => {
    const { text } = await metricsOf(await startSandbox())

    expect(sampleOf(text, 'process_resident_memory_bytes')).toBeGreaterThan(10_000_000)
    expect(sampleOf(text, 'nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0)
  })
})

it('GET /metrics names no account, key or campaign', async () => {
  const sandbox = await startSandbox()
  await sandbox.api.get('/campaigns', { query: { search: 'Northwheel' } })

  const { text } = await metricsOf(sandbox)

  expect(text).toContain('listCampaigns')
  expect(text).not.toMatch(/acc_|svc_test|key_|Northwheel/)
})

describe('GET /metrics is for', () => {
  const options = { ephemeral: true, adminToken: ADMIN, metricsToken: READER }

  it('the holder of one of the two tokens', async () => {
    const sandbox = await createSandbox(options)
    onTestFinished(() => sandbox.close())

    const statuses = async (token?: string) => (await metricsOf(sandbox, token)).response.status

    expect(await statuses(ADMIN)).toBe(200)
    expect(await statuses(READER)).toBe(200)
    expect(await statuses()).toBe(401)
    expect(await statuses(`${READER}x`)).toBe(401)
    expect(await statuses('svc_test_demo')).toBe(403)
  })

  it('the token of metrics, which opens nothing else', async () => {
    const sandbox = await createSandbox(options)
    onTestFinished(() => sandbox.close())
    const headers = { Authorization: `Bearer ${READER}` }

    const control = await fetch(`http://127.0.0.1:${sandbox.port}/_sandbox/accounts`, { headers })
    const service = await fetch(`${sandbox.url}/campaigns`, { headers })

    expect([control.status, service.status]).toEqual([401, 401])
  })

  it('this machine without a token, in loopback mode, and for no page and no proxy', async () => {
    const { port } = await startSandbox()

    expect(await statusFor(port, {})).toBe(200)
    expect(await statusFor(port, { Origin: 'http://localhost:3000' })).toBe(403)
    expect(await statusFor(port, { Host: 'rebound.example' })).toBe(403)
    expect(await statusFor(port, { 'X-Forwarded-For': '203.0.113.9' })).toBe(403)
  })
})
