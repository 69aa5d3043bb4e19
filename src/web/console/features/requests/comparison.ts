import { type ChangeObject, diffJson } from 'diff'
import type { components } from '../../../../../spec/generated/sandbox.ts'

type LoggedRequest = components['schemas']['LoggedRequest']
type Message = LoggedRequest['request']

/** Lines of two JSON texts: those of both, of the first only, or of the second only. `skipped`: equal lines that are left out. */
export type DiffLine =
  | { kind: 'same' | 'removed' | 'added'; text: string }
  | { kind: 'skipped'; count: number }

/** How two requests, or two responses, differ. */
export interface Difference {
  title: 'Request' | 'Response'
  /** The number of lines that only one side has. */
  changed: number
  lines: DiffLine[]
}

/** Equal lines that are shown before and after a difference. */
const CONTEXT = 3

/** The differences of two logged requests and of their responses, without headers that always differ. */
export function differencesOf(one: LoggedRequest, other: LoggedRequest): Difference[] {
  return [
    differenceOf('Request', requestPart(one), requestPart(other)),
    differenceOf('Response', responsePart(one), responsePart(other)),
  ]
}

function differenceOf(title: Difference['title'], one: object, other: object): Difference {
  const lines = linesBetween(one, other)
  const changed = lines.filter(({ kind }) => kind !== 'same' && kind !== 'skipped').length
  return { title, changed, lines }
}

/** The lines of two values as JSON with sorted members, without equal ones that are far from all differences. */
function linesBetween(one: object, other: object): DiffLine[] {
  return shortened(linesOf(diffJson(one, other)))
}

function linesOf(changes: readonly ChangeObject<string>[]) {
  return changes.flatMap(({ value, added, removed }) =>
    value
      .replace(/\n$/, '')
      .split('\n')
      .map((text) => ({ kind: added ? 'added' : removed ? 'removed' : 'same', text }) as const),
  )
}

function requestPart({ method, url, operation, request }: LoggedRequest) {
  const [path = '', query = ''] = url.split('?')
  return { method, path, query: queryOf(query), operation, ...messagePart(request) }
}

function responsePart({ status, error, fault, response }: LoggedRequest) {
  return { status, error, fault, ...messagePart(response) }
}

function messagePart({ headers, body, truncated }: Message) {
  return {
    headers: Object.fromEntries(
      Object.entries(headers).filter(([name]) => !ALWAYS_DIFFERENT.test(name)),
    ),
    body: parsed(body),
    ...(truncated ? { truncated } : {}),
  }
}

const ALWAYS_DIFFERENT = /^(date|x-request-id|etag|content-length|traceparent|tracestate|age)$/

/** The values by name; a list if a name is repeated. */
function queryOf(query: string) {
  const pairs = [...new URLSearchParams(query)]
  const values = (name: string) => pairs.flatMap(([each, value]) => (each === name ? [value] : []))
  return Object.fromEntries(
    pairs.map(([name, value]) => [name, values(name).length > 1 ? values(name) : value]),
  )
}

/** JSON as its value, so that its members are compared; any other text as its lines. */
function parsed(body: string | null): unknown {
  if (body === null) return null
  try {
    return JSON.parse(body)
  } catch {
    return body.split('\n')
  }
}

/** Leaves out equal lines that are far from all differences. */
function shortened(lines: readonly Extract<DiffLine, { text: string }>[]): DiffLine[] {
  const isNear = lines.map((_, at) =>
    lines.slice(Math.max(0, at - CONTEXT), at + CONTEXT + 1).some(({ kind }) => kind !== 'same'),
  )
  const short: DiffLine[] = []
  for (const [at, line] of lines.entries()) {
    const last = short.at(-1)
    if (isNear[at]) short.push(line)
    else if (last?.kind === 'skipped') last.count += 1
    else short.push({ kind: 'skipped', count: 1 })
  }
  return short
}
