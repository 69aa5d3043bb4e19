import { ConfigError } from './config-error.ts'

/** Log levels; each includes the ones before it. */
export const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const

export type LogLevel = (typeof LOG_LEVELS)[number]

/** Options for those who operate a sandbox. */
export interface ObservabilityOptions {
  /** Log level: `silent`, `error`, `warn`, `info` or `debug`. Default: info. */
  logLevel?: LogLevel | undefined
  /** A token that reads `GET /metrics` and opens nothing else. Default: the admin token alone reads it. */
  metricsToken?: string | undefined
  /**
   * Sends OpenTelemetry traces, as the variables `OTEL_*` say. Default: false in code; on the command line, whether
   * `OTEL_EXPORTER_OTLP_ENDPOINT` is set.
   */
  traces?: boolean | undefined
}

type Environment = Record<string, string | undefined>

export function observabilityFromEnvironment(env: Environment): ObservabilityOptions {
  return {
    // Checked with all options.
    logLevel: (env.SVC_LOG_LEVEL || undefined) as LogLevel | undefined,
    metricsToken: env.SVC_METRICS_TOKEN || undefined,
    traces: hasCollector(env) || undefined,
  }
}

/** Whether OpenTelemetry's own variables say where to send traces. */
function hasCollector(env: Environment): boolean {
  if (/^true$/i.test(env.OTEL_SDK_DISABLED ?? '') || env.OTEL_TRACES_EXPORTER === 'none')
    return false
  return Boolean(env.OTEL_EXPORTER_OTLP_ENDPOINT || env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT)
}

/** Checks the options and fills in the defaults; throws ConfigError. */
export function readObservability(options: ObservabilityOptions) {
  const { logLevel = 'info', metricsToken, traces = false } = options
  if (!LOG_LEVELS.includes(logLevel)) {
    throw new ConfigError(
      `--log-level must be one of ${LOG_LEVELS.join(', ')}; found ${JSON.stringify(logLevel)}.`,
    )
  }
  if (metricsToken !== undefined && metricsToken.length < LEAST_TOKEN_LENGTH) {
    throw new ConfigError(
      `SVC_METRICS_TOKEN must have at least ${LEAST_TOKEN_LENGTH} characters; found ${metricsToken.length}.`,
    )
  }
  return { logLevel, metricsToken, traces }
}

/** Shorter texts could be guessed. */
const LEAST_TOKEN_LENGTH = 16
