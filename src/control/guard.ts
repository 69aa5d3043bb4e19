import { timingSafeEqual } from 'node:crypto'
import type { Request, RequestHandler, Response } from 'express'
import ipaddr from 'ipaddr.js'
import type { Caller } from '../accounts/account.ts'
import { FULL_ACCESS, isPermitted } from '../accounts/key.ts'
import { hashToken } from '../accounts/token.ts'
import { isPublished } from '../config/mode.ts'
import type { Config } from '../config.ts'
import { ApiError, type Failure } from '../errors.ts'
import { findCaller } from '../pipeline/authentication.ts'
import { type Authority, exchangeOf } from '../pipeline/exchange.ts'
import { onlyReads, readsOnly } from '../pipeline/fixture-keys.ts'
import { requireAllowedAddress } from '../pipeline/permission.ts'
import type { Quota } from '../runtime/quota.ts'
import { overLimit, type Quotas } from '../runtime/quotas.ts'
import { StoreError } from '../store/store-error.ts'
import { OPERATOR, requireOwnAccount } from './account.ts'
import type { Access } from './operation.ts'
import type { ControlParts } from './parts.ts'

export function authorityOf(res: Response): Authority {
  return exchangeOf(res).authority as Authority
}

/** The parts that decide about access. */
export type GuardParts = Pick<
  ControlParts,
  'config' | 'origins' | 'document' | 'store' | 'clock' | 'quotas' | 'usage'
>

/**
 * Identifies who makes a control request, and refuses everyone without access. The operator has the admin token; on
 * a sandbox without one, which listens on loopback only, the operator is anyone on this machine who sends no key.
 * An account's own full-access key gives access to that account only.
 *
 * Pages of other origins are refused whatever they send, except those of `--control-origin`: a page may know a key, and
 * where no token is needed, it runs on this machine. So are webhooks, whose URL and headers an account chose.
 *
 * `readToken` is accepted like the admin token.
 */
export function guardControl(parts: GuardParts, readToken?: string): RequestHandler {
  return async (req, res, next) => {
    const exchange = exchangeOf(res)
    const { operation, query } = exchange
    exchange.authority = await requireAccess(req, parts, {
      access: operation?.permission as Access | undefined,
      account: query.account as string | undefined,
      readToken,
    })
    next()
  }
}

/** The target of a control request. */
interface Wanted {
  /** The access that its operation requires; the operator's if undefined. */
  access: Access | undefined
  /** The account that it names. */
  account: string | undefined
  readToken?: string | undefined
  /** Whether it changes nothing, so that keys of a fixture may send it in a hosted demo, too. */
  isRead?: boolean
}

/** The authority of a control request. Rejects with an ApiError, as `guardControl` describes. */
export async function requireAccess(
  req: Request,
  parts: GuardParts,
  wanted: Wanted,
): Promise<Authority> {
  const { config, origins } = parts
  const { access } = wanted
  if (access !== 'anyone') {
    origins.requireControlAccess(req)
    requireNoWebhook(req)
  }
  if (access === 'anyone' || access === 'visitor') return OPERATOR
  const { authorization } = req.headers
  if (config.adminToken === undefined) {
    requireNoHosting(config)
    requireThisMachine(req.socket.remoteAddress)
    requireNoProxy(req)
  } else if (authorization === undefined) {
    throw new ApiError(
      'missing_credential',
      "The control plane needs Authorization: Bearer <admin token>, or an account's own full-access key for operations on that account.",
    )
  }

  const authority =
    authorization === undefined
      ? OPERATOR
      : await provenAuthority(req, authorization, parts, wanted)
  const { accountId } = authority
  if (accountId !== undefined && access !== 'account') {
    throw new ApiError(
      'permission_denied',
      `A key controls only its own account (${accountId}), and this operation affects the whole sandbox. ${
        config.adminToken === undefined
          ? 'On this machine, send it without an Authorization header.'
          : 'Use the admin token.'
      }`,
    )
  }
  // Before validation, whose messages reveal facts about the named account.
  if (accountId !== undefined) requireOwnAccount(accountId, wanted.account)
  return authority
}

/** The authority of the sent credential. Wrong credentials are charged to their address, as in the API. */
async function provenAuthority(
  req: Request,
  authorization: string,
  parts: GuardParts,
  wanted: Wanted,
): Promise<Authority> {
  const { config, quotas, clock } = parts
  const address = req.ip ?? ''
  const now = clock.now()
  try {
    const hash = hashToken(/^Bearer +(\S+) *$/i.exec(authorization)?.[1] ?? '')
    if (!(await quotas.throttle.allows(hash, address, now))) throw neither()
    const authority = [config.adminToken, wanted.readToken].some((token) => isToken(hash, token))
      ? OPERATOR
      : ownAuthority(req, await ownCaller(authorization, parts), parts, wanted)
    quotas.throttle.noteSuccess(hash, address)
    return authority
  } catch (error) {
    const isGuess = error instanceof ApiError && GUESSES.includes(error.failure)
    const quota = isGuess ? await chargedTo(address, now, quotas) : undefined
    throw quota && !quota.allowed ? overLimit(quota, now) : error
  }
}

/** The quota of an address after a guess; undefined while the database is away, which is no answer to a guess. */
async function chargedTo(address: string, now: number, quotas: Quotas): Promise<Quota | undefined> {
  try {
    return await quotas.chargeAddress(address, now)
  } catch (error) {
    if (error instanceof StoreError) return undefined
    throw error
  }
}

/** The failures for credentials that do not exist. */
const GUESSES: readonly Failure[] = ['missing_credential', 'invalid_credential', 'ended_session']

function isToken(hash: string, token: string | undefined): boolean {
  if (token === undefined) return false
  // Hashes have equal lengths, as the comparison requires.
  return timingSafeEqual(Buffer.from(hash), Buffer.from(hashToken(token)))
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
function ownAuthority(
  req: Request,
  { account, key, session }: Caller,
  parts: GuardParts,
  { isRead = false }: Wanted,
): Authority {
  requireAllowedAddress(req, key)
  if (!isPermitted(key.permissions, FULL_ACCESS)) {
    throw new ApiError(
      'permission_denied',
      `Only a key with all permissions (${FULL_ACCESS}) controls its account; this one has ${key.permissions.join(', ')}.`,
      { details: { required: FULL_ACCESS, granted: key.permissions } },
    )
  }
  if (!isRead && readsOnly({ account, key, session }, parts.config)) throw onlyReads(req, parts)
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

// A sandbox sends them from this machine, to an address and with headers of whoever created the webhook.
function requireNoWebhook({ headers }: Request): void {
  if (headers['webhook-id'] === undefined) return
  throw denied('Webhooks may not use the control plane, except for its receivers.')
}

// A proxy on this machine makes every visitor look like this machine.
function requireNoProxy({ headers }: Request): void {
  if (headers.forwarded !== undefined || headers['x-forwarded-for'] !== undefined) {
    throw denied('Behind a proxy the control plane needs a token. Set one with SVC_ADMIN_TOKEN.')
  }
}

function denied(message: string): ApiError {
  return new ApiError('permission_denied', message)
}
