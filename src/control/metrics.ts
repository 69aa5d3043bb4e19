import type { RequestHandler } from 'express'
import type { Registry } from 'prom-client'
import { exchangeOf } from '../pipeline/exchange.ts'
import { inOrder } from '../pipeline/in-order.ts'
import { beginControl } from './control-plane.ts'
import { guardControl } from './guard.ts'
import type { ControlParts } from './parts.ts'

/**
 * GET /metrics: figures of this process for Prometheus. Answers the operator, and the holder of `SVC_METRICS_TOKEN`, who can
 * do nothing else: a monitoring system need not be able to reset everything.
 */
export function serveMetrics(parts: ControlParts): RequestHandler {
  let registry: Registry | undefined
  const begin: RequestHandler = (req, res, next) => {
    beginControl(req, res, parts)
    exchangeOf(res).resource = 'metrics'
    next()
  }
  return inOrder(begin, guardControl(parts, parts.config.metricsToken), async (_req, res) => {
    // It measures the process from its first request on.
    registry ??= (await import('./prometheus.ts')).openRegistry(parts)
    const text = await registry.metrics()
    res.set('Cache-Control', 'no-store').type(registry.contentType).send(text)
  })
}
