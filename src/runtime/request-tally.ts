import { STATUS_CODES } from 'node:http'
import { Counter, Histogram, Registry } from 'prom-client'

/** The part of the server that a request was for. */
export type Part = 'service' | 'control' | 'page'

/** Counts requests for `GET /metrics`. */
export class RequestTally {
  readonly registry = new Registry()
  readonly #requests = new Counter({
    name: 'svc_sandbox_http_requests_total',
    help: 'Requests by part (service, control or page), operation and status.',
    labelNames: ['part', 'operation', 'status'],
    registers: [this.registry],
  })
  readonly #durations = new Histogram({
    name: 'svc_sandbox_http_request_duration_seconds',
    help: 'Time from the headers of a request to the end of its answer, by part and operation.',
    labelNames: ['part', 'operation'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [this.registry],
  })

  /** `operation` must be one of a fixed set of names; `status` is 0 if no answer was sent. */
  count(part: Part, operation: string, status: number, durationMs: number): void {
    this.#requests.inc({ part, operation, status: labelOf(status) })
    this.#durations.observe({ part, operation }, durationMs / 1000)
  }
}

/** Callers can choose any status (`Prefer`, faults): statuses without a name share a label, so there are few. */
function labelOf(status: number): string {
  if (status === 0) return 'aborted'
  return status in STATUS_CODES ? String(status) : `${Math.floor(status / 100)}xx`
}
