import type { Request, RequestHandler, Response } from 'express'
import type { Caller, Requester } from '../accounts/account.ts'
import type { Issue } from '../errors.ts'
import type { Log } from '../log.ts'
import type { ApiDocument } from '../openapi/api-document.ts'
import type { ChangeFeed } from '../runtime/change-feed.ts'
import { ListMemo } from '../runtime/list-memo.ts'
import { KEPT_OF_BODY, type KeptBody, type LoggedExchange } from '../runtime/logged-exchange.ts'
import { createRedaction, createTextRedaction, withoutCredentials } from '../runtime/redaction.ts'
import type { RequestLog } from '../runtime/request-log.ts'
import type { RequestTally } from '../runtime/request-tally.ts'
import type { UsageCounter } from '../runtime/usage.ts'
import { type BodyText, textOf } from '../text/body-text.ts'
import type { Clock } from '../time/clock.ts'
import { type Exchange, exchangeOf } from './exchange.ts'

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
    // It comes once; `once` would take its listener off again for nothing.
    res.on('close', () => {
      const exchange = exchangeOf(res)
      const { caller, isUnmetered } = exchange
      if (isKeyed(caller) && !isUnmetered) usage.count(caller, exchange.now, res.statusCode)
      if (caller && !isRead(req) && res.statusCode < 400) changes.notify(caller.account.id)
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
        error: res.locals.errorCode as string | undefined,
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

function isRead({ method }: Request): boolean {
  return method === 'GET' || method === 'HEAD'
}

/**
 * Makes records of finished exchanges for the request log. This happens for every request, so most parts are kept
 * as they are and made readable on demand. Only credentials are redacted at once: in headers, and in bodies that
 * may hold any.
 */
export function createRecorder({ document, clock }: RecorderParts) {
  const redact = createTextRedaction(document.secretPrefixes)
  // A client sends the same headers, and gets the same records, again and again.
  const headers = new ListMemo<string, Record<string, unknown>>()
  const lists = new ListMemo<unknown, object>()
  const headersOf = (req: Request) => {
    const clean = () => withoutCredentials(req.headers)
    // A server that embeds the sandbox may pass parsed headers only.
    return req.rawHeaders.length > 0 ? headers.get(req.rawHeaders, clean) : clean()
  }
  // Bodies of reads hold no secrets, but nearly all of the text.
  const kept = ({ isAnswerCut }: Exchange, body: BodyText, req: Request): KeptBody => {
    if (isRead(req) && typeof body !== 'string') {
      const { before, records, after } = body
      const same = Array.isArray(records) ? lists.get(records, () => records) : records
      return { content: { before, records: same, after }, bytes: 0, isCut: false }
    }
    const text = textOf(body)
    const isTooLong = text.length > KEPT_OF_BODY
    // A slice would keep the whole string alive.
    const start = isTooLong ? Buffer.from(text.slice(0, KEPT_OF_BODY)) : text
    const content = isRead(req) ? start : redact(start.toString())
    return { content, bytes: content.length, isCut: isTooLong || isAnswerCut }
  }
  return (req: Request, res: Response, url: string): Omit<LoggedExchange, 'sequence'> => {
    const exchange = exchangeOf(res)
    const { caller, failure, answer, sentBody, sentLength } = exchange
    return {
      requestId: exchange.id,
      time: exchange.now,
      accountId: caller?.account.id,
      key: caller?.key,
      method: req.method,
      url,
      operationId: exchange.operation?.id,
      status: res.headersSent ? res.statusCode : undefined,
      error: res.locals.errorCode as string | undefined,
      durationMs: clock.elapsed() - exchange.startedAt,
      fault: exchange.fault,
      isValid: exchange.isValid,
      issues: failure?.details?.issues as readonly Issue[] | undefined,
      requestHeaders: headersOf(req),
      requestBody: sentBody && {
        content: redact(sentBody.toString()),
        bytes: sentBody.length,
        isCut: sentLength > sentBody.length,
      },
      responseHeaders: exchange.sentHeaders ?? sentHeaders(res),
      responseBody: answer === undefined ? undefined : kept(exchange, answer, req),
    }
  }
}

/** Like `getHeaders`, which makes a dictionary of several times the size. */
function sentHeaders(res: Response): Record<string, unknown> {
  const headers: Record<string, unknown> = {}
  for (const name of res.getHeaderNames()) headers[name] = res.getHeader(name)
  return headers
}
