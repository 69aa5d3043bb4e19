import type { RequestHandler } from 'express'
import type { Services } from '../services.ts'
import { exchangeOf } from './exchange.ts'
import { createRedaction } from './redaction.ts'

/** Reports each exchange once it is over, whether it was answered or broken off, and counts it for its key. */
export function logAccess({ log, clock, document, usage }: Services): RequestHandler {
  const redact = createRedaction(document.secretPrefixes)
  return (req, res, next) => {
    res.once('close', () => {
      const exchange = exchangeOf(res)
      if (exchange.caller) usage.count(exchange.caller, exchange.now, res.statusCode)
      log.access({
        requestId: exchange.id,
        method: req.method,
        url: redact(req.originalUrl),
        status: res.statusCode,
        durationMs: clock.elapsed() - exchange.startedAt,
        account: exchange.caller?.account.id,
        key: exchange.caller?.key.id,
        error: res.locals.errorCode as string | undefined,
      })
    })
    next()
  }
}
