import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Config } from '../config.ts'
import { escapeRegExp } from '../text/pattern.ts'
import { CLOSED } from './in-process.ts'

/** A request of `node:http`, typed without it, so that users do not need the types of Node. */
interface MessageLike {
  method?: string | undefined
  url?: string | undefined
  headers: object
}

interface ResponseLike {
  statusCode: number
  setHeader(name: string, value: string): unknown
  end(): unknown
}

/** A listener of `node:http`, and middleware. */
export type Handler = (
  request: MessageLike,
  response: ResponseLike,
  next?: (error?: unknown) => void,
) => void

/**
 * Handles requests of other servers as `server` does, without its port. As middleware it leaves all paths to the app
 * that are not of the API, its files or the control plane, and works at any mount point above or at the API. Once the
 * sandbox is closed, it refuses requests with 503.
 */
export function embeddedHandler(
  server: Server,
  { basePath, apiPath }: Pick<Config, 'basePath' | 'apiPath'>,
  isClosed: () => boolean,
): Handler {
  const own = new RegExp(
    `^(${escapeRegExp(basePath)})?(${apiPath}|/files|/_sandbox|/openapi\\.(json|yaml))(?![^/?])`,
  )
  return (request, response, next) => {
    const req = request as IncomingMessage & { originalUrl?: string; baseUrl?: string }
    if (next) {
      // Express removes the path of the mount point from `url`.
      const url = [req.url, req.originalUrl].find((each) => each !== undefined && own.test(each))
      if (url === undefined) return next()
      if (isClosed()) return next(Object.assign(new Error(CLOSED), { status: 503 }))
      // As Express knows it: the path of the mount point, which links in responses need.
      req.baseUrl = pathBefore(url, req.originalUrl)
      req.url = url
      req.originalUrl = url
    } else if (isClosed()) {
      response.statusCode = 503
      response.end()
      return
    }
    server.emit('request', req, response as ServerResponse)
  }
}

function pathBefore(url: string, originalUrl = url): string {
  return originalUrl.endsWith(url) ? originalUrl.slice(0, -url.length) : ''
}
