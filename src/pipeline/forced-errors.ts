import type { NextFunction, Request, RequestHandler, Response } from 'express'
import type { Caller } from '../accounts/account.ts'
import { ERROR_CODES, type ErrorCode, ForcedError, invalidValue } from '../errors.ts'
import type { ApiDocument } from '../openapi/api-document.ts'
import type { RoutedOperation } from '../openapi/served/operation.ts'
import type { OpenRequests } from '../runtime/open-requests.ts'
import type { Clock } from '../time/clock.ts'
import { exchangeOf, goneSignal, header } from './exchange.ts'

/** The longest delay of an answer, even if several add up. */
export const MAX_DELAY_MS = 60_000

/**
 * Errors and delays on demand, for any operation: `X-Sandbox-Delay: <ms>`, `X-Sandbox-Error: <code>` and
 * `Prefer: code=<status>` (RFC 7240), each also as a query parameter for callers that cannot set headers.
 */
export function forceErrors(parts: { document: ApiDocument } & PauseParts): RequestHandler {
  const { document } = parts
  const force = async (forcing: Forcing, res: Response, next: NextFunction) => {
    const exchange = exchangeOf(res)
    const error = requestedError(forcing, exchange.operation as RoutedOperation, document)
    if (forcing.status !== undefined) exchange.preferredStatus = Number(forcing.status)
    exchange.isForced = Object.values(forcing).some((value) => value !== undefined)
    if (forcing.delay !== undefined) await pause(milliseconds(forcing.delay), res, parts)
    if (error) throw error
    next()
  }
  return (req, res, next) => {
    const forcing = readForcing(req)
    return forcing ? force(forcing, res, next) : next()
  }
}

/** Query parameters of the sandbox itself, which any operation accepts, in any case. */
export const FORCING_PARAMETERS = ['x-sandbox-delay', 'x-sandbox-error', 'prefer']

/** The errors and delays that a caller asks for, as they were sent. */
interface Forcing {
  delay: string | undefined
  code: string | undefined
  status: string | undefined
}

function readForcing(req: Request): Forcing | undefined {
  const { headers, url } = req
  const inHeaders =
    headers['x-sandbox-delay'] !== undefined ||
    headers['x-sandbox-error'] !== undefined ||
    headers.prefer !== undefined
  const inQuery = /[?&](?:x-sandbox-(?:error|delay)|prefer)=/i.test(url)
  if (!inHeaders && !inQuery) return undefined

  const query = inQuery ? lowerCaseQuery(url) : new Map<string, string>()
  const read = (name: string) => header(req, name) ?? query.get(name)
  return {
    delay: read('x-sandbox-delay'),
    code: read('x-sandbox-error'),
    status: /(?:^|[,;\s])code="?([^",;\s]*)/i.exec(read('prefer') ?? '')?.[1],
  }
}

function lowerCaseQuery(url: string): Map<string, string> {
  const search = new URLSearchParams(url.slice(url.indexOf('?')))
  return new Map([...search].map(([name, value]) => [name.toLowerCase(), value]))
}

function requestedError(
  { code, status }: Forcing,
  operation: RoutedOperation,
  document: ApiDocument,
): ForcedError | undefined {
  const { failures, successStatus } = operation
  if (code !== undefined) {
    if (!isErrorCode(code)) {
      const message = `must be one of ${ERROR_CODES.join(', ')}; found "${code}"`
      throw invalidValue('header', 'X-Sandbox-Error', message)
    }
    return forcedError(code, document.statusOf(code, failures), `X-Sandbox-Error: ${code}`)
  }
  if (status === undefined || Number(status) === successStatus) return undefined
  if (!/^[45]\d\d$/.test(status)) {
    const message = `code must be ${successStatus}, which ${operation.id} answers with, or a status from 400 to 599; found "${status}"`
    throw invalidValue('header', 'Prefer', message)
  }
  const number = Number(status)
  return forcedError(document.codeOf(number, failures), number, `Prefer: code=${status}`)
}

/** The error that `source` asks for, such as `Prefer: code=404`, with additional `details`. */
export function forcedError(
  code: ErrorCode,
  status: number,
  source: string,
  details: Record<string, unknown> = {},
): ForcedError {
  const isOverLimit = status === 429 || code === 'rate_limit_exceeded'
  const headers: Record<string, string> = {}
  // Short, so that tests of waiting clients are fast.
  if (isOverLimit || status === 503) headers['Retry-After'] = '1'
  // The caller's own quota is charged as usual, but a caller over the limit has nothing left.
  if (isOverLimit) headers['X-RateLimit-Remaining'] = '0'
  return new ForcedError(code, status, `This error was requested with ${source}.`, {
    details: { forced: true, ...details },
    headers,
  })
}

function isErrorCode(code: string): code is ErrorCode {
  return (ERROR_CODES as readonly string[]).includes(code)
}

function milliseconds(delay: string): number {
  if (!/^\d{1,5}$/.test(delay) || Number(delay) > MAX_DELAY_MS) {
    const message = `must be a whole number of milliseconds from 0 to ${MAX_DELAY_MS}; found "${delay}"`
    throw invalidValue('header', 'X-Sandbox-Delay', message)
  }
  return Number(delay)
}

export interface PauseParts {
  clock: Clock
  open: OpenRequests
}

/**
 * Waits for `ms` milliseconds, or until the caller hangs up. Throws an ApiError if too many requests of the account
 * wait already.
 */
export async function pause(ms: number, res: Response, { clock, open }: PauseParts): Promise<void> {
  const { account } = exchangeOf(res).caller as Caller
  const release = open.hold('waits', account.id, res)
  await clock.wait(ms, goneSignal(res))
  release()
}
