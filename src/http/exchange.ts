import type { Request, Response } from 'express'
import type { Caller } from '../accounts/caller.ts'
import type { RoutedOperation } from '../document/operation.ts'
import type { ApiError } from '../errors.ts'
import type { Quota } from './quota.ts'

/** What the stages of the pipeline learn of one request, from the first to the last. */
export interface Exchange {
  /** `X-Request-Id` of the response. */
  id: string
  /** `Clock.elapsed()` when the request arrived. */
  startedAt: number
  /** Epoch milliseconds on the caller's clock; the server's until the caller is known. */
  now: number
  /** What the request is for: only the service itself is metered (§8) and has pages of any origin call it. */
  part: 'service' | 'control' | 'page'
  /** Why the body could not be read. Kept back, so that a caller without a key learns no more than that. */
  bodyProblem: ApiError | undefined
  operation: RoutedOperation | undefined
  params: Record<string, string>
  /** Declared query parameters by name, with numbers and lists already read; unknown ones are left out. */
  query: Record<string, unknown>
  /** Why no operation serves this request, or why its caller is unknown: raised once the quota is charged. */
  routeProblem: ApiError | undefined
  callerProblem: ApiError | undefined
  caller: Caller | undefined
  quota: Quota | undefined
  /** The status that the caller prefers (`Prefer: code=404`); the answer says so when it has it. */
  preferredStatus: number | undefined
  /** Whether the caller asked for an error, a status or a delay: no fault rule acts on it then. */
  hasWish: boolean
  /** Ids of the fault rules that acted, with commas. */
  fault: string | undefined
  /** Whether the request keeps to the document; undefined where it was refused before. */
  isValid: boolean | undefined
  /** The body of the request as it came, its beginning only where it was long. */
  sentBody: Buffer | undefined
  /** Bytes of it in all. */
  sentLength: number
  /** The body of the answer as it is sent; undefined for none, and for files. */
  answer: AnswerText | undefined
  /** Why the request failed. */
  failure: ApiError | undefined
}

/** A text, or what makes it anew where its parts are kept anyway. */
export type AnswerText = string | (() => string)

export function exchangeOf(res: Response): Exchange {
  return res.locals.exchange as Exchange
}

/** Says of the preferred status that it was applied (RFC 7240 §3), when it is the one that is sent. */
export function confirmPreference(res: Response): void {
  // Without an exchange there is no request that could have preferred anything.
  const preferred = (exchangeOf(res) as Exchange | undefined)?.preferredStatus
  if (preferred === res.statusCode) res.setHeader('Preference-Applied', `code=${preferred}`)
}

/** Keeps the text of the answer for the log of requests. */
export function noteAnswer(res: Response, answer: AnswerText): void {
  const exchange = exchangeOf(res) as Exchange | undefined
  if (exchange) exchange.answer = answer
}

export function writeHeaders(res: Response, headers: Record<string, string | number>): void {
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value)
}

/** Value of a request header that occurs once; the values of a repeated one joined by commas. */
export function header(req: Request, name: string): string | undefined {
  const value = req.headers[name]
  return Array.isArray(value) ? value.join(', ') : value
}
