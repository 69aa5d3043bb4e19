import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { startServing } from '../../test/support/processes/serve-process.ts'
import { type Receiver, startReceiver } from '../../test/support/receiver.ts'
import { apiOf, startSandbox, type TestSandbox } from '../../test/support/sandbox.ts'
import { ConfigError, optionsFromEnvironment, type SandboxOptions } from '../config.ts'

interface Span {
  name: string
  kind: number
  traceId: string
  spanId: string
  parentSpanId?: string
  attributes: { key: string; value: Record<string, unknown> }[]
  links?: { traceId: string; spanId: string }[]
  status: { code?: number }
}

const SERVER = 2
const CLIENT = 3
const ERROR = 2
const TRACE = 'a'.repeat(32)
const PARENT = 'b'.repeat(16)

/** A sandbox that sends its traces to a collector of the test's own. */
async function traced(options: SandboxOptions = {}) {
  const collector = await startReceiver()
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', new URL(collector.url).origin)
  vi.stubEnv('OTEL_EXPORTER_OTLP_PROTOCOL', 'http/json')
  vi.stubEnv('OTEL_SERVICE_NAME', 'demo-sandbox')
  onTestFinished(() => void vi.unstubAllEnvs())
  const sandbox = await startSandbox({ ephemeral: true, traces: true, ...options })
  /** Ends the sandbox, which sends what is left. */
  const spans = async () => {
    await sandbox.close()
    return spansOf(collector)
  }
  return { sandbox, collector, spans }
}

/** Resolves when the attempt to send an event is over. */
async function attempted({ deliveries }: TestSandbox): Promise<void> {
  const attempts = async () => (await deliveries.list())[0]?.attempts.length
  await expect.poll(attempts).toBeGreaterThan(0)
}

function spansOf({ received }: Receiver): Span[] {
  return received
    .flatMap(({ body }) => JSON.parse(body).resourceSpans)
    .flatMap(({ scopeSpans }) => scopeSpans)
    .flatMap(({ spans }) => spans)
}

function attributesOf({ attributes }: Span): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))
}

const named = (spans: Span[], name: string) => spans.filter((span) => span.name === name)

describe('a request', () => {
  it('is a span with the name of its operation, which continues the trace of its caller', async () => {
    const { sandbox, collector, spans } = await traced()
    const headers = { traceparent: `00-${TRACE}-${PARENT}-01` }
    await sandbox.api.get('/campaigns', { query: { limit: 2 }, headers })

    const [span] = named(await spans(), 'listCampaigns')

    expect(span).toMatchObject({ kind: SERVER, traceId: TRACE, parentSpanId: PARENT })
    expect(attributesOf(span as Span)).toMatchObject({
      'http.request.method': 'GET',
      'http.route': '/api/campaigns',
      'url.path': '/api/campaigns',
      'url.query': 'limit=2',
      'http.response.status_code': 200,
      'svc_sandbox.account': 'acc_demo',
    })
    expect(collector.received[0]).toMatchObject({ method: 'POST', path: '/v1/traces' })
    expect(collector.received[0]?.body).toContain('demo-sandbox')
  })

  it('begins a trace without traceparent, and fails with a status of 500', async () => {
    const { sandbox, spans } = await traced()
    await sandbox.faults.add({ operation: ['listAlerts'], error: 'server_error' })
    await sandbox.api.get('/alerts')
    await sandbox.api.get('/nowhere')

    const all = await spans()

    const [failed] = named(all, 'listAlerts')
    const [unknown] = named(all, 'unknown')
    expect(failed?.parentSpanId || undefined).toBeUndefined()
    expect(failed?.status.code).toBe(ERROR)
    expect(unknown?.status.code).not.toBe(ERROR)
  })

  it('is not traced where its caller did not sample it, and for probes', async () => {
    const { sandbox, spans } = await traced()
    await sandbox.api.get('/auth/me', { headers: { traceparent: `00-${TRACE}-${PARENT}-00` } })
    await fetch(`http://127.0.0.1:${sandbox.port}/_sandbox/health/live`)
    await fetch(`http://127.0.0.1:${sandbox.port}/metrics`)
    await sandbox.api.get('/campaigns')

    expect((await spans()).map(({ name }) => name)).toEqual(['listCampaigns'])
  })

  it('has no secret in its span', async () => {
    const { sandbox, collector, spans } = await traced()
    const query = { search: 'svc_test_let-me-in', token: 'let-me-in', limit: '1' }
    await sandbox.api.get('/campaigns', { query })
    await sandbox.api.get('/campaigns/svc_test_let-me-in')
    await spans()

    const sent = collector.received.map(({ body }) => body).join()
    expect(sent).toContain('listCampaigns')
    expect(sent).not.toContain('let-me-in')
    expect(sent).not.toContain('svc_test_demo')
  })
})

