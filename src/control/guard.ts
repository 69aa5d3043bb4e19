import { timingSafeEqual } from 'node:crypto'
import type { Request, RequestHandler, Response } from 'express'
import ipaddr from 'ipaddr.js'
import type { Caller } from '../accounts/account.ts'
import { FULL_ACCESS, isPermitted } from '../accounts/key.ts'
import { hashToken } from '../accounts/token.ts'
import { type Config, isLoopbackHost, isPublished } from '../config.ts'
import { ApiError, type Failure } from '../errors.ts'
import { findCaller } from '../pipeline/authentication.ts'
import { exchangeOf } from '../pipeline/exchange.ts'
import { requireAllowedAddress } from '../pipeline/permission.ts'
import { overLimit } from '../state/quotas.ts'
import { type Authority, OPERATOR, requireOwnAccount } from './account.ts'
import type { Access } from './operation.ts'
import type { ControlParts } from './parts.ts'

export function authorityOf(res: Response): Authority {
  return res.locals.authority as Authority
}

/** The parts that decide about access. */
export type GuardParts = Pick<
  ControlParts,
  'config' | 'document' | 'store' | 'clock' | 'quotas' | 'usage'
>

/**
 * Identifies who makes a control request, and refuses everyone without access. The operator has the admin token; on
 * a sandbox without one, which listens on loopback only, the operator is anyone on this machine who sends no key.
 * An account's own full-access key gives access to that account only.
 *
 * Where no token is needed, pages of other origins are refused: a browser sends their Origin with every change, and
 * the Host reveals a page whose own name resolves to 127.0.0.1.
 */
export function guardControl(parts: GuardParts): RequestHandler {
  const { config } = parts
  return async (req, res, next) => {
    const access = exchangeOf(res).operation?.permission as Access | undefined
    if (access === 'anyone' || access === 'visitor') {
      if (access === 'visitor') requireOwnPages(req, parts)
      res.locals.authority = OPERATOR
      return next()
    }
    const { authorization } = req.headers
    if (config.adminToken === undefined) {
      requireNoHosting(config)
      requireThisMachine(req.socket.remoteAddress)
      requireNoProxy(req)
      requireLocalHost(req.headers.host)
      const { origin = '' } = req.headers
      requireOrigin(req, URL.canParse(origin) && isLoopbackHost(new URL(origin).hostname))
    } else if (authorization === undefined) {
      throw new ApiError(
        'missing_credential',
        "The control plane needs Authorization: Bearer <admin token>, or an account's own full-access key for operations on that account.",
      )
    }

    const authority =
      authorization === undefined ? OPERATOR : await provenAuthority(req, authorization, parts)
    const { accountId } = authority
    if (accountId !== undefined && access !== 'account') {
      throw new ApiError(
        'permission_denied',
        `A key controls its own account (${accountId}) only; this operation is about the whole sandbox. ${
          config.adminToken === undefined
            ? 'On this machine, send it without an Authorization header.'
            : 'Use the admin token.'
        }`,
      )
    }
    // Before validation, whose messages reveal facts about the named account.
    if (accountId !== undefined) {
      requireOwnAccount(accountId, exchangeOf(res).query.account as string | undefined)
    }
    res.locals.authority = authority
    next()
  }
}

/** The authority of the sent credential. Wrong credentials are charged to their address, as in the API. */
async function provenAuthority(
  req: Request,
  authorization: string,
  parts: GuardParts,
): Promise<Authority> {
  const { config, quotas, clock } = parts
  const address = req.ip ?? ''
  const now = clock.now()
  try {
    const hash = hashToken(/^Bearer +(\S+) *$/i.exec(authorization)?.[1] ?? '')
    if (!(await quotas.throttle.allows(hash, address, now))) throw neither()
    const authority = isAdminToken(hash, config.adminToken)
      ? OPERATOR
      : ownAuthority(req, await ownCaller(authorization, parts), parts)
    quotas.throttle.noteSuccess(hash, address)
    return authority
  } catch (error) {
    const isGuess = error instanceof ApiError && GUESSES.includes(error.failure)
    const quota = isGuess ? await quotas.chargeAddress(address, now) : undefined
    throw quota && !quota.allowed ? overLimit(quota, now) : error
  }
}

/** The failures for credentials that do not exist. */
const GUESSES: readonly Failure[] = ['missing_credential', 'invalid_credential', 'ended_session']

function isAdminToken(hash: string, adminToken: string | undefined): boolean {
  if (adminToken === undefined) return false
  // Hashes have equal lengths, as the comparison requires.
  return timingSafeEqual(Buffer.from(hash), Buffer.from(hashToken(adminToken)))
}

function neither(): ApiError {
  return new ApiError(
    'invalid_credential',
    "This is neither the admin token of this sandbox nor an account's key.",
  )
}

/** The caller whose key was sent. */
async function ownCaller(authorization: string, parts: GuardParts): Promise<Caller> {
  const token = authorization.replace(/^Bearer +/i, '')
  if (parts.document.tokenTypeOf(token) === undefined) throw neither()
  return findCaller(authorization, parts)
}

/** The authority of a full-access key. */
function ownAuthority(req: Request, { account, key }: Caller, parts: GuardParts): Authority {
  requireAllowedAddress(req, key)
  if (!isPermitted(key.permissions, FULL_ACCESS)) {
    throw new ApiError(
      'permission_denied',
      `Only a key with all permissions (${FULL_ACCESS}) controls its account; this one has ${key.permissions.join(', ')}.`,
      { details: { required: FULL_ACCESS, granted: key.permissions } },
    )
  }
  parts.usage.touch({ account, key }, parts.clock.of(account))
  return { accountId: account.id, keyId: key.id }
}

/**
 * Whether the caller would still have access: for answers that continue after a key was deleted or an account removed.
 */
export async function isStillAdmitted(
  { req, res }: { req: Request; res: Response },
  parts: GuardParts,
): Promise<boolean> {
  const { accountId } = authorityOf(res)
  const named = exchangeOf(res).query.account as string | undefined
  try {
    if (accountId !== undefined) await findCaller(req.headers.authorization, parts)
    else if (named !== undefined) await parts.store.readHead(named)
    return true
  } catch {
    return false
  }
}

/**
 * Refuses pages of other origins where no token is required (`signUp`). Older browsers do not send the origin of
 * every change; but this operation has a JSON body, for which they send a preflight, and that gets no permission.
 */
function requireOwnPages(req: Request, { config }: GuardParts): void {
  const { host, origin } = req.headers
  if (config.adminToken === undefined && !isPublished(config)) requireLocalHost(host)
  const own = hostOf(config.publicUrl ?? `http://${host}`)
  requireOrigin(req, own !== undefined && hostOf(origin ?? '') === own)
}

/** Refuses pages of other sites; `isOwn` is about the Origin header, if there is one. */
function requireOrigin({ headers }: Request, isOwn: boolean): void {
  const { origin } = headers
  if ((origin === undefined || isOwn) && headers['sec-fetch-site'] !== 'cross-site') return
  throw denied(`Pages of ${origin ?? 'another site'} may not use the control plane.`)
}

function requireThisMachine(address: string | undefined): void {
  const isLocal =
    address !== undefined &&
    ipaddr.isValid(address) &&
    ipaddr.process(address).range() === 'loopback'
  if (!isLocal) throw denied(`The control plane is open to this machine only, not to ${address}.`)
}

// Proxies or a public address mean callers on other machines, whatever the headers say.
function requireNoHosting(config: Config): void {
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

function denied(message: string): ApiError {
  return new ApiError('permission_denied', message)
}
