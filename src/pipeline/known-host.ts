import type { RequestHandler } from 'express'
import { isLocalOnly, isLoopbackHost } from '../config/mode.ts'
import { httpHostOf, normalOrigin } from '../config/origins.ts'
import type { Config } from '../config.ts'
import { ApiError } from '../errors.ts'

/**
 * Refuses names of the server that nobody gave it, in loopback mode. A page whose own name was made to resolve to this
 * machine (DNS rebinding) has the origin of the sandbox; only `Host` shows its name. A request without `Host` is no
 * browser's, and `route` answers it. `log` is the stage that logs requests, because this one comes before it.
 */
export function requireKnownHost(
  { config }: { config: Config },
  log: RequestHandler,
): RequestHandler {
  if (!isLocalOnly(config)) return (_req, _res, next) => next()
  const isKnown = knownHosts(config)
  // Nearly all requests have the same one.
  let last: string | undefined
  return (req, res, next) => {
    const { host = '' } = req.headers
    if (host === '' || host === last) return next()
    if (isKnown(host)) {
      last = host
      return next()
    }
    log(req, res, () => next(unknownHost(host)))
  }
}

/** Whether a request with this Host header may be served. */
export function isKnownHost(host: string, config: Config): boolean {
  return !isLocalOnly(config) || host === '' || knownHosts(config)(host)
}

function knownHosts({ publicUrl, corsOrigins, controlOrigins }: Config): (host: string) => boolean {
  const own = publicUrl === undefined ? [] : [new URL(publicUrl).origin]
  const named = new Set([...own, ...corsOrigins, ...controlOrigins].map(httpHostOf))
  return (host) => {
    const name = httpHostOf(`http://${host}`)
    if (name === undefined) return false
    return isLoopbackHost(name) || name.endsWith('.localhost') || named.has(name)
  }
}

function unknownHost(host: string): ApiError {
  const origin = normalOrigin(`http://${host}`)
  const wayOut =
    origin === undefined
      ? 'Call it by one of these.'
      : `If this name is yours, start the sandbox with --cors-origin ${origin}, or with --public-url if others use it.`
  return new ApiError(
    'permission_denied',
    `This sandbox answers to localhost and 127.0.0.1 only; the Host header says ${host.slice(0, 300)}. ${wayOut}`,
  )
}
