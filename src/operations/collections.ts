import { ApiError } from '../errors.ts'
import type { Page } from './operation.ts'

/** A page of a list, and its paging. Validation has filled in the defaults of `query`. */
export function pageOf<T>(
  all: readonly T[],
  query: { limit?: number; offset?: number },
): { items: T[]; page: Page } {
  const { limit, offset } = query as { limit: number; offset: number }
  return { items: all.slice(offset, offset + limit), page: { total: all.length, limit, offset } }
}

/** Headers of the answer to a creation (RFC 9110 §15.3.2); `path` is relative to the API root. */
export function createdAt(
  { serverUrl }: { serverUrl: string },
  { basePath }: { basePath: string },
  path: string,
): { Location: string } {
  return { Location: `${serverUrl}${basePath}${path}` }
}

/**
 * What was found under an id. What another account has is reported as missing, not as forbidden. Throws
 * ApiError; `kind` is as in `campaign`, whose list is at /campaigns.
 */
export function requireFound<T>(found: T | undefined, kind: string, id: string): T {
  if (found !== undefined) return found
  throw new ApiError(
    'unknown_resource',
    `No ${kind} ${id.slice(0, 80)} in this account. GET /${kind}s lists those there are.`,
  )
}

/** Throws ApiError when an account has as many of a kind as it may have. */
export function requireRoom(present: object, most: number, kind: string): void {
  const number = Object.keys(present).length
  if (number < most) return
  throw new ApiError(
    'invalid_input',
    `This account has ${number} ${kind}s, and may have ${most}. Delete one that is no longer needed, then try again.`,
    { details: { limit: most } },
  )
}
