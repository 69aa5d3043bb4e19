import { capital } from './fault-rules.ts'
import { RequestFailed } from './http.ts'

/** A value that the server refuses, `path` as a JSON Pointer. */
export type Issue = { path: string; message: string }

/** `rest` concerns no field of the form. */
export type Problems = { fields: Record<string, string[]>; rest: string | undefined }

export const NO_PROBLEMS: Problems = { fields: {}, rest: undefined }

/** The cause of a failure and its solution, in the words of the server if it has any. */
export function messageOf(error: unknown) {
  if (!(error instanceof RequestFailed))
    return error instanceof Error ? error.message : String(error)
  const issues = issuesOf(error)
  return issues.length < 2 ? error.message : issues.map(withPlace).join(' ')
}

/** The problems by field. `shown` names the fields of the form: members of the body, such as `delay` or `delay.p99`. */
export function problemsOf(error: unknown, shown: readonly string[]): Problems {
  const issues = issuesOf(error)
  if (issues.length === 0) return { fields: {}, rest: messageOf(error) }
  const fields: Record<string, string[]> = {}
  const rest = []
  for (const issue of issues) {
    const names = placeOf(issue).split('/')
    const field = [names.join('.'), names[0] ?? ''].find((name) => shown.includes(name))
    if (field === undefined) rest.push(withPlace(issue))
    else fields[field] = [...(fields[field] ?? []), sentenceOf(issue)]
  }
  return { fields, rest: rest.length === 0 ? undefined : rest.join(' ') }
}

function issuesOf(error: unknown): Issue[] {
  const issues = error instanceof RequestFailed ? error.details?.issues : undefined
  return Array.isArray(issues) ? issues : []
}

/** The label of the field is above it. */
const sentenceOf = ({ message }: Issue) =>
  message === 'is missing' ? 'This is required.' : `${capital(message)}.`

/** The path of an issue is a JSON Pointer for a body and the name of a parameter for a query. */
const placeOf = ({ path }: Issue) => path.replace(/^\//, '')

const withPlace = (issue: Issue) => `${placeOf(issue) || 'The request'} ${issue.message}.`
