import type { Request, RequestHandler } from 'express'
import { isLocalOnly, isLoopbackHost } from '../config/mode.ts'
import { httpHostOf, normalOrigin } from '../config/origins.ts'
import type { Config } from '../config.ts'
import { ApiError } from '../errors.ts'
import type { Quotas } from '../runtime/quotas.ts'
import type { Clock } from '../time/clock.ts'
import { showQuota } from './cors.ts'

/**
 * Refuses names of the server that nobody gave it, in loopback mode. A page whose own name was made to resolve to this
 * machine (DNS rebinding) has the origin of the sandbox; only `Host` shows its name. A request without `Host` is no
 * browser's, and `route` answers it. `log` is the stage that logs requests, because this one comes before it.
 */
export function requireKnownHost(
  { config, quotas, clock }: { config: Config; quotas: Quotas; clock: Clock },
  log: RequestHandler,
): RequestHandler {
  const isKnown = knownHosts(config)
  const refuse = async (host: string, ...[req, res, next]: Parameters<RequestHandler>) => {
    // Any site can make a browser send these, so they are not charged.
    await showQuota(req, res, { quotas, clock })
    const problem = unknownHost(host)
    if (isOfBrowser(req)) throw problem
    log(req, res, () => next(problem))
  }
  return (req, res, next) => {
    const { host = '' } = req.headers
    if (host === '' || isKnown(host)) return next()
    return refuse(host, req, res, next)
  }
}

function isOfBrowser({ headers }: Request): boolean {
  return ['origin', 'referer', 'sec-fetch-site'].some((name) => headers[name] !== undefined)
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
