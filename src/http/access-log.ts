import type { RequestHandler } from 'express'
import type { Services } from '../services.ts'
import { exchangeOf } from './exchange.ts'
import { createRedaction } from './redaction.ts'
import { createRecorder } from './request-record.ts'

/**
 * Reports each exchange once it is over, whether it was answered or broken off, and counts it for its key; what
 * is no control goes to the log of requests, too.
 */
export function logAccess(services: Services): RequestHandler {
  const { log, clock, document, requests, usage, changes } = services
  const redact = createRedaction(document.secretPrefixes)
  const record = createRecorder(services)
  return (req, res, next) => {
    res.once('close', () => {
      const exchange = exchangeOf(res)
      const { caller } = exchange
      if (caller) usage.count(caller, exchange.now, res.statusCode)
      if (caller && isWrite(req.method) && res.statusCode < 400) changes.tell(caller.account.id)
      const url = redact(req.originalUrl)
      log.access({
        requestId: exchange.id,
        method: req.method,
        url,
        status: res.headersSent ? res.statusCode : undefined,
        durationMs: clock.elapsed() - exchange.startedAt,
        account: caller?.account.id,
        key: caller?.key.id,
        error: res.locals.errorCode as string | undefined,
        fault: exchange.fault,
      })
      if (exchange.part !== 'control') requests.add(record(req, res, url))
    })
    next()
  }
}

function isWrite(method: string): boolean {
  return method !== 'GET' && method !== 'HEAD'
}
