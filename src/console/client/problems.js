import { RequestFailed } from './http.js'

/** @typedef {{ path: string, message: string }} Issue What the server refuses, `path` as a JSON Pointer. */

/**
 * What was refused of a form.
 *
 * @typedef {object} Problems
 * @property {Record<string, string[]>} fields By the name of the field.
 * @property {string | undefined} rest What is about no field that is shown.
 */

/** @type {Problems} */
export const NO_PROBLEMS = { fields: {}, rest: undefined }

/** What went wrong and what to do about it, in the server's own words where it has some. @param {unknown} error */
export function messageOf(error) {
  if (!(error instanceof RequestFailed))
    return error instanceof Error ? error.message : String(error)
  const issues = issuesOf(error)
  return issues.length < 2 ? error.message : issues.map(withPlace).join(' ')
}

/**
 * What the server refused, by the field that it is about.
 *
 * @param {unknown} error
 * @param {readonly string[]} shown Names of the fields that the form has: members of the body, such as `delay` or `delay.p99`.
 * @returns {Problems}
 */
export function problemsOf(error, shown) {
  const issues = issuesOf(error)
  if (issues.length === 0) return { fields: {}, rest: messageOf(error) }
  const seen = new Set()
  /** @type {Record<string, string[]>} */
  const fields = {}
  const rest = []
  for (const issue of issues) {
    // The first that is wrong with a value says what to do.
    if (seen.has(issue.path)) continue
    seen.add(issue.path)
    const names = issue.path.split('/').slice(1)
    const field = [names.join('.'), names[0] ?? ''].find((name) => shown.includes(name))
    if (field === undefined) rest.push(withPlace(issue))
    else fields[field] = [...(fields[field] ?? []), sentence(issue.message)]
  }
  return { fields, rest: rest.length === 0 ? undefined : rest.join(' ') }
}

/** @param {unknown} error @returns {Issue[]} */
const issuesOf = (error) => (error instanceof RequestFailed && error.details?.issues) || []

/** @param {Issue} issue */
const withPlace = ({ path, message }) => `${path.slice(1) || 'The request'} ${message}.`

/** @param {string} words */
const sentence = (words) => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`
