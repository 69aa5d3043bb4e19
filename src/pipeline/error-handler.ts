import type { ErrorRequestHandler, Response } from 'express'
import type { Caller } from '../accounts/account.ts'
import { isOfForm } from '../accounts/identifier.ts'
import type { AnswerForms } from '../answer-forms/answer-forms.ts'
import { ApiError, ForcedError } from '../errors.ts'
import type { Log } from '../log.ts'
import type { ApiDocument } from '../openapi/api-document.ts'
import type { WordedFailure } from '../openapi/provenance/sections.ts'
import { type Quotas, untouchedQuota } from '../runtime/quotas.ts'
import { createRedaction } from '../runtime/redaction.ts'
import { StoreError, UnknownAccountError } from '../store/store-error.ts'
import type { Clock } from '../time/clock.ts'
import { unknownToken } from './authentication.ts'
import { failureEnvelope } from './envelope.ts'
import { type Exchange, exchangeOf, isForeign, isSafe, writeHeaders } from './exchange.ts'
import { type ResponseChecks, requireConformance, sendJson } from './send.ts'

export interface ErrorParts {
  document: ApiDocument
  forms: AnswerForms
  responseChecks: ResponseChecks
  quotas: Quotas
  clock: Clock
  log: Log
}

/** The one place where an error becomes a response. An unforeseen one is logged whole and answered as `internal`. */
export function answerErrors(parts: ErrorParts): ErrorRequestHandler {
  const { quotas, clock, document, log } = parts
  const redact = createRedaction(document.secretPrefixes)
  return async (thrown, req, res, _next) => {
    try {
      const foreseen = thrown instanceof ApiError ? thrown : removed(thrown, res)
      if (!foreseen && !(thrown instanceof StoreError && thrown.isKnown)) {
        log.failure(`${req.method} ${redact(req.path)} failed (${idOf(res)})`, thrown)
      }
      const error = foreseen ?? unforeseen(thrown, isSafe(req))

      // A partial answer cannot become another one; closing the connection shows that it is incomplete.
      if (res.headersSent) return void res.destroy()

      const exchange = exchangeOf(res)
      const isMetered = exchange.part === 'service' && !exchange.isUnmetered && !isForeign(exchange)
      if (isMetered && !exchange.quota) {
        // An error before the quota stage is charged to the address, unless the store that has the quotas is away.
        const isAway = thrown instanceof StoreError
        const now = isAway ? exchange.now : clock.now()
        const caller = exchange.caller?.key && (exchange.caller as Caller)
        const quota =
          isAway || exchange.source === 'sandbox'
            ? untouchedQuota(caller, document, now)
            : await quotas.chargeAddress(req.ip ?? '', now)
        writeHeaders(res, quotas.headersOf(quota, now))
      }
      answer(error, res, parts)
    } catch (broken) {
      // For example, the failure itself breaks the document (`--validate-responses`).
      log.failure(`An error response could not be sent as intended (${idOf(res)})`, broken)
      answerPlainly(res, parts)
    }
  }
}

function idOf(res: Response): string {
  return `X-Request-Id ${res.getHeader('X-Request-Id')}`
}

/** The last resort, since Express would answer with HTML and a stack trace: nothing in it can fail. */
function answerPlainly(res: Response, { document, clock }: ErrorParts): void {
  const { code, status } = document.wording('internal')
  exchangeOf(res).errorCode = code
  const { version } = document
  sendJson(res, status, failureEnvelope(code, FAILED, undefined, clock.now(), version))
}

const FAILED =
  'The sandbox failed to handle this request. Its log has the reason; search it for the X-Request-Id.'

function answer(error: ApiError, res: Response, parts: ErrorParts): void {
  const { document, forms } = parts
  const exchange = exchangeOf(res)
  exchange.failure = error
  const situation = situationOf(error, exchange, document)
  const {
    code,
    status,
    headers = {},
  } = error instanceof ForcedError
    ? { code: error.code, status: error.status }
    : document.wording(situation, exchange.operation?.failures)
  const { message, details } = error
  const { id, now, part, caller } = exchange
  const own = failureEnvelope(code, message, details, now, document.version)
  // The forms are the service's; the control plane has its own document.
  const seed = caller?.account.seed ?? 0
  const forced = error instanceof ForcedError
  const kind = { situation: forced ? undefined : situation, operation: exchange.operation?.id }
  const body = part === 'control' ? own : forms.failure(own, { id, seed }, kind)
  writeHeaders(res, error.headers)
  for (const [name, value] of Object.entries(part === 'control' ? {} : headers)) {
    if (value === false) res.removeHeader(name)
    else res.setHeader(name, value.replace('{methods}', methodsIn(error)))
  }
  const failure = forced ? undefined : error.failure
  requireConformance(res, { status, mediaType: 'application/json', body, forced, failure }, parts)
  exchange.errorCode = code
  sendJson(res, status, body)
}

/** The methods of the path that a failure names, without HEAD. */
function methodsIn({ details }: ApiError): string {
  const methods = Array.isArray(details?.allowed) ? details.allowed.map(String) : []
  return methods.filter((method) => method !== 'HEAD').join(', ')
}

/** An id that cannot be one is a kind of its own, which the document may word in another way. */
function situationOf(
  { failure }: ApiError,
  { operation, params, query, part }: Exchange,
  { campaignId }: ApiDocument,
): WordedFailure {
  if (failure !== 'unknown_resource' || part !== 'service' || !operation) return failure
  const ids = [
    /\/campaigns?\/\{id\}/.test(operation.path) ? params.id : undefined,
    query.campaign_id,
  ]
  const isMalformed = (id: unknown) => typeof id === 'string' && !isOfForm(id, campaignId)
  return ids.some(isMalformed) ? 'malformed_id' : failure
}

/** The failure for a request whose account, with its keys, was removed while it was handled. */
function removed(thrown: unknown, res: Response): ApiError | undefined {
  if (!(thrown instanceof UnknownAccountError)) return undefined
  const { part, caller } = exchangeOf(res)
  if (part === 'service') return unknownToken(caller?.session !== undefined)
  return new ApiError('unknown_resource', thrown.message)
}

function unforeseen(cause: unknown, ofRead: boolean): ApiError {
  if (!(cause instanceof StoreError)) return new ApiError('internal', FAILED, { cause })
  return new ApiError('unavailable', unavailability(cause, ofRead), {
    cause,
    headers: { 'Retry-After': '1' },
  })
}

function unavailability({ told, outcome }: StoreError, ofRead: boolean): string {
  if (outcome === 'unknown' && !ofRead) {
    return `${told}: the change may or may not have been made. Look before you try again; the log of the sandbox has the reason.`
  }
  const undone = ofRead ? '' : '; the change is undone'
  return `${told}${undone}. Try again; the log of the sandbox has the reason.`
}
