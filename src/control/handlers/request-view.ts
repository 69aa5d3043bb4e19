import { METHODS } from 'node:http'
import type { components } from '../../../spec/generated/sandbox.ts'
import type { QueryOf } from '../../control-client/operations.ts'
import { invalidValue } from '../../errors.ts'
import type { ApiDocument } from '../../openapi/api-document.ts'
import type { KeptBody, LoggedExchange } from '../../runtime/logged-exchange.ts'
import { createTextRedaction, redactedHeaders, redactedIssue } from '../../runtime/redaction.ts'
import { didYouMean } from '../../schema/similar.ts'
import { isoTime } from '../../time/clock.ts'
import { parseIsoTime } from '../../time/iso-time.ts'
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
    operation: (entry.operationId ?? null) as LoggedRequest['operation'],
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
  const valid = validityOf({ isValid, issues })
  if (valid === undefined) return null
  return { valid, issues: (issues ?? []).map((issue) => redactedIssue(issue, redact)) }
}

/** Whether a request conforms to the document; undefined if it was refused before validation. */
function validityOf({ isValid, issues }: Pick<LoggedExchange, 'isValid' | 'issues'>) {
  return issues === undefined ? isValid : false
}

function messageOf(
  headers: Record<string, unknown>,
  body: KeptBody | undefined,
  redact: (text: string) => string,
): LoggedRequest['request'] {
  return {
    headers: redactedHeaders(headers, redact),
    body: body === undefined ? null : redact(body.content.toString()),
    truncated: body?.isCut ?? false,
  }
}

export type FilterParts = Pick<ControlParts, 'document' | 'config'>

export type RequestFilters = Omit<QueryOf<'streamRequests'>, 'account' | 'unauthenticated'>

/** Filters logged requests: those after the sequence `after` that match. Throws ApiError. */
export function requestFilter(filters: RequestFilters, parts: FilterParts) {
  requireOperation(filters.operation, parts)
  requireMethod(filters.method)
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

/** A misspelt operation would match no request, and look like a request that was not sent. */
export function requireOperation(
  operation: string | undefined,
  { document }: Pick<FilterParts, 'document'>,
): void {
  if (operation === undefined || document.operationIds.includes(operation)) return
  const meant = didYouMean(operation, document.operationIds)
  const found = JSON.stringify(operation.slice(0, 80))
  throw invalidValue(
    'query',
    '/operation',
    `must be an operationId of the API (${document.operationIds.join(', ')}); found ${found}${meant && `.${meant}`}`,
  )
}

/** As for operations. Servers receive more methods than documents have. */
function requireMethod(method: string | undefined): void {
  if (method === undefined || METHODS.includes(method.toUpperCase())) return
  const meant = didYouMean(method, METHODS)
  throw invalidValue(
    'query',
    '/method',
    `must be an HTTP method such as GET or POST; found ${JSON.stringify(method)}${meant && `.${meant}`}`,
  )
}

function fieldTests(
  { method, status, path, operation, key, fault, valid, error }: RequestFilters,
  { config }: FilterParts,
): Test[] {
  const wanted = method?.toUpperCase()
  const roots = path === undefined ? [] : [path, `${config.apiPath}${path}`]
  const tests: [unknown, Test][] = [
    [method, (entry) => entry.method === wanted],
    [status, (entry) => statusMatches(status as string, entry.status)],
    [path, ({ url }) => roots.some((root) => url.startsWith(root))],
    [operation, (entry) => entry.operationId === operation],
    [key, (entry) => keyMatches(key as string, entry.key)],
    [fault, (entry) => faultMatches(fault as string, entry.fault)],
    [valid, (entry) => validityOf(entry) === (valid === 'yes')],
    [error, (entry) => entry.error === error],
  ]
  return tests.filter(([value]) => value !== undefined).map(([, test]) => test)
}

function statusMatches(wanted: string, status: number | undefined): boolean {
  if (wanted === 'none') return status === undefined
  const text = String(status)
  return /xx$/i.test(wanted) ? text[0] === wanted[0] : text === wanted
}

function keyMatches(wanted: string, key: LoggedExchange['key']): boolean {
  return wanted === 'none' ? key === undefined : key?.id === wanted || key?.prefix === wanted
}

/** `acted`: the ids of the rules that affected a request, if any. */
function faultMatches(wanted: string, acted: string | undefined): boolean {
  if (wanted === 'yes' || wanted === 'no') return (acted !== undefined) === (wanted === 'yes')
  return acted?.split(/,\s*/).includes(wanted) ?? false
}

function timeTest(since: string): Test {
  const time = parseIsoTime(since)
  if (time === undefined) {
    throw invalidValue(
      'query',
      'since',
      `must be a time such as 2026-01-15T09:30:00Z, a date, or the id of a logged request such as req_12; found ${JSON.stringify(since)}`,
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
    const bodies = [requestBody, responseBody].map((body) => body?.content.toString() ?? '')
    if (![url, requestHeaders, responseHeaders, ...bodies].some(holds)) return false
    const { request, response } = view(entry)
    return [url, request.headers, request.body, response.headers, response.body].some(holds)
  }
}
