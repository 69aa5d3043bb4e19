import type { ErrorRequestHandler, Response } from 'express'
import { ApiError, ForcedError } from '../errors.ts'
import type { Services } from '../services.ts'
import { StoreError } from '../store/store-error.ts'
import { requireConformance } from './conformance.ts'
import { failureEnvelope, sendJson } from './envelope.ts'
import { exchangeOf, writeHeaders } from './exchange.ts'
import { createRedaction } from './redaction.ts'

/** The one place where an error becomes a response. What nobody foresaw is logged whole and answered as `internal`. */
export function answerErrors(services: Services): ErrorRequestHandler {
  const { quotas, clock, document, log } = services
  const redact = createRedaction(document.secretPrefixes)
  return (thrown, req, res, _next) => {
    try {
      const error = thrown instanceof ApiError ? thrown : unforeseen(thrown)
      if (!(thrown instanceof ApiError)) {
        log.failure(`${req.method} ${redact(req.path)} failed (${idOf(res)})`, thrown)
      }

      // Half an answer cannot be turned into another one; breaking it off tells the client so.
      if (res.headersSent) return void res.destroy()

      const exchange = exchangeOf(res)
      if (exchange.part === 'service' && !exchange.quota) {
        const now = clock.now()
        writeHeaders(res, quotas.headersOf(quotas.chargeAddress(req.ip ?? '', now), now))
      }
      answer(error, res, services)
    } catch (broken) {
      // Such as a failure that itself breaks the document (`--validate-responses`).
      log.failure(`A failure could not be answered as it should (${idOf(res)})`, broken)
      answerPlainly(res, services)
    }
  }
}

function idOf(res: Response): string {
  return `X-Request-Id ${res.getHeader('X-Request-Id')}`
}

/** The last resort, which Express would follow with HTML and a stack: it takes nothing that can fail. */
function answerPlainly(res: Response, { document, clock }: Services): void {
  const { code, status } = document.wording('internal')
  res.locals.errorCode = code
  const { version } = document
  sendJson(res, status, failureEnvelope(code, FAILED, undefined, clock.now(), version))
}

const FAILED =
  'The sandbox failed at this request. Its log has the reason; X-Request-Id finds it there.'

function answer(error: ApiError, res: Response, services: Services): void {
  const { document, forms } = services
  const exchange = exchangeOf(res)
  exchange.failure = error
  const { code, status } =
    error instanceof ForcedError
      ? error
      : document.wording(error.failure, exchange.operation?.failures)
  const { message, details } = error
  const { id, now, part, caller } = exchange
  const own = failureEnvelope(code, message, details, now, document.version)
  // The form is that of the service; the control plane has a document of its own.
  const seed = caller?.account.seed ?? 0
  const body = part === 'control' ? own : forms.failure(own, { id, seed })
  writeHeaders(res, error.headers)
  const wished = error instanceof ForcedError
  const failure = wished ? undefined : error.failure
  requireConformance(
    res,
    { status, mediaType: 'application/json', body, wished, failure },
    services,
  )
  res.locals.errorCode = code
  sendJson(res, status, body)
}

function unforeseen(cause: unknown): ApiError {
  if (cause instanceof StoreError) {
    return new ApiError(
      'unavailable',
      'The sandbox could not write or read its data folder; a change is undone. Try again; the log of the sandbox has the reason.',
      { cause, headers: { 'Retry-After': '1' } },
    )
  }
  return new ApiError('internal', FAILED, { cause })
}
