import { parsedJson } from '../../contract-tests/http/response.ts'
import type { RequestIssue, Route } from '../../contract-tests/traffic/judge.ts'
import type { Observed } from '../../contract-tests/traffic/result.ts'
import type { ApiDocument } from '../openapi/api-document.ts'
import type { RoutedOperation } from '../openapi/served/operation.ts'
import type { Router } from '../openapi/served/router.ts'
import { correctPage } from '../pipeline/paging.ts'
import { readQuery, unknownParameters } from '../pipeline/parameters.ts'
import { splitUrl, withoutTrailingSlash } from '../pipeline/routing.ts'
import { issuesOf, unknownParameter } from '../pipeline/validation.ts'
import { readScalar } from '../schema/json.ts'

/** The operation of a request, if it has one, and what the document has for its path. `apiPath`: path and query below the API root. */
export function routeOf(
  router: Router,
  method: string,
  apiPath: string,
): { operation?: RoutedOperation; params: Record<string, string>; route: Route } {
  const { path } = splitUrl(apiPath)
  const without = (problem?: Route['problem']) => ({
    params: {},
    route: { path, ...(problem && { problem }) },
  })
  try {
    const match = router.match(method, withoutTrailingSlash(path))
    if (match === undefined) return without('unknown_path')
    // A preflight is for another method of the path.
    if ('allow' in match) return without(method === 'OPTIONS' ? undefined : 'wrong_method')
    return { ...match, route: { path: match.operation.path } }
  } catch (error) {
    if (!(error instanceof URIError)) throw error
    return without('malformed_request')
  }
}

/** The issues that the document finds in a request; the sandbox itself refuses by the same rules. */
export function requestIssues(
  { router, document }: { router: Router; document: Pick<ApiDocument, 'unknownParameters'> },
  exchange: Observed,
  apiPath: string,
): readonly RequestIssue[] {
  const { operation, params } = routeOf(router, exchange.method, apiPath)
  if (!operation) return []
  const { search } = splitUrl(apiPath)
  const query = queryOf(search, operation)
  if (query === undefined) return [{ in: 'query', path: '', message: 'has a broken escape' }]
  if (operation.paging) correctPage(operation.paging, query)
  const body = exchange.requestBody === undefined ? undefined : parsedJson(exchange.requestBody)
  const errors = router.validateRequest(operation, {
    path: params,
    query,
    header: headersOf(exchange, operation),
    cookie: {},
    ...(operation.hasBody && body !== undefined ? { requestBody: body } : {}),
  })
  const refuses = (operation.unknownParameters ?? document.unknownParameters) === 'refused'
  const unknown = refuses ? unknownParameters(search, operation.queryParameters) : []
  return [
    ...issuesOf(errors),
    ...unknown.map((name) => unknownParameter(name, operation.queryParameters)),
  ]
}

/** Undefined for a query with a broken percent escape. */
function queryOf(search: string, operation: RoutedOperation): Record<string, unknown> | undefined {
  try {
    return readQuery(search, operation.queryParameters)
  } catch {
    return undefined
  }
}

function headersOf(
  { requestHeaders }: Observed,
  { headerParameters }: RoutedOperation,
): Record<string, unknown> {
  const sent = headerParameters.flatMap(({ name, schema }) => {
    const text = requestHeaders[name.toLowerCase()]
    return text === undefined ? [] : [[name.toLowerCase(), readScalar(text, schema)]]
  })
  return Object.fromEntries(sent)
}
