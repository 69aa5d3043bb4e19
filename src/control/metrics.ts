import type { RequestHandler } from 'express'
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { packageVersion } from '../package/package-root.ts'
import { exchangeOf } from '../pipeline/exchange.ts'
import { inOrder } from '../pipeline/in-order.ts'
import type { WaitingDeliveries } from '../store/events/event-log.ts'
import { beginControl } from './control-plane.ts'
import { guardControl } from './guard.ts'
import type { ControlParts } from './parts.ts'

/**
 * GET /metrics: figures of this process for Prometheus. Answers the operator, and the holder of `SVC_METRICS_TOKEN`, who can
 * do nothing else: a monitoring system need not be able to reset everything.
 */
export function serveMetrics(parts: ControlParts): RequestHandler {
  let registry: Registry | undefined
  return inOrder(
    beginControl(parts),
    (_req, res, next) => {
      exchangeOf(res).resource = 'metrics'
      next()
    },
    guardControl(parts, parts.config.metricsToken),
    async (_req, res) => {
      registry ??= openRegistry(parts)
      const text = await registry.metrics()
      res.set('Cache-Control', 'no-store').type(registry.contentType).send(text)
    },
  )
}

/**
 * The metrics of this process, with those that prom-client has of every Node process. All values are read when they are
 * asked for. No label has a value that a caller chooses.
 */
function openRegistry(parts: ControlParts): Registry {
  const { document, store, dispatcher, tally, connections, clock } = parts
  const registry = new Registry()
  const registers = [registry]
  const gauge = (name: string, help: string, read: () => number | Promise<number>) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        try {
          this.set(await read())
        } catch {
          // The others are worth most while the database is away.
          this.remove()
        }
      },
    })

  new Gauge({
    name: 'svc_sandbox_info',
    help: 'Versions of the package and of the served API; always 1.',
    labelNames: ['version', 'api_version'],
    registers,
  }).set({ version: packageVersion(), api_version: document.version }, 1)
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
  gauge(
    'svc_sandbox_webhook_queue_length',
    'Webhook deliveries that wait for their turn, are under way or are being recorded.',
    () => dispatcher.queueLength,
  )
  gauge('svc_sandbox_accounts', 'Accounts; with a database, those of all replicas.', () =>
    store.count(),
  )
  gauge(
    'svc_sandbox_webhook_deliveries_waiting',
    'Webhook deliveries without an outcome; with a database, those of all replicas.',
    async () => (await parts.events.waiting()).reduce((sum, { count }) => sum + count, 0),
  )
  const ageOf = async ({ accountId, oldest }: WaitingDeliveries) =>
    (clock.of(await store.readHead(accountId)) - oldest) / 1000
  gauge(
    'svc_sandbox_webhook_oldest_waiting_seconds',
    'Age of the oldest event of these, on the clock of its account; 0 for none.',
    async () => Math.max(0, ...(await Promise.all((await parts.events.waiting()).map(ageOf)))),
  )
  if (connections) {
    gauge(
      'svc_sandbox_database_connections_in_use',
      'Connections of this replica to the database that are in use.',
      () => connections().inUse,
    )
    gauge(
      'svc_sandbox_database_away',
      '1 while this replica cannot reach the database, else 0.',
      () => (connections().isAway ? 1 : 0),
    )
  }
  return Registry.merge([processMetrics(), tally.registry, registry])
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
