import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Attributes,
  defaultTextMapGetter,
  defaultTextMapSetter,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources'
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  type SpanExporter,
} from '@opentelemetry/sdk-trace-base'
import { LRUCache } from 'lru-cache'
import { ConfigError } from '../config/parse.ts'
import type { Log } from '../log.ts'
import { AbortController } from '../node-globals.ts'
import { packageVersion } from '../package/package-root.ts'
import type { Clock } from '../time/clock.ts'
import type { TracedRequest, Tracing } from './tracing.ts'

/** Events whose request is remembered, until they are sent. */
const REMEMBERED_EVENTS = 10_000

/** Real time in which the last spans must be sent. */
const LAST_SPANS_WITHIN_MS = 3_000

/** Tracing as the variables `OTEL_*` say. Rejects with a ConfigError for a protocol that it does not speak. */
export async function openTracing({ log, clock }: { log: Log; clock: Clock }): Promise<Tracing> {
  const version = packageVersion()
  const exporter = await openExporter(process.env, log)
  const own = { 'service.name': 'svc-sandbox', 'service.version': version }
  const provider = new BasicTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes(own))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  })
  const tracer = provider.getTracer('svc-sandbox', version)
  const propagator = new W3CTraceContextPropagator()
  const present = new AsyncLocalStorage<SpanContext>()
  const causes = new LRUCache<string, SpanContext>({ max: REMEMBERED_EVENTS })

  return {
    request(headers, handle) {
      const parent = propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter)
      const span = tracer.startSpan('request', { kind: SpanKind.SERVER }, parent)
      present.run(span.spanContext(), () =>
        handle((request) => {
          span.updateName(request.operation)
          span.setAttributes(attributesOf(request))
          if ((request.status ?? 500) >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
          span.end()
        }),
      )
    },

    caused(eventIds) {
      const cause = present.getStore()
      if (cause === undefined) return
      for (const id of eventIds) causes.set(id, cause)
    },

    async attempt(message, send) {
      const { eventId, url } = message
      // A resent event is linked to the request that asked for it.
      const cause = causes.get(eventId) ?? present.getStore()
      const links = cause === undefined ? [] : [{ context: cause }]
      const span = tracer.startSpan(
        'webhook',
        { kind: SpanKind.CLIENT, root: true, links, attributes: receiverOf(url, eventId) },
        ROOT_CONTEXT,
      )
      const carrier: Record<string, string> = {}
      propagator.inject(trace.setSpan(ROOT_CONTEXT, span), carrier, defaultTextMapSetter)
      try {
        const sent = await send({ ...message, headers: { ...carrier, ...message.headers } })
        if (sent?.status) span.setAttribute('http.response.status_code', sent.status)
        // The words of the failure may quote an address.
        if (sent?.error !== null) span.setStatus({ code: SpanStatusCode.ERROR })
        return sent
      } finally {
        span.end()
      }
    },

    async close() {
      const closed = new AbortController()
      const shutdown = provider
        .shutdown()
        .catch(() => {})
        .then(() => closed.abort())
      await Promise.race([shutdown, clock.pause(LAST_SPANS_WITHIN_MS, closed.signal)])
      if (closed.signal.aborted) return
      const seconds = LAST_SPANS_WITHIN_MS / 1000
      exporter.giveUp(new Error(`The last spans were not sent within ${seconds} seconds.`))
    },
  }
}

/** Names of OpenTelemetry's semantic conventions for HTTP. */
function attributesOf(request: TracedRequest): Attributes {
  const { method, url, route, status, requestId, account, operation } = request
  const [path = '', query] = url.split(/\?(.*)/s)
  return {
    'http.request.method': method,
    'url.path': path,
    ...(query ? { 'url.query': query } : {}),
    ...(route === undefined ? {} : { 'http.route': route }),
    ...(status === undefined ? {} : { 'http.response.status_code': status }),
    'svc_sandbox.operation': operation,
    'svc_sandbox.request_id': requestId,
    ...(account === undefined ? {} : { 'svc_sandbox.account': account }),
  }
}

/** Without path and query, which often hold a secret. */
function receiverOf(url: string, eventId: string): Attributes {
  const { hostname, port, protocol } = new URL(url)
  return {
    'http.request.method': 'POST',
    'server.address': hostname,
    'server.port': Number(port) || (protocol === 'https:' ? 443 : 80),
    'svc_sandbox.event_id': eventId,
  }
}

interface ReportingExporter extends SpanExporter {
  /** Logs that the last spans were not sent in time. Nothing is logged afterwards. */
  giveUp(error: Error): void
}

/** Sends spans over HTTP, to the address and with the headers of `OTEL_EXPORTER_OTLP_*`, which the exporter reads itself. */
async function openExporter(env: NodeJS.ProcessEnv, log: Log): Promise<ReportingExporter> {
  const { OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: own, OTEL_EXPORTER_OTLP_PROTOCOL: general } = env
  return reporting(await exporterFor(own || general || 'http/protobuf'), log)
}

async function exporterFor(protocol: string): Promise<SpanExporter> {
  switch (protocol) {
    case 'http/protobuf':
      return new (await import('@opentelemetry/exporter-trace-otlp-proto')).OTLPTraceExporter()
    case 'http/json':
      return new (await import('@opentelemetry/exporter-trace-otlp-http')).OTLPTraceExporter()
    default:
      throw new ConfigError(
        `Traces are sent over HTTP: OTEL_EXPORTER_OTLP_PROTOCOL must be http/protobuf or http/json; found ${JSON.stringify(protocol)}.`,
      )
  }
}

/** Logs when spans can't be sent any more, and when they can again: each batch would fill the log. */
function reporting(exporter: SpanExporter, log: Log): ReportingExporter {
  let isFailing = false
  let isGivenUp = false
  const report = (error: Error | undefined) => {
    if (isGivenUp) return
    if (error && !isFailing) log.failure('Traces could not be sent to the collector', error)
    if (!error && isFailing) log.notice('Traces are sent to the collector again.')
    isFailing = error !== undefined
  }
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        report(result.error)
        done(result)
      })
    },
    giveUp(error) {
      report(error)
      isGivenUp = true
    },
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
    shutdown: () => exporter.shutdown(),
  }
}
