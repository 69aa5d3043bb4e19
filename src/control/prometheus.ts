import { Counter, collectDefaultMetrics, Gauge, type Metric, Registry } from 'prom-client'
import { packageVersion } from '../package/package-root.ts'
import {
  DURATION_BOUNDS,
  type OperationTally,
  type RequestTally,
} from '../runtime/request-tally.ts'
import type { WaitingDeliveries } from '../store/events/event-log.ts'
import type { ControlParts } from './parts.ts'

type Parts = Pick<ControlParts, 'document' | 'store' | 'clock' | 'events'> &
  Pick<ControlParts, 'dispatcher' | 'tally' | 'connections'>

/**
 * The metrics of this process, with those that prom-client has of every Node process. All values are read when they are
 * asked for. No label has a value that a caller chooses.
 */
export function openRegistry(parts: Parts): Registry {
  const { document, store, dispatcher, tally, connections } = parts
  const registry = new Registry()
  const registers = [registry]

  new Gauge({
    name: 'svc_sandbox_info',
    help: 'Versions of the package and of the served API; always 1.',
    labelNames: ['version', 'api_version'],
    registers,
  }).set({ version: packageVersion(), api_version: document.version }, 1)

  new Counter({
    name: 'svc_sandbox_http_requests_total',
    help: 'Requests by part (service, control or page), operation and status.',
    labelNames: ['part', 'operation', 'status'],
    registers,
    collect() {
      this.reset()
      for (const { part, operation, byStatus } of tally.operations()) {
        for (const [status, number] of byStatus) this.inc({ part, operation, status }, number)
      }
    },
  })
  registry.registerMetric(durations(tally))

  new Counter({
    name: 'svc_sandbox_webhook_deliveries_total',
    help: 'Webhook deliveries by outcome: attempts that were delivered or failed, and deliveries that were given up.',
    labelNames: ['outcome'],
    registers,
    collect() {
      this.reset()
      const { delivered, failed_attempts, given_up } = dispatcher.totals
      this.inc({ outcome: 'delivered' }, delivered)
      this.inc({ outcome: 'failed_attempt' }, failed_attempts)
      this.inc({ outcome: 'given_up' }, given_up)
    },
  })
  new Gauge({
    name: 'svc_sandbox_webhook_queue_length',
    help: 'Webhook deliveries that wait for their turn, are under way or are being recorded.',
    registers,
    collect() {
      this.set(dispatcher.queueLength)
    },
  })
  new Gauge({
    name: 'svc_sandbox_accounts',
    help: 'Accounts; with a database, those of all replicas.',
    registers,
    async collect() {
      try {
        this.set(await store.count())
      } catch {
        // The others are worth most while the database is away.
        this.remove()
      }
    },
  })
  registerWaiting(registry, parts)
  if (connections) registerConnections(registry, connections)
  return Registry.merge([processMetrics(), registry])
}

function registerWaiting(registry: Registry, { events, store, clock }: Parts): void {
  let reading: Promise<WaitingDeliveries[]> | undefined
  // One query for both.
  const waiting = () => {
    reading ??= events.waiting().finally(() => {
      reading = undefined
    })
    return reading
  }
  const ageOf = async ({ accountId, oldest }: WaitingDeliveries) =>
    (clock.of(await store.readHead(accountId)) - oldest) / 1000
  const gauge = (name: string, help: string, read: () => Promise<number>) =>
    new Gauge({
      ...{ name, help, registers: [registry] },
      async collect() {
        try {
          this.set(await read())
        } catch {
          // As for the accounts.
          this.remove()
        }
      },
    })
  gauge(
    'svc_sandbox_webhook_deliveries_waiting',
    'Webhook deliveries without an outcome; with a database, those of all replicas.',
    async () => (await waiting()).reduce((sum, { count }) => sum + count, 0),
  )
  gauge(
    'svc_sandbox_webhook_oldest_waiting_seconds',
    'Age of the oldest event of these, on the clock of its account; 0 for none.',
    async () => Math.max(0, ...(await Promise.all((await waiting()).map(ageOf)))),
  )
}

function registerConnections(
  registry: Registry,
  connections: NonNullable<Parts['connections']>,
): void {
  const registers = [registry]
  new Gauge({
    name: 'svc_sandbox_database_connections_in_use',
    help: 'Connections of this replica to the database that are in use.',
    registers,
    collect() {
      this.set(connections().inUse)
    },
  })
  new Gauge({
    name: 'svc_sandbox_database_away',
    help: '1 while this replica cannot reach the database, else 0.',
    registers,
    collect() {
      this.set(connections().isAway ? 1 : 0)
    },
  })
}

let ofProcess: Registry | undefined

/** Observers of the process end with it only, so there is one set of them. */
function processMetrics(): Registry {
  if (ofProcess === undefined) {
    ofProcess = new Registry()
    collectDefaultMetrics({ register: ofProcess })
  }
  return ofProcess
}

/** prom-client can only count observations itself, which would take longer than the rest of the log. */
function durations(tally: RequestTally): Metric {
  const name = 'svc_sandbox_http_request_duration_seconds'
  const histogram = {
    name,
    help: 'Time from the headers of a request to the end of its answer, by part and operation.',
    type: 'histogram',
    aggregator: 'sum',
    get: async () => ({
      ...histogram,
      values: tally.operations().flatMap((operation) => valuesOf(name, operation)),
    }),
    reset() {},
  }
  return histogram as unknown as Metric
}

function valuesOf(name: string, { part, operation, byDuration, seconds }: OperationTally) {
  let count = 0
  const buckets = byDuration.map((number, at) => {
    count += number
    const labels = { part, operation, le: DURATION_BOUNDS[at] ?? '+Inf' }
    return { metricName: `${name}_bucket`, labels, value: count }
  })
  const labels = { part, operation }
  return [
    ...buckets,
    { metricName: `${name}_sum`, labels, value: seconds },
    { metricName: `${name}_count`, labels, value: count },
  ]
}
