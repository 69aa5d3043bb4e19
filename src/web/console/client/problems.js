import { capital } from './fault-rules.js'
import { RequestFailed } from './http.js'

/** @typedef {{ path: string, message: string }} Issue A value that the server refuses, `path` as a JSON Pointer. */

/** @typedef {{ fields: Record<string, string[]>, rest: string | undefined }} Problems `rest` concerns no field of the form. */

/** @type {Problems} */
export const NO_PROBLEMS = { fields: {}, rest: undefined }

/** What went wrong and what to do about it, in the words of the server if it has any. @param {unknown} error */
export function messageOf(error) {
  if (!(error instanceof RequestFailed))
    return error instanceof Error ? error.message : String(error)
  const issues = issuesOf(error)
  return issues.length < 2 ? error.message : issues.map(withPlace).join(' ')
}

/**
 * The problems by field. `shown` names the fields of the form: members of the body, such as `delay` or `delay.p99`.
 * @param {unknown} error @param {readonly string[]} shown @returns {Problems}
 */
export function problemsOf(error, shown) {
  const issues = issuesOf(error)
  if (issues.length === 0) return { fields: {}, rest: messageOf(error) }
  const seen = new Set()
  /** @type {Record<string, string[]>} */
  const fields = {}
  const rest = []
  for (const issue of issues) {
    // The first issue of a value says what to do.
    if (seen.has(issue.path)) continue
    seen.add(issue.path)
    const names = issue.path.split('/').slice(1)
    const field = [names.join('.'), names[0] ?? ''].find((name) => shown.includes(name))
    if (field === undefined) rest.push(withPlace(issue))
    else fields[field] = [...(fields[field] ?? []), `${capital(issue.message)}.`]
  }
  return { fields, rest: rest.length === 0 ? undefined : rest.join(' ') }
}

/** @param {unknown} error @returns {Issue[]} */
const issuesOf = (error) => (error instanceof RequestFailed && error.details?.issues) || []

/** @param {Issue} issue */
const withPlace = ({ path, message }) => `${path.slice(1) || 'The request'} ${message}.`
