import { METHODS } from 'node:http'
import type { components } from '../../../spec/generated/sandbox.ts'
import type { QueryOf } from '../../control-client/operations.ts'
import { ApiError, invalidValue } from '../../errors.ts'
import { AbortController } from '../../node-globals.ts'
import type { ApiDocument } from '../../openapi/api-document.ts'
import { createTextRedaction, redactedHeaders, redactedIssue } from '../../runtime/redaction.ts'
import type { KeptBody, LoggedExchange } from '../../runtime/request-log.ts'
import { mustBeOneOf } from '../../schema/similar.ts'
import { isoTime } from '../../time/clock.ts'
import { parseDuration } from '../../time/duration.ts'
import { parseIsoTime } from '../../time/iso-time.ts'
import { yieldToEventLoop } from '../../time/pauses.ts'
import { quoted } from '../account.ts'
import type { ControlHandlers, ControlRequest } from '../operation.ts'
import type { ControlParts } from '../parts.ts'
import { followedLog, ownersFor, sequenceIn } from '../streams.ts'

/** A logged request as the control API returns it. */
export type LoggedRequest = components['schemas']['LoggedRequest']

type Filters = Omit<QueryOf<'streamRequests'>, 'account' | 'unauthenticated'>

export const MAX_WAIT_MS = 60_000

/** The ids of logged requests are this and their sequence. */
const PREFIX = 'req_'

export function requestHandlers(parts: ControlParts) {
  const { requests, clock } = parts
  const view = createRequestView(parts)
  return {
    /** GET /_sandbox/requests */
    async listRequests(request) {
      const { limit, offset, ...query } = request.query
      const { owners, filters, after } = await matching({ ...request, query }, parts)
      await requests.flush()
      if (Object.keys(filters).length === 0) {
        const { items, total } = await requests.page(owners, { limit, offset })
        return { data: items.map(view), page: { total, limit, offset } }
      }
      const found = (await after(0)).reverse()
      const data = found.slice(offset, offset + limit).map(view)
      return { data, page: { total: found.length, limit, offset } }
    },

    /** DELETE /_sandbox/requests */
    async deleteRequests(request) {
      const deleted = await requests.clear(await ownersFor(request))
      return { data: { deleted }, message: 'The requests are forgotten.' }
    },

    /** GET /_sandbox/requests/{id} */
    async getRequest(request) {
      const { id } = request.params
      const sequence = sequenceIn(id, PREFIX)
      await requests.flush()
      if (sequence !== undefined) {
        const [found] = await requests.after(sequence - 1, await ownersFor(request), 1)
        if (found?.sequence === sequence) return { data: view(found) }
      }
      throw new ApiError(
        'unknown_resource',
        `There is no logged request ${quoted(id)}; it may have been dropped. GET /_sandbox/requests lists the logged ones.`,
      )
    },

    /** GET /_sandbox/requests/stream */
    async streamRequests(request) {
      await requests.flush()
      const { owners, after } = await matching(request, parts)
      const lastId = request.lastEventId
      const isFromStart = request.query.since !== undefined
      const following = { log: requests, owners, lastId, isFromStart, after, prefix: PREFIX, view }
      return { stream: await followedLog(following, request.signal) }
    },

    /** GET /_sandbox/requests/wait-for */
    async waitForRequest(request) {
      const { signal } = request
      const { timeout, ...query } = request.query
      const { owners, filters, after } = await matching({ ...request, query }, parts)
      await requests.flush()
      const before = await requests.newest()

      const stop = new AbortController()
      const end = () => stop.abort()
      signal.addEventListener('abort', end, { once: true })
      const wait = Math.min(parseDuration(timeout) ?? 0, MAX_WAIT_MS)
      void clock.wait(wait, stop.signal).then(end)
      try {
        for (let read = 0; ; ) {
          const newest = await requests.newest()
          const [found] = await after(read)
          if (found !== undefined) return { data: view(found) }
          if (signal.aborted) throw new ApiError('unavailable', 'The sandbox is closing.')
          if (stop.signal.aborted) break
          read = newest
          await requests.changed(read, stop.signal)
        }
      } finally {
        end()
      }
      throw tooLate(timeout, filters, await requests.after(before, owners))
    },
  } satisfies Partial<ControlHandlers>
}

