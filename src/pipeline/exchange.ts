import { randomUUID } from 'node:crypto'
import type { Request, RequestHandler, Response } from 'express'
import type { Caller, Requester } from '../accounts/account.ts'
import type { Config } from '../config.ts'
import type { ApiError } from '../errors.ts'
import { AbortController } from '../node-globals.ts'
import type { ApiDocument } from '../openapi/api-document.ts'
import type { RoutedOperation } from '../openapi/served/operation.ts'
import type { Quota } from '../runtime/quota.ts'
import { createRedaction } from '../runtime/redaction.ts'
import type { Source } from '../schema/traffic.ts'
import type { Clock } from '../time/clock.ts'

/** The state of one request, filled in by the stages of the pipeline. */
export class Exchange {
  /** `X-Request-Id` of the response. */
  readonly id: string
  /** `Clock.elapsed()` when the request arrived. */
  readonly startedAt: number
  /** Epoch milliseconds of the caller's clock; of the server's until the caller is known. */
  now: number
  /** The purpose of the request: only the service is metered (§8). */
  part: 'service' | 'control' | 'page' = 'service'
  /** Why the body could not be read. Raised late, so that a caller without a key learns nothing more. */
  bodyProblem: ApiError | undefined
  /**
   * Whether the control plane passes the request to the service (`/_sandbox/api`): no key, quota, fault rule, log or usage
   * then notices it.
   */
  isUnmetered = false
  /** Path and query below the server's root as the service knows them; undefined for those of the request. */
  address: string | undefined
  /** The path that a server which embeds the sandbox removed from the URL, such as `/mock`; else empty. */
  readonly mountPath: string
  /** Whether neither log has the request, because a page of another site sent it. */
  isUnlogged = false
  operation: RoutedOperation | undefined
  /** The metrics label of a request without an operation. */
  resource: 'openapi.json' | 'files' | 'metrics' | undefined
  params: Record<string, string> = {}
  /** Declared query parameters by name, with numbers and lists parsed; without unknown ones. */
  query: Record<string, unknown> = {}
  /** Why no operation serves this request, or why its caller is unknown: raised after the quota is charged. */
  routeProblem: ApiError | undefined
  callerProblem: ApiError | undefined
  caller: Requester | undefined
  /** Who makes a control request. */
  authority: Authority | undefined
  /** In a proxy: who calls the sandbox with a key of the upstream, which it does not know. */
  standIn: Caller | undefined
  quota: Quota | undefined
  /** In a hosted demo: charges bytes to the account before they are sent. Throws an ApiError if its minute is used up. */
  charge: ((bytes: number) => void) | undefined
  /** The status that the caller prefers (`Prefer: code=404`); an answer with this status confirms it. */
  preferredStatus: number | undefined
  /** Whether the caller forces an error, a status or a delay: fault rules then ignore the request. */
  isForced = false
  /** Ids of the applied fault rules, separated by commas. */
  fault: string | undefined
  /** Whether the request is valid by the document; undefined if it was refused before validation. */
  isValid: boolean | undefined
  /** The raw body of the request, or its beginning if it is long. */
  sentBody: Buffer | undefined
  /** Bytes of the whole body. */
  sentLength = 0
  /** The sent body of the answer; undefined for none, and for files. */
  answer: Buffer | undefined
  /** In a proxy: whether `answer` is only the beginning of a body. */
  isAnswerCut = false
  /** Why the request failed, and the code in its answer. */
  failure: ApiError | undefined
  errorCode: string | undefined
  /** In a proxy: who answered, ids of the violations once they are known, and the headers of another server by lower-case name. */
  source: Source | undefined
  violations: readonly string[] | undefined
  sentHeaders: Record<string, unknown> | undefined

  constructor(id: string, mountPath: string, startedAt: number, now: number) {
    this.id = id
    this.mountPath = mountPath
    this.startedAt = startedAt
    this.now = now
  }
}

/** Who makes a control request: the operator, or the holder of an account's own key. */
export interface Authority {
  /** The account of the key that was sent; undefined for the operator, who controls every account. */
  accountId: string | undefined
  /** Id of that key. */
  keyId: string | undefined
}

/** Headers of every answer: users choose parts of many, and a browser must not guess that one is a page or a script. */
export const GENERAL_HEADERS = { 'X-Content-Type-Options': 'nosniff' } as const

// Cannot break or forge a log line.
const SENSIBLE_ID = /^[\w.:@/+=-]{1,128}$/

/**
 * Opens the exchange and gives it an id: the caller's own X-Request-Id if it can be logged and holds no token, or
 * else a new one.
 */
export function identifyRequest(parts: { clock: Clock; document: ApiDocument }): RequestHandler {
  const { clock, document } = parts
  const redact = createRedaction(document.secretPrefixes)
  return (req, res, next) => {
    const given = header(req, 'x-request-id')
    const isSensible = given !== undefined && SENSIBLE_ID.test(given) && redact(given) === given
    const id = isSensible ? given : randomUUID()
    res.locals.exchange = new Exchange(id, req.baseUrl, clock.elapsed(), clock.now())
    res.setHeader('X-Request-Id', id)
    writeHeaders(res, GENERAL_HEADERS)
    next()
  }
}

/** Whether another server answers: the limits (§8) and the document of the sandbox are not its own. */
export function isForeign({ source }: Exchange): boolean {
  return source === 'upstream' || source === 'cassette'
}

export function exchangeOf(res: Response): Exchange {
  return res.locals.exchange as Exchange
}

export function writeHeaders(res: Response, headers: Record<string, string | number>): void {
  for (const name in headers) res.setHeader(name, headers[name] as string | number)
}

/** Whether the method of a request promises to change nothing (RFC 9110 §9.2.1). */
export function isSafe({ method }: { method: string }): boolean {
  return ['GET', 'HEAD', 'OPTIONS'].includes(method)
}

/** Aborted, with `reason`, when the caller hangs up. */
export function goneSignal(res: Response, reason?: unknown): AbortSignal {
  const gone = new AbortController()
  if (res.destroyed) gone.abort(reason)
  else res.once('close', () => gone.abort(reason))
  return gone.signal
}

/** Value of a request header; repeated ones are joined by commas. */
export function header(req: Request, name: string): string | undefined {
  const value = req.headers[name]
  return Array.isArray(value) ? value.join(', ') : value
}

/** Details of a request that came without a network, from its socket. */
export interface Embedded {
  /** Root of the server for the caller, without a trailing slash. */
  rootUrl?: string | undefined
  /** As `tls.TLSSocket` has it: the caller's URL begins with https. */
  encrypted?: boolean | undefined
}

/**
 * Absolute URL of the server's root: the caller's own, `--public-url`, or else the Host header and the
 * base path, or where it is mounted.
 */
export function serverUrl(req: Request, { config }: { config: Config }): string {
  const { rootUrl, encrypted } = req.socket as Embedded
  if (rootUrl !== undefined) return rootUrl
  if (config.publicUrl !== undefined) return config.publicUrl
  const host = req.headers.host ?? ''
  // The caller chooses the Host header: only a plain host goes into links.
  const sane = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i.test(host)
  const path = config.basePath || exchangeOf(req.res as Response).mountPath
  return `${encrypted ? 'https' : 'http'}://${sane ? host : `${config.host}:${req.socket.localPort}`}${path}`
}
