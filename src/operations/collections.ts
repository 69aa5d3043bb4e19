import { ApiError } from '../errors.ts'
import type { Page } from '../schema/page.ts'
import type { AnsweredPage, OperationId, OperationRequest } from './operation.ts'

/** A page of a list. Validation has filled in the defaults of `query`. */
export function pageOf<T>(
  all: readonly T[],
  query: Partial<Page>,
): { items: T[]; page: AnsweredPage } {
  const { limit, offset } = query as Page
  return { items: all.slice(offset, offset + limit), page: { total: all.length, limit, offset } }
}

/** Headers of the response to a creation (RFC 9110 §15.3.2); `path` is relative to the API root. */
export function createdAt(
  { serverUrl, config }: Pick<OperationRequest<OperationId>, 'serverUrl' | 'config'>,
  path: string,
): { Location: string } {
  return { Location: `${serverUrl}${config.apiPath}${path}` }
}

/**
 * Throws ApiError if nothing was found. A resource of another account is reported as missing, not as forbidden.
 * `kind` is a noun such as `campaign`, whose list is at /campaigns.
 */
export function requireFound<T>(found: T | undefined, kind: string, id: string): T {
  if (found !== undefined) return found
  throw new ApiError(
    'unknown_resource',
    `No ${kind} ${id.slice(0, 80)} in this account. GET /${kind}s lists them all.`,
  )
}

/** Throws ApiError if an account has the maximum number of a kind. */
export function requireRoom(number: number, most: number, kind: string): void {
  if (number < most) return
  throw new ApiError(
    'invalid_input',
    `This account has ${number} ${kind}s; the maximum is ${most}. Delete one and try again.`,
    { details: { limit: most } },
  )
}
