import { ApiError } from './errors.ts'

/** One thing that is wrong with a request, in `error.details.issues`. */
export interface Issue {
  /** A wish of the caller, such as X-Sandbox-Delay, is a header even where it came by the query. */
  in: 'body' | 'query' | 'path' | 'header' | 'cookie'
  /** JSON Pointer within the body, or the name of the parameter. */
  path: string
  message: string
  /** The value at fault, as far as it is short. */
  value?: unknown
}

/** More would bury the first one. */
export const MAX_ISSUES = 20

/** The failure for input that the document, or a rule that it cannot express, forbids. */
export function invalidInput(all: Issue[]): ApiError {
  const issues = all.slice(0, MAX_ISSUES)
  const [first] = issues as [Issue]
  const place =
    first.path === '' ? `The ${first.in}` : `${first.path.replace(/^\//, '')} (${first.in})`
  const more = issues.length > 1 ? ` ${issues.length - 1} more in details.issues.` : ''
  return new ApiError('invalid_input', `${place} ${first.message}.${more}`, {
    details: { issues },
  })
}
