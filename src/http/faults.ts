import type { Request, RequestHandler, Response } from 'express'
import type { RoutedOperation } from '../document/operation.ts'
import { ERROR_CODES, type ErrorCode, ForcedError } from '../errors.ts'
import { invalidInput } from '../invalid-input.ts'
import type { Services } from '../services.ts'
import { exchangeOf, header } from './exchange.ts'

/** Nobody waits longer than that, whatever adds up. */
export const MAX_DELAY_MS = 60_000

/**
 * Errors and delays on demand, for any operation: `X-Sandbox-Delay: <ms>`, `X-Sandbox-Error: <code>`
 * and `Prefer: code=<status>` (RFC 7240), each also as a query parameter of the same name for callers
 * that cannot set headers.
 */
export function disturb({ document, clock }: Services): RequestHandler {
  return async (req, res, next) => {
    const wishes = readWishes(req)
    if (!wishes) return next()

    const exchange = exchangeOf(res)
    const forced = forcedError(wishes, exchange.operation as RoutedOperation, document)
    if (wishes.status !== undefined) exchange.preferredStatus = Number(wishes.status)
    exchange.hasWish = Object.values(wishes).some((wish) => wish !== undefined)
    if (wishes.delay !== undefined) await pause(milliseconds(wishes.delay), res, clock)
    if (forced) throw forced
    next()
  }
}

/** What the sandbox itself takes in the query of any operation, in any case. */
export const WISHES = ['x-sandbox-delay', 'x-sandbox-error', 'prefer']

interface Wishes {
  delay: string | undefined
  code: string | undefined
  status: string | undefined
}

function readWishes(req: Request): Wishes | undefined {
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

function forcedError(
  { code, status }: Wishes,
  operation: RoutedOperation,
  document: Services['document'],
): ForcedError | undefined {
  if (code !== undefined) {
    if (!isErrorCode(code)) {
      throw invalidInput([
        {
          in: 'header',
          path: 'X-Sandbox-Error',
          message: `must be one of ${ERROR_CODES.join(', ')}; found "${code}"`,
        },
      ])
    }
    return forced(code, document.statusOf(code, operation.failures), `X-Sandbox-Error: ${code}`)
  }
  if (status === undefined || Number(status) === operation.successStatus) return undefined
  if (!/^[45]\d\d$/.test(status)) {
    throw invalidInput([
      {
        in: 'header',
        path: 'Prefer',
        message: `code must be ${operation.successStatus}, which ${operation.id} answers with, or a status from 400 to 599; found "${status}"`,
      },
    ])
  }
  return forced(
    document.codeOf(Number(status), operation.failures),
    Number(status),
    `Prefer: code=${status}`,
  )
}

/** The error that was asked for with `wish`, a phrase; `details` are added to those that it has. */
export function forced(
  code: ErrorCode,
  status: number,
  wish: string,
  details: Record<string, unknown> = {},
): ForcedError {
  const isOverLimit = status === 429 || code === 'rate_limit_exceeded'
  const headers: Record<string, string> = {}
  // Short, so that a client that waits can be tested.
  if (isOverLimit || status === 503) headers['Retry-After'] = '1'
  // The caller's own quota is charged as ever; but whoever is over the limit has nothing left.
  if (isOverLimit) headers['X-RateLimit-Remaining'] = '0'
  return new ForcedError(code, status, `This error was asked for with ${wish}.`, {
    details: { forced: true, ...details },
    headers,
  })
}

function isErrorCode(code: string): code is ErrorCode {
  return (ERROR_CODES as readonly string[]).includes(code)
}

function milliseconds(delay: string): number {
  if (!/^\d{1,5}$/.test(delay) || Number(delay) > MAX_DELAY_MS) {
    throw invalidInput([
      {
        in: 'header',
        path: 'X-Sandbox-Delay',
        message: `must be a whole number of milliseconds from 0 to ${MAX_DELAY_MS}; found "${delay}"`,
      },
    ])
  }
  return Number(delay)
}

/** Waits so many milliseconds before the answer is made, or until the caller hangs up. */
export async function pause(ms: number, res: Response, clock: Services['clock']): Promise<void> {
  // A caller that hangs up must not leave a timer behind.
  const gone = new AbortController()
  res.once('close', () => gone.abort())
  await clock.wait(ms, gone.signal)
}
