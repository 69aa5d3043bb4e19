import type { Request, RequestHandler } from 'express'
import type { Config } from '../config.ts'
import { ApiError } from '../errors.ts'
import type { Router } from '../openapi/served/router.ts'
import { transferProblem } from './body.ts'
import { exchangeOf } from './exchange.ts'
import { readQuery } from './parameters.ts'

/**
 * Finds the operation of a request. If there is none, the failure is noted and raised after the quota was charged,
 * because all responses have the headers of §8.
 */
export function route({ router, config }: { router: Router; config: Config }): RequestHandler {
  const { apiPath } = config
  return routeWithin(router, apiPath, (method, path) => {
    const hint = path.startsWith(`${apiPath}/`)
      ? 'The paths of this API are listed in /openapi.json.'
      : `Paths of the API begin with ${apiPath}, as in ${apiPath}/campaigns; /openapi.json describes them.`
    return `There is no ${method} ${path}. ${hint}`
  })
}

/**
 * Like `route`, for the paths of any document; `unknown` words the failure for an unknown path. Messages show paths as
 * callers know them, with the path `mount` that was removed from them.
 */
export function routeWithin(
  router: Router,
  root: string,
  unknown: (method: string, path: string) => string,
  mount = '',
): RequestHandler {
  return (req, res, next) => {
    const exchange = exchangeOf(res)
    const { path, search } = splitUrl(req.url)
    const shown = shorten(mount + path)
    try {
      const match = path.startsWith(`${root}/`)
        ? router.match(req.method, withoutTrailingSlash(path.slice(root.length)))
        : undefined

      if (match === undefined)
        exchange.routeProblem = new ApiError('unknown_path', unknown(req.method, shown))
      else if ('operation' in match) {
        exchange.operation = match.operation
        exchange.params = match.params
        exchange.query = readQuery(search, match.operation.queryParameters)
      } else exchange.routeProblem = wrongMethod(req.method, shown, match.allow)
    } catch (error) {
      // Only decodeURIComponent throws here: for the path, or else for the query of a known operation.
      const place = exchange.operation ? `query ?${shorten(search)}` : `path ${shown}`
      exchange.routeProblem = new ApiError(
        'malformed_request',
        `The ${place} has a broken percent escape. Encode it with encodeURIComponent.`,
        { cause: error },
      )
    }
    exchange.routeProblem = hostProblem(req) ?? transferProblem(req) ?? exchange.routeProblem
    next()
  }
}

/** The problem of the Host header (RFC 9112 §3.2), if any. Node would refuse some with an empty answer. */
function hostProblem({ headers, httpVersion, rawHeaders }: Request): ApiError | undefined {
  if (headers.host === undefined) {
    return httpVersion === '1.1'
      ? new ApiError(
          'malformed_request',
          'There is no Host header, which HTTP/1.1 requires. Send Host: <name of the server>.',
        )
      : undefined
  }
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') hosts++
  }
  if (hosts === 1) return undefined
  return new ApiError(
    'malformed_request',
    `There are ${hosts} Host headers, so the request is ambiguous. Send one.`,
  )
}

/** The path and the query of a request; the query may be empty. */
export function splitUrl(url: string): { path: string; search: string } {
  const mark = url.indexOf('?')
  return mark < 0
    ? { path: url, search: '' }
    : { path: url.slice(0, mark), search: url.slice(mark + 1) }
}

export function withoutTrailingSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
}

function wrongMethod(method: string, path: string, allow: string[]): ApiError {
  const methods = allow.join(', ')
  return new ApiError('wrong_method', `${path} does not support ${method}. Use ${methods}.`, {
    headers: { Allow: methods },
    details: { allowed: allow },
  })
}

function shorten(text: string): string {
  return text.length > 120 ? `${text.slice(0, 117)}...` : text
}
