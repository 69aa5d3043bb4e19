import type { SpanExporter } from '@opentelemetry/sdk-trace-base'
import { ConfigError } from '../config/parse.ts'
import type { Log } from '../log.ts'

type Environment = Record<string, string | undefined>

export interface ReportingExporter extends SpanExporter {
  /** Logs that the last spans were not sent in time. Nothing is logged afterwards. */
  giveUp(error: Error): void
}

/** Sends spans over HTTP, to the address and with the headers of `OTEL_EXPORTER_OTLP_*`, which the exporter reads itself. */
export async function openExporter(env: Environment, log: Log): Promise<ReportingExporter> {
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
