import type { SpanExporter } from '@opentelemetry/sdk-trace-base'
import { ConfigError } from '../config/config-error.ts'
import type { Log } from '../log.ts'

type Environment = Record<string, string | undefined>

/** Sends spans over HTTP, to the address and with the headers of `OTEL_EXPORTER_OTLP_*`, which the exporter reads itself. */
export async function openExporter(env: Environment, log: Log): Promise<SpanExporter> {
  return reporting(await exporterFor(protocolOf(env)), log)
}

function protocolOf(env: Environment): string {
  const { OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: own, OTEL_EXPORTER_OTLP_PROTOCOL: general } = env
  return own || general || 'http/protobuf'
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
function reporting(exporter: SpanExporter, log: Log): SpanExporter {
  let isFailing = false
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const { error } = result
        if (error && !isFailing) log.failure('Traces could not be sent to the collector', error)
        if (!error && isFailing) log.notice('Traces are sent to the collector again.')
        isFailing = error !== undefined
        done(result)
      })
    },
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
    shutdown: () => exporter.shutdown(),
  }
}
