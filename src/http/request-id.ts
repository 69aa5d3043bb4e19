import { randomUUID } from 'node:crypto'
import type { RequestHandler } from 'express'
import type { Services } from '../services.ts'
import type { Exchange } from './exchange.ts'
import { header } from './exchange.ts'
import { createRedaction } from './redaction.ts'

// What a log line can hold without being torn apart or forged.
const SENSIBLE_ID = /^[\w.:@/+=-]{1,128}$/

/**
 * Opens the exchange and names it: by the caller's own X-Request-Id when that is sensible, and holds no
 * token, since it is logged.
 */
export function identifyRequest({ clock, document }: Services): RequestHandler {
  const redact = createRedaction(document.secretPrefixes)
  return (req, res, next) => {
    const given = header(req, 'x-request-id')
    const isSensible = given !== undefined && SENSIBLE_ID.test(given) && redact(given) === given
    const id = isSensible ? given : randomUUID()
    const exchange: Exchange = {
      id,
      startedAt: clock.elapsed(),
      now: clock.now(),
      part: 'service',
      bodyProblem: undefined,
      operation: undefined,
      params: {},
      query: {},
      routeProblem: undefined,
      callerProblem: undefined,
      caller: undefined,
      quota: undefined,
      preferredStatus: undefined,
      hasWish: false,
      fault: undefined,
      isValid: undefined,
      sentBody: undefined,
      sentLength: 0,
      answer: undefined,
      failure: undefined,
    }
    res.locals.exchange = exchange
    res.setHeader('X-Request-Id', id)
    next()
  }
}
