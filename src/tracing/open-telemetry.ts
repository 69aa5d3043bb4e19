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
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base'
import type { Log } from '../log.ts'
import { AbortController } from '../node-globals.ts'
import { packageVersion } from '../package/package-root.ts'
import type { Clock } from '../time/clock.ts'
import { openExporter } from './exporter.ts'
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
  const causes = new Map<string, SpanContext>()

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
      for (const oldest of causes.keys()) {
        if (causes.size <= REMEMBERED_EVENTS) break
        causes.delete(oldest)
      }
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
