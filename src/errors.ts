import { ERROR_CODES } from '../spec/generated/kinds.ts'

/**
 * The ways in which a request can fail. The document decides their statuses, codes (§7) and wording
 * (`x-failures`), so that an overlay can change them.
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

/** A code of §7. */
export type ErrorCode = (typeof ERROR_CODES)[number]

export { ERROR_CODES }

export interface ApiErrorOptions {
  /** Goes into `error.details` of the envelope (§7). */
  details?: Record<string, unknown>
  /** Response headers in addition to those of every response. */
  headers?: Record<string, string>
  cause?: unknown
}

/**
 * A request that cannot be answered as asked. Thrown anywhere; only `pipeline/error-handler.ts` turns it into a
 * response. The message is for the caller: it names the wrong value and the way out.
 */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly failure: Failure
  readonly details: Record<string, unknown> | undefined
  readonly headers: Record<string, string>

  constructor(failure: Failure, message: string, options: ApiErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.failure = failure
    this.details = options.details
    this.headers = options.headers ?? {}
  }
}

/**
 * An error with its own code and status: one that the caller asked for, or one of the control plane that the document
 * does not describe.
 */
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

/** One problem of a request, in `error.details.issues`. */
export interface Issue {
  /** X-Sandbox-Delay and the like count as headers, even when they are sent in the query. */
  in: 'body' | 'query' | 'path' | 'header' | 'cookie'
  /** JSON Pointer within the body, or the name of the parameter. */
  path: string
  message: string
  /** The wrong value, if it is short. */
  value?: unknown
}

/** More would bury the first one. */
export const MAX_ISSUES = 20

/** The failure for input that breaks the document, or a rule that the document cannot express. */
export function invalidInput(all: Issue[]): ApiError {
  const issues = all.slice(0, MAX_ISSUES)
  const [first] = issues as [Issue]
  const place =
    first.path === '' ? `The ${first.in}` : `${first.path.replace(/^\//, '')} (${first.in})`
  const more = issues.length > 1 ? ` ${issues.length - 1} more in details.issues.` : ''
  // A message may end with the question what was meant.
  const end = first.message.endsWith('?') ? '' : '.'
  return new ApiError('invalid_input', `${place} ${first.message}${end}${more}`, {
    details: { issues },
  })
}

/** Like `invalidInput`, for a single issue. */
export function invalidValue(
  place: Issue['in'],
  path: string,
  message: string,
  value?: unknown,
): ApiError {
  return invalidInput([{ in: place, path, message, ...(value === undefined ? {} : { value }) }])
}