describe('a webhook attempt', () => {
  it('is a trace of its own, with a link to the request that caused the event', async () => {
    const { sandbox, spans, collector } = await traced()
    const receiver = await startReceiver()
    const url = `${receiver.url}/hidden-path?token=let-me-in`
    await sandbox.api.post('/webhooks', { body: { url, events: ['mention.detected'] } })
    await fetch(`http://127.0.0.1:${sandbox.port}/_sandbox/events`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', traceparent: `00-${TRACE}-${PARENT}-01` },
      body: JSON.stringify({ type: 'mention.detected' }),
    })
    await attempted(sandbox)

    const all = await spans()

    const [request] = named(all, 'triggerEvent')
    const [attempt] = named(all, 'webhook')
    expect(attempt?.kind).toBe(CLIENT)
    expect(attempt?.parentSpanId || undefined).toBeUndefined()
    expect(attempt?.traceId).not.toBe(TRACE)
    expect(attempt?.links).toMatchObject([{ traceId: TRACE, spanId: request?.spanId }])
    expect(receiver.received[0]?.headers.traceparent).toBe(
      `00-${attempt?.traceId}-${attempt?.spanId}-01`,
    )
    expect(attributesOf(attempt as Span)).toMatchObject({
      'server.address': 'localhost',
      'http.response.status_code': 200,
    })
    expect(collector.received.map(({ body }) => body).join()).not.toMatch(/hidden-path|let-me-in/)
  })

  it('that fails is an error', async () => {
    const { sandbox, spans } = await traced()
    const receiver = await startReceiver()
    receiver.status = 503
    const body = { url: receiver.url, events: ['mention.detected'] }
    await sandbox.api.post('/webhooks', { body })
    await sandbox.trigger('mention.detected')
    await attempted(sandbox)

    const [attempt] = named(await spans(), 'webhook')
    expect(attempt?.status.code).toBe(ERROR)
    expect(attempt?.links ?? []).toEqual([])
  })
})

describe('traces are sent', () => {
  it('by serve as Protocol Buffers, if OTEL_EXPORTER_OTLP_ENDPOINT names a collector', async () => {
    const collector = await startReceiver()
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: new URL(collector.url).origin }
    const server = await startServing(['--ephemeral'], { env })
    await apiOf(server.url).get('/campaigns')
    server.kill('SIGTERM')
    await server.ended

    const [sent] = collector.received
    expect(sent?.headers['content-type']).toBe('application/x-protobuf')
    expect(sent?.body).toContain('listCampaigns')
    expect(sent?.body).toContain('svc-sandbox')
  })

  it('or not at all: a collector that is away delays no end, and is logged once', async () => {
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' }
    const server = await startServing(['--ephemeral'], { env })
    await apiOf(server.url).get('/campaigns')
    server.kill('SIGTERM')

    const { code, stdout } = await server.ended
    const endedAt = Date.now()
    const logged = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(code).toBe(0)
    expect(logged.filter(({ msg }) => /^Traces/.test(msg))).toMatchObject([
      { err: { message: 'The last spans were not sent within 3 seconds.' } },
    ])
    const { event, time } = logged.at(-1)
    expect(event).toBe('stopped')
    // The exporter would try again for five seconds more.
    expect(endedAt - time).toBeLessThan(3_000)
  })

  it.each([
    [{}, undefined],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' }, true],
    [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://127.0.0.1:4318/v1/traces' }, true],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318', OTEL_SDK_DISABLED: 'true' },
      undefined,
    ],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318', OTEL_TRACES_EXPORTER: 'none' },
      undefined,
    ],
  ])('with the variables %j: %s', (env, expected) => {
    expect(optionsFromEnvironment(env).traces).toBe(expected)
  })

  it('over HTTP only: a start with another protocol is refused', async () => {
    vi.stubEnv('OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc')
    onTestFinished(() => void vi.unstubAllEnvs())

    const start = startSandbox({ ephemeral: true, traces: true })

    await expect(start).rejects.toThrow(ConfigError)
    await expect(start).rejects.toThrow('http/protobuf or http/json; found "grpc"')
  })
})
