import type { RequestHandler } from 'express'
import { exchangeOf } from '../pipeline/exchange.ts'
import { beginControl } from './control-plane.ts'
import type { ControlParts } from './parts.ts'

/** GET /metrics: figures of this process for Prometheus. */
export function serveMetrics(parts: ControlParts): RequestHandler {
  let stages: Promise<RequestHandler> | undefined
  return (req, res, next) => {
    beginControl(req, res, parts)
    exchangeOf(res).resource = 'metrics'
    // Loaded with the first request: no start waits for it.
    stages ??= import('./metrics-stages.ts').then(({ metricsStages }) => metricsStages(parts))
    stages.then((stage) => stage(req, res, next), next)
  }
}
