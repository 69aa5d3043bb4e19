import { keptText, type LoggedExchange } from '../http/request-log.ts'
import { invalidInput } from '../invalid-input.ts'
import type { Services } from '../services.ts'
import type { QueryOf } from './operation.ts'
import { createRequestView, sequenceOf } from './request-view.ts'

export type RequestFilters = Omit<QueryOf<'streamRequests'>, 'account'>

/** Which logged requests are meant: those after the sequence `after` that match. Throws ApiError. */
export function requestFilter(filters: RequestFilters, services: Services) {
  const { since } = filters
  const after = since === undefined ? 0 : (sequenceOf(since) ?? 0)
  const tests = [
    ...fieldTests(filters, services),
    ...(since === undefined || sequenceOf(since) !== undefined ? [] : [timeTest(since)]),
    // Last, since it reads all that there is of a request.
    ...(filters.text === undefined ? [] : [textTest(filters.text, services)]),
  ]
  return { after, isMatch: (entry: LoggedExchange) => tests.every((test) => test(entry)) }
}

type Test = (entry: LoggedExchange) => boolean

function fieldTests(
  { method, status, path, operation, key }: RequestFilters,
  { config }: Services,
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
    throw invalidInput([
      {
        in: 'query',
        path: 'since',
        message: `must be a time such as 2026-01-15T09:30:00Z or the id of a logged request such as req_12; found ${JSON.stringify(since)}`,
      },
    ])
  }
  return (entry) => entry.time >= time
}

/** What is struck out must not be found, either; but to strike out takes far longer than to look. */
function textTest(text: string, services: Services): Test {
  const wanted = text.toLowerCase()
  const holds = (value: unknown) => JSON.stringify(value).toLowerCase().includes(quoted)
  const quoted = JSON.stringify(wanted).slice(1, -1)
  const view = createRequestView(services)
  return (entry) => {
    const { url, requestHeaders, responseHeaders, requestBody, responseBody } = entry
    const bodies = [requestBody, responseBody].map((body) => (body ? keptText(body).text : ''))
    if (![url, requestHeaders, responseHeaders, ...bodies].some(holds)) return false
    const { request, response } = view(entry)
    return [url, request.headers, request.body, response.headers, response.body].some(holds)
  }
}