/** Whose requests the caller may see, and those of them that match the query. Rejects with an ApiError. */
async function matching(
  request: Pick<ControlRequest<'listRequests'>, 'account' | 'isOperator'> & {
    query: QueryOf<'streamRequests'>
  },
  parts: ControlParts,
) {
  const { account: _, unauthenticated: __, ...filters } = request.query
  const owners = await ownersFor(request)
  requireOperation(filters.operation, parts)
  requireMethod(filters.method)
  const { since } = filters
  const first = since === undefined ? undefined : sequenceIn(since, PREFIX)
  const tests = [
    ...fieldTests(filters, parts),
    ...(since === undefined || first !== undefined ? [] : [timeTest(since)]),
    // Last, since it reads whole requests.
    ...(filters.text === undefined ? [] : [textTest(filters.text, parts)]),
  ]
  return {
    owners,
    filters,
    /** Those after `sequence`, oldest first. */
    async after(sequence: number): Promise<LoggedExchange[]> {
      const found: LoggedExchange[] = []
      for (const entry of await parts.requests.after(Math.max(sequence, first ?? 0), owners)) {
        // A search for text reads all bodies.
        await yieldToEventLoop()
        if (tests.every((test) => test(entry))) found.push(entry)
      }
      return found
    },
  }
}

function tooLate(
  timeout: string,
  filters: Filters,
  meanwhile: readonly LoggedExchange[],
): ApiError {
  const asked = Object.entries(filters).map(([name, value]) => `${name} ${value}`)
  const last = meanwhile.at(-1)
  const came =
    last === undefined
      ? 'No other requests were logged meanwhile.'
      : `Others were logged meanwhile: ${meanwhile.length}, the last of them ${last.method} ${last.url}, ` +
        `answered with ${last.status ?? 'nothing'}.`
  return new ApiError(
    'request_timeout',
    `No request${asked.length === 0 ? '' : ` with ${asked.join(', ')}`} was logged within ${timeout}. ${came}`,
    { details: { timeout, filters, came: meanwhile.length } },
  )
}

/** Makes kept requests readable, without secrets. */
function createRequestView({ document }: { document: ApiDocument }) {
  const redact = createTextRedaction(document.secretPrefixes)
  return (entry: LoggedExchange): LoggedRequest => ({
    id: `${PREFIX}${entry.sequence}`,
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

type Test = (entry: LoggedExchange) => boolean

/** A misspelt operation would match no request, and look like a request that was not sent. */
export function requireOperation(
  operation: string | undefined,
  { document }: Pick<ControlParts, 'document'>,
): void {
  if (operation === undefined || document.operationIds.includes(operation)) return
  const known = document.operationIds
  const what = `an operationId of the API (${known.join(', ')})`
  throw invalidValue('query', '/operation', mustBeOneOf(known, operation, what))
}

/** As for operations. Servers receive more methods than documents have. */
function requireMethod(method: string | undefined): void {
  if (method === undefined || METHODS.includes(method.toUpperCase())) return
  const what = 'an HTTP method such as GET or POST'
  throw invalidValue('query', '/method', mustBeOneOf(METHODS, method, what))
}

function fieldTests(
  { method, status, path, operation, key, fault, valid, error }: Filters,
  { config }: ControlParts,
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
function textTest(text: string, parts: ControlParts): Test {
  const wanted = JSON.stringify(text.toLowerCase()).slice(1, -1)
  const holds = (value: unknown) => JSON.stringify(value).toLowerCase().includes(wanted)
  const view = createRequestView(parts)
  return (entry) => {
    const { url, requestHeaders, responseHeaders, requestBody, responseBody } = entry
    const bodies = [requestBody, responseBody].map((body) => body?.content.toString() ?? '')
    if (![url, requestHeaders, responseHeaders, ...bodies].some(holds)) return false
    const { request, response } = view(entry)
    return [url, request.headers, request.body, response.headers, response.body].some(holds)
  }
}
