import type { RequestHandler } from 'express'
import type { Config } from '../config.ts'
import type { ApiDocument } from '../openapi/api-document.ts'
import { createRedaction } from '../runtime/redaction.ts'
import type { Tracing } from '../tracing/tracing.ts'
import { type Exchange, exchangeOf } from './exchange.ts'

interface Parts {
  config: Config
  document: ApiDocument
  tracing: Tracing
}

/** Load balancers and monitoring ask every few seconds. */
const PROBES = /^\/(_sandbox\/health|metrics)(?![^/?])/

/** Handles each request, except those of probes, within a span. */
export function traceRequests({ config, document, tracing }: Parts): RequestHandler {
  const redact = createRedaction(document.secretPrefixes)
  return (req, res, next) => {
    if (PROBES.test(req.url)) return next()
    const { method, originalUrl, headers } = req
    tracing.request(headers, (end) => {
      res.once('close', () => {
        const exchange = exchangeOf(res)
        end({
          method,
          url: redact(originalUrl),
          operation: exchange.operation?.id ?? exchange.resource ?? 'unknown',
          route: routeOf(exchange, config.apiPath),
          status: res.headersSent ? res.statusCode : undefined,
          requestId: exchange.id,
          account: exchange.caller?.account.id,
        })
      })
      next()
    })
  }
}

function routeOf({ operation, part, isUnmetered }: Exchange, root: string): string | undefined {
  const service = isUnmetered ? '/_sandbox/api' : root
  return operation && (part === 'control' ? '/_sandbox' : service) + operation.path
}
