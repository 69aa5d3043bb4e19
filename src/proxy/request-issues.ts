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

/** The operation of a request, and what the document has for its path. */
export interface Routed {
  operation?: RoutedOperation
  params: Record<string, string>
  route: Route
}

/** The rules of the served document for requests; the sandbox itself refuses by the same. */
export class DocumentRequests {
  readonly #router: Router
  readonly #document: Pick<ApiDocument, 'unknownParameters'>

  constructor(router: Router, document: Pick<ApiDocument, 'unknownParameters'>) {
    this.#router = router
    this.#document = document
  }

  /** `apiPath` is the path and query below the API root. */
  route(method: string, apiPath: string): Routed {
    const { path } = splitUrl(apiPath)
    try {
      const match = this.#router.match(method, withoutTrailingSlash(path))
      if (match === undefined) return { params: {}, route: { path, problem: 'unknown_path' } }
      if ('allow' in match) {
        // A preflight is for another method of the path.
        const isPreflight = method === 'OPTIONS'
        return { params: {}, route: { path, ...(!isPreflight && { problem: 'wrong_method' }) } }
      }
      const { operation, params } = match
      return { operation, params, route: { path: operation.path } }
    } catch (error) {
      if (!(error instanceof URIError)) throw error
      return { params: {}, route: { path, problem: 'malformed_request' } }
    }
  }

  /** The issues that the document finds in a request. */
  issues(exchange: Observed, apiPath: string): readonly RequestIssue[] {
    const { operation, params } = this.route(exchange.method, apiPath)
    if (!operation) return []
    const { search } = splitUrl(apiPath)
    const query = queryOf(search, operation)
    if (query === undefined) return [{ in: 'query', path: '', message: 'has a broken escape' }]
    if (operation.paging) correctPage(operation.paging, query)
    const body = exchange.requestBody === undefined ? undefined : parsedJson(exchange.requestBody)
    const errors = this.#router.validateRequest(operation, {
      path: params,
      query,
      header: headersOf(exchange, operation),
      cookie: {},
      ...(operation.hasBody && body !== undefined ? { requestBody: body } : {}),
    })
    const refuses = (operation.unknownParameters ?? this.#document.unknownParameters) === 'refused'
    const unknown = refuses ? unknownParameters(search, operation.queryParameters) : []
    return [
      ...issuesOf(errors),
      ...unknown.map((name) => unknownParameter(name, operation.queryParameters)),
    ]
  }
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
