import type { Request, RequestHandler, Response } from 'express'
import type { Caller, Requester } from '../accounts/account.ts'
import type { Issue } from '../errors.ts'
import type { Log } from '../log.ts'
import type { ApiDocument } from '../openapi/api-document.ts'
import type { ChangeFeed } from '../runtime/change-feed.ts'
import { createRedaction, createTextRedaction, withoutCredentials } from '../runtime/redaction.ts'
import {
  type KeptBody,
  keptBody,
  type LoggedExchange,
  type RequestLog,
} from '../runtime/request-log.ts'
import type { RequestTally } from '../runtime/request-tally.ts'
import type { UsageCounter } from '../runtime/usage.ts'
import type { Clock } from '../time/clock.ts'
import { type Exchange, exchangeOf, isSafe } from './exchange.ts'

interface RecorderParts {
  document: ApiDocument
  clock: Clock
}

interface AccessLogParts extends RecorderParts {
  log: Log
  requests: RequestLog
  usage: UsageCounter
  tally: Pick<RequestTally, 'count'>
  changes: Pick<ChangeFeed, 'notify'>
}

/**
 * Logs each exchange when it is over, answered or broken off, and counts it for its key. All but control requests
 * also go to the request log.
 */
export function logAccess(parts: AccessLogParts): RequestHandler {
  const { log, clock, document, requests, usage, tally, changes } = parts
  const redact = createRedaction(document.secretPrefixes)
  const record = createRecorder(parts)
  return (req, res, next) => {
    res.once('close', () => {
      const exchange = exchangeOf(res)
      const { caller, isUnmetered } = exchange
      if (isKeyed(caller) && !isUnmetered) usage.count(caller, exchange.now, res.statusCode)
      if (caller && !isSafe(req) && res.statusCode < 400) changes.notify(caller.account.id)
      const url = redact(req.originalUrl)
      const durationMs = clock.elapsed() - exchange.startedAt
      const operation = exchange.operation?.id ?? exchange.resource ?? 'unknown'
      const part = isUnmetered ? 'control' : exchange.part
      tally.count(part, operation, res.headersSent ? res.statusCode : 0, durationMs)
      if (exchange.isUnlogged && res.statusCode >= 400) return
      const line = {
        requestId: exchange.id,
        method: req.method,
        url,
        status: res.headersSent ? res.statusCode : undefined,
        durationMs,
        account: caller?.account.id,
        key: caller?.key?.id,
        error: exchange.errorCode,
        fault: exchange.fault,
      }
      log.access(line, isRoutine(exchange, res.statusCode))
      if (part !== 'control') requests.add(record(req, res, url))
    })
    next()
  }
}

const HEALTH_CHECKS = ['getHealth', 'getLiveness', 'getReadiness']

/**
 * Whether a request is one of the console, of monitoring or of another program around the sandbox. One that fails is not, but
 * a health check answers 503 as often as it is asked.
 */
function isRoutine({ operation, part, resource, isUnmetered }: Exchange, status: number): boolean {
  const isOfControl = part === 'control' || isUnmetered || resource === 'metrics'
  return isOfControl && (status < 400 || HEALTH_CHECKS.includes(operation?.id ?? ''))
}

function isKeyed(caller: Requester | undefined): caller is Caller {
  return caller?.key !== undefined
}

/**
 * Makes records of finished exchanges for the request log. Credentials are redacted at once: in headers, in what was sent, and
 * in responses to writes. Responses to reads, which hold none, are redacted when they are shown, as everything is.
 */
export function createRecorder({ document, clock }: RecorderParts) {
  const redact = createTextRedaction(document.secretPrefixes)
  const redacted = ({ content, isCut }: KeptBody) => ({
    content: Buffer.from(redact(content.toString())),
    isCut,
  })
  return (req: Request, res: Response, url: string): Omit<LoggedExchange, 'sequence'> => {
    const exchange = exchangeOf(res)
    const { caller, failure, answer, isAnswerCut, sentBody, sentLength } = exchange
    const answered = answer === undefined ? undefined : keptBody(answer, isAnswerCut)
    return {
      requestId: exchange.id,
      time: exchange.now,
      accountId: caller?.account.id,
      key: caller?.key,
      method: req.method,
      url,
      operationId: exchange.operation?.id,
      status: res.headersSent ? res.statusCode : undefined,
      error: exchange.errorCode,
      durationMs: clock.elapsed() - exchange.startedAt,
      fault: exchange.fault,
      isValid: exchange.isValid,
      issues: failure?.details?.issues as readonly Issue[] | undefined,
      requestHeaders: withoutCredentials(req.headers),
      requestBody: sentBody && redacted(keptBody(sentBody, sentLength > sentBody.length)),
      responseHeaders: exchange.sentHeaders ?? { ...res.getHeaders() },
      responseBody: answered && !isSafe(req) ? redacted(answered) : answered,
    }
  }
}
