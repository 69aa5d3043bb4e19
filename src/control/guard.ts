import { timingSafeEqual } from 'node:crypto'
import type { Request, RequestHandler } from 'express'
import ipaddr from 'ipaddr.js'
import { hashToken } from '../accounts/token.ts'
import { isLoopbackHost, isPublished } from '../config.ts'
import { ApiError } from '../errors.ts'
import type { Services } from '../services.ts'

/**
 * Who may steer the sandbox. With an admin token: whoever has it. Without one, which start-up allows on
 * loopback only: callers on this machine, except pages of other origins. A browser sends their Origin
 * with every change, and a page that had its own name resolve to 127.0.0.1 is told by its Host.
 */
export function guardControl({ config }: Services): RequestHandler {
  return (req, _res, next) => {
    if (config.adminToken !== undefined) {
      requireAdminToken(req.headers.authorization, config.adminToken)
    } else {
      requireNoHosting(config)
      requireThisMachine(req.socket.remoteAddress)
      requireNoProxy(req)
      requireLocalHost(req.headers.host)
      requireLocalOrigin(req.headers.origin, req.headers['sec-fetch-site'])
    }
    next()
  }
}

function requireAdminToken(authorization: string | undefined, adminToken: string): void {
  const token = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1]
  if (token === undefined) {
    throw new ApiError(
      'missing_credential',
      'The control plane needs Authorization: Bearer <admin token>.',
    )
  }
  // Hashes have one length, so that comparing them takes one time.
  if (!timingSafeEqual(Buffer.from(hashToken(token)), Buffer.from(hashToken(adminToken)))) {
    throw new ApiError('invalid_credential', 'This is not the admin token of this sandbox.')
  }
}

function requireThisMachine(address: string | undefined): void {
  const isLocal =
    address !== undefined &&
    ipaddr.isValid(address) &&
    ipaddr.process(address).range() === 'loopback'
  if (!isLocal) throw denied(`The control plane is open to this machine only, not to ${address}.`)
}

// Who names proxies or a public address serves others than this machine, whatever the headers say.
function requireNoHosting(config: Services['config']): void {
  if (isPublished(config)) {
    throw denied(
      'With --trust-proxy or --public-url the control plane needs a token. Set one with SVC_ADMIN_TOKEN.',
    )
  }
}

// A proxy on this machine makes every visitor look like this machine.
function requireNoProxy({ headers }: Request): void {
  if (headers.forwarded !== undefined || headers['x-forwarded-for'] !== undefined) {
    throw denied('Behind a proxy the control plane needs a token. Set one with SVC_ADMIN_TOKEN.')
  }
}

function requireLocalHost(host: string | undefined): void {
  const name = (host ?? '').replace(/:\d+$/, '')
  if (!isLoopbackHost(name)) {
    throw denied(
      `The control plane answers to localhost and 127.0.0.1 only; the Host header says ${host}.`,
    )
  }
}

function requireLocalOrigin(origin: string | undefined, site: string | string[] | undefined): void {
  const foreign =
    origin !== undefined && !(URL.canParse(origin) && isLoopbackHost(new URL(origin).hostname))
  if (foreign || site === 'cross-site') {
    throw denied(`Pages of ${origin ?? 'another site'} may not use the control plane.`)
  }
}

function denied(message: string): ApiError {
  return new ApiError('permission_denied', message)
}
