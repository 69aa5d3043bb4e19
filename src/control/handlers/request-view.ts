import type { components } from '../../../spec/generated/sandbox.ts'
import type { QueryOf } from '../../control-client/operations.ts'
import { invalidValue } from '../../errors.ts'
import type { ApiDocument } from '../../openapi/api-document.ts'
import { createTextRedaction, redactedHeaders, redactedIssue } from '../../state/redaction.ts'
import { type KeptBody, keptText, type LoggedExchange } from '../../state/request-log.ts'
import { isoTime } from '../../time/clock.ts'
import type { ControlParts } from '../parts.ts'
import { sequenceIn } from '../streams/followed-log.ts'

/** A logged request as the control API returns it. */
export type LoggedRequest = components['schemas']['LoggedRequest']

export function idOf(sequence: number): string {
  return `req_${sequence}`
}

/** The sequence of an id; undefined for any other text. */
export function sequenceOf(id: string): number | undefined {
  return sequenceIn(id, 'req_')
}

/** Makes kept requests readable, without secrets. */
export function createRequestView({ document }: { document: ApiDocument }) {
  const redact = createTextRedaction(document.secretPrefixes)
  return (entry: LoggedExchange): LoggedRequest => ({
    id: idOf(entry.sequence),
    request_id: entry.requestId,
    time: isoTime(entry.time),
    account: entry.accountId ?? null,
    key: entry.key ? { id: entry.key.id, prefix: entry.key.prefix } : null,
    method: entry.method,
    url: entry.url,
    operation: entry.operationId ?? null,
    status: entry.status ?? null,
    error: entry.error ?? null,
    duration_ms: Math.max(0, Math.round(entry.durationMs * 1000) / 1000),
    fault: entry.fault ?? null,
    validation: verdictOf(entry, redact),
    request: messageOf(entry.requestHeaders, entry.requestBody, redact),
    response: messageOf(entry.responseHeaders, entry.responseBody, redact),
  })
}

function verdictOf(
  { isValid, issues }: LoggedExchange,
  redact: (text: string) => string,
): LoggedRequest['validation'] {
  if (issues === undefined) return isValid === undefined ? null : { valid: isValid, issues: [] }
  return { valid: false, issues: issues.map((issue) => redactedIssue(issue, redact)) }
}

function messageOf(
  headers: Record<string, unknown>,
  body: KeptBody | undefined,
  redact: (text: string) => string,
): LoggedRequest['request'] {
  const kept = body && keptText(body)
  return {
    headers: redactedHeaders(headers, redact),
    body: kept === undefined ? null : redact(kept.text),
    truncated: kept?.isCut ?? false,
  }
}

export type FilterParts = Pick<ControlParts, 'document' | 'config'>

export type RequestFilters = Omit<QueryOf<'streamRequests'>, 'account'>

/** Filters logged requests: those after the sequence `after` that match. Throws ApiError. */
export function requestFilter(filters: RequestFilters, parts: FilterParts) {
  const { since } = filters
  const after = since === undefined ? 0 : (sequenceOf(since) ?? 0)
  const tests = [
    ...fieldTests(filters, parts),
    ...(since === undefined || sequenceOf(since) !== undefined ? [] : [timeTest(since)]),
    // Last, since it reads whole requests.
    ...(filters.text === undefined ? [] : [textTest(filters.text, parts)]),
  ]
  return { after, isMatch: (entry: LoggedExchange) => tests.every((test) => test(entry)) }
}

type Test = (entry: LoggedExchange) => boolean

function fieldTests(
  { method, status, path, operation, key }: RequestFilters,
  { config }: FilterParts,
): Test[] {
  const wanted = method?.toUpperCase()
  const roots = path === undefined ? [] : [path, `${config.basePath}${path}`]
  const tests: [unknown, Test][] = [
    [method, (entry) => entry.method === wanted],
    [status, (entry) => statusMatches(status as string, entry.status)],
    [path, ({ url }) => roots.some((root) => url.startsWith(root))],
    [operation, (entry) => entry.operationId === operation],
    [key, (entry) => entry.key?.id === key || entry.key?.prefix === key],
  ]
  return tests.filter(([value]) => value !== undefined).map(([, test]) => test)
}

function statusMatches(wanted: string, status: number | undefined): boolean {
  if (wanted === 'none') return status === undefined
  const text = String(status)
  return /xx$/i.test(wanted) ? text[0] === wanted[0] : text === wanted
}

function timeTest(since: string): Test {
  const time = Date.parse(since)
  if (Number.isNaN(time)) {
    throw invalidValue(
      'query',
      'since',
      `must be a time such as 2026-01-15T09:30:00Z or the id of a logged request such as req_12; found ${JSON.stringify(since)}`,
    )
  }
  return (entry) => entry.time >= time
}

/** Redacted text must not match, either; but redaction takes far longer than a search. */
function textTest(text: string, parts: FilterParts): Test {
  const wanted = text.toLowerCase()
  const holds = (value: unknown) => JSON.stringify(value).toLowerCase().includes(quoted)
  const quoted = JSON.stringify(wanted).slice(1, -1)
  const view = createRequestView(parts)
  return (entry) => {
    const { url, requestHeaders, responseHeaders, requestBody, responseBody } = entry
    const bodies = [requestBody, responseBody].map((body) => (body ? keptText(body).text : ''))
    if (![url, requestHeaders, responseHeaders, ...bodies].some(holds)) return false
    const { request, response } = view(entry)
    return [url, request.headers, request.body, response.headers, response.body].some(holds)
  }
}
