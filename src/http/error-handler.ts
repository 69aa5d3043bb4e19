import type { ErrorRequestHandler } from 'express'
import { ApiError, ForcedError } from '../errors.ts'
import type { Services } from '../services.ts'
import { failureEnvelope, sendJson } from './envelope.ts'
import { type Exchange, exchangeOf } from './exchange.ts'
import { writeQuota } from './rate-limit.ts'

/** The one place where an error becomes a response. What nobody foresaw is logged whole and answered as `internal`. */
export function answerErrors(services: Services): ErrorRequestHandler {
  const { document, quotas, clock, log } = services
  return (thrown, req, res, _next) => {
    const exchange = exchangeOf(res) as Exchange
    const error = thrown instanceof ApiError ? thrown : unforeseen(thrown)
    if (!(thrown instanceof ApiError)) log.failure(`${req.method} ${req.path} failed`, thrown)

    // Half an answer cannot be turned into another one; breaking it off tells the client so.
    if (res.headersSent) return void res.destroy()

    if (exchange.metered && !exchange.quota) {
      writeQuota(res, quotas.chargeAddress(req.ip ?? '', clock.now()))
    }
    const { code, status } =
      error instanceof ForcedError
        ? error
        : document.wording(error.failure, exchange.operation?.failures)
    for (const [name, value] of Object.entries(error.headers)) res.setHeader(name, value)
    res.locals.errorCode = code
    sendJson(
      res,
      status,
      failureEnvelope(code, error.message, error.details, exchange.now, document.version),
    )
  }
}

function unforeseen(cause: unknown): ApiError {
  return new ApiError(
    'internal',
    'The sandbox failed at this request. Its log has the reason; X-Request-Id finds it there.',
    { cause },
  )
}
