import express, { type RequestHandler } from 'express'
import { guardControl } from './guard.ts'
import type { ControlParts } from './parts.ts'
import { openRegistry } from './prometheus.ts'

/**
 * Answers the operator, and the holder of `SVC_METRICS_TOKEN`, who can do nothing else: a monitoring system need not be
 * able to reset everything.
 */
export function metricsStages(parts: ControlParts): RequestHandler {
  const registry = openRegistry(parts)
  return express.Router().use(guardControl(parts, parts.config.metricsToken), async (_req, res) => {
    const text = await registry.metrics()
    res.set('Cache-Control', 'no-store').type(registry.contentType).send(text)
  })
}
