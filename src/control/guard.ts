import { timingSafeEqual } from 'node:crypto'
import type { Request, RequestHandler, Response } from 'express'
import ipaddr from 'ipaddr.js'
import type { Caller } from '../accounts/caller.ts'
import { FULL_ACCESS } from '../accounts/key-lifetime.ts'
import { isPermitted } from '../accounts/permission.ts'
import { hashToken } from '../accounts/token.ts'
import { isLoopbackHost, isPublished } from '../config.ts'
import { ApiError, type Failure } from '../errors.ts'
import { findCaller } from '../http/authentication.ts'
import { exchangeOf } from '../http/exchange.ts'
import { requireAllowedAddress } from '../http/permission.ts'
import { overLimit } from '../http/rate-limit.ts'
import type { Services } from '../services.ts'
import { requireOwnAccount } from './account.ts'
import type { Access } from './operation.ts'

/** On whose behalf a control request is made. */
export interface Authority {
  /** The account of the key that was sent; undefined for the operator, who may steer every account. */
  accountId: string | undefined
  /** Id of that key. */
  keyId: string | undefined
}

/** Whoever runs the sandbox. */
export const OPERATOR: Authority = { accountId: undefined, keyId: undefined }

export function authorityOf(res: Response): Authority {
  return res.locals.authority as Authority
}

/**
 * Finds out who steers the sandbox, and refuses who may not. The operator is whoever has the admin token;
 * without one, which start-up allows on loopback only, whoever sits at this machine and sends no key. An
 * account's own full-access key stands for that account alone.
 *
 * Where no token is needed, pages of other origins are kept out: a browser sends their Origin with every
 * change, and a page that had its own name resolve to 127.0.0.1 is told by its Host.
 */
export function guardControl(services: Services): RequestHandler {
  const { config } = services
  return async (req, res, next) => {
    const access = exchangeOf(res).operation?.permission as Access | undefined
    if (access === 'anyone' || access === 'visitor') {
      if (access === 'visitor') requireOwnPages(req, services)
      res.locals.authority = OPERATOR
      return next()
    }
    const { authorization } = req.headers
    if (config.adminToken === undefined) {
      requireNoHosting(config)
      requireThisMachine(req.socket.remoteAddress)
      requireNoProxy(req)
      requireLocalHost(req.headers.host)
      requireLocalOrigin(req.headers.origin, req.headers['sec-fetch-site'])
    } else if (authorization === undefined) {
      throw new ApiError(
        'missing_credential',
        "The control plane needs Authorization: Bearer <admin token>, or an account's own full-access key for what concerns that account.",
      )
    }

    const authority =
      authorization === undefined ? OPERATOR : await provenAuthority(req, authorization, services)
    const { accountId } = authority
    if (accountId !== undefined && access !== 'account') {
      throw new ApiError(
        'permission_denied',
        `A key steers its own account (${accountId}) only; this concerns the whole sandbox. ${
          config.adminToken === undefined
            ? 'On this machine, send it without an Authorization header.'
            : 'Use the admin token.'
        }`,
      )
    }
    // Before anything is looked at: what is wrong with a request tells of the account that it names.
    if (accountId !== undefined) {
      requireOwnAccount(accountId, exchangeOf(res).query.account as string | undefined)
    }
    res.locals.authority = authority
    next()
  }
}

/** That of the credential that was sent. Wrong ones are charged to their address, as in the API. */
async function provenAuthority(
  req: Request,
  authorization: string,
  services: Services,
): Promise<Authority> {
  const { config, quotas, clock } = services
  const address = req.ip ?? ''
  const now = clock.now()
  try {
    const hash = hashToken(/^Bearer +(\S+) *$/i.exec(authorization)?.[1] ?? '')
    if (!quotas.guessing.isLookedAt(hash, address, now)) throw neither()
    const authority = isAdminToken(hash, config.adminToken)
      ? OPERATOR
      : ownAuthority(req, await ownCaller(authorization, services), services)
    quotas.guessing.note(hash, address)
    return authority
  } catch (error) {
    const isGuess = error instanceof ApiError && GUESSES.includes(error.failure)
    const quota = isGuess ? quotas.chargeAddress(address, now) : undefined
    throw quota && !quota.allowed ? overLimit(quota, now) : error
  }
}

/** How credentials are refused that do not exist. */
const GUESSES: readonly Failure[] = ['missing_credential', 'invalid_credential', 'ended_session']

function isAdminToken(hash: string, adminToken: string | undefined): boolean {
  if (adminToken === undefined) return false
  // Hashes have one length, so that comparing them takes one time.
  return timingSafeEqual(Buffer.from(hash), Buffer.from(hashToken(adminToken)))
}

function neither(): ApiError {
  return new ApiError(
    'invalid_credential',
    "This is neither the admin token of this sandbox nor an account's key.",
  )
}

/** Whose key was sent. */
async function ownCaller(authorization: string, services: Services): Promise<Caller> {
  const token = authorization.replace(/^Bearer +/i, '')
  if (services.document.tokenTypeOf(token) === undefined) throw neither()
  return findCaller(authorization, services)
}

/** That of a full-access key. */
function ownAuthority(req: Request, { account, key }: Caller, services: Services): Authority {
  requireAllowedAddress(req, key)
  if (!isPermitted(key.permissions, FULL_ACCESS)) {
    throw new ApiError(
      'permission_denied',
      `Only a key with all permissions (${FULL_ACCESS}) steers its account; this one has ${key.permissions.join(', ')}.`,
      { details: { required: FULL_ACCESS, granted: key.permissions } },
    )
  }
  services.usage.touch({ account, key }, services.clock.of(account))
  return { accountId: account.id, keyId: key.id }
}

/** Whether who was let in would still be: for answers that go on after the key was deleted or the account removed. */
export async function isStillAdmitted(
  { req, res }: { req: Request; res: Response },
  services: Services,
): Promise<boolean> {
  const { accountId } = authorityOf(res)
  const named = exchangeOf(res).query.account as string | undefined
  try {
    if (accountId !== undefined) await findCaller(req.headers.authorization, services)
    else if (named !== undefined) await services.store.read(named)
    return true
  } catch {
    return false
  }
}

/**
 * Refuses pages of other origins where no token is asked for (`signUp`). Older browsers do not tell the origin
 * of every change; but such an operation has a body of JSON, and for that they ask first, and are not answered.
 */
function requireOwnPages(req: Request, { config }: Services): void {
  const { host, origin } = req.headers
  if (config.adminToken === undefined && !isPublished(config)) requireLocalHost(host)
  const own = hostOf(config.publicUrl ?? `http://${host}`)
  const isForeign = origin !== undefined && (own === undefined || hostOf(origin) !== own)
  if (isForeign || req.headers['sec-fetch-site'] === 'cross-site') {
    throw denied(`Pages of ${origin ?? 'another site'} may not use the control plane.`)
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
  if (!isPublished(config)) return
  throw denied(
    'With --trust-proxy or --public-url the control plane needs a token. Set one with SVC_ADMIN_TOKEN.',
  )
}

function hostOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).host : undefined
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
