/**
 * What can go wrong with a request, by situation. How the service words each one, its code (§7) and
 * its status, is decided by the document (`x-failures`), so that an overlay can change it.
 */
export const FAILURES = [
  'missing_credential',
  'invalid_credential',
  'ended_session',
  'wrong_login',
  'permission_denied',
  'address_denied',
  'invalid_input',
  'malformed_body',
  'malformed_request',
  'body_too_large',
  'unsupported_media_type',
  'header_too_large',
  'request_timeout',
  'unknown_path',
  'unknown_resource',
  'wrong_method',
  'quota_exceeded',
  'internal',
  'unavailable',
] as const

export type Failure = (typeof FAILURES)[number]

/** The nine codes of §7. */
export const ERROR_CODES = [
  'invalid_request',
  'authentication_failed',
  'not_found',
  'rate_limit_exceeded',
  'server_error',
  'invalid_api_key',
  'missing_api_key',
  'insufficient_permissions',
  'INVALID_TOKEN',
] as const

export type ErrorCode = (typeof ERROR_CODES)[number]

export interface ApiErrorOptions {
  /** Goes into `error.details` of the envelope (§7). */
  details?: Record<string, unknown>
  /** Response headers beside those that every response has. */
  headers?: Record<string, string>
  cause?: unknown
}

/**
 * A request that cannot be answered as asked. Thrown anywhere; only `http/error-handler.ts` turns it
 * into a response. The message is for the caller: it names the value at fault and the way out.
 */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly failure: Failure
  readonly details: Record<string, unknown> | undefined
  readonly headers: Record<string, string>

  constructor(failure: Failure, message: string, options: ApiErrorOptions = {}) {
    super(message, { cause: options.cause })
    this.failure = failure
    this.details = options.details
    this.headers = options.headers ?? {}
  }
}

/** An error that the caller asked for, with the code and the status that the caller named. */
export class ForcedError extends ApiError {
  override name = 'ForcedError'
  readonly code: ErrorCode
  readonly status: number

  constructor(code: ErrorCode, status: number, message: string, options: ApiErrorOptions = {}) {
    super('internal', message, options)
    this.code = code
    this.status = status
  }
}
