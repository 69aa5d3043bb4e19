import type { RequestHandler, Response } from 'express'
import type { Caller } from '../accounts/account.ts'
import { hashToken } from '../accounts/token.ts'
import { ApiError } from '../errors.ts'
import type { ApiDocument } from '../openapi/api-document.ts'
import type { Quotas } from '../runtime/quotas.ts'
import type { Owner, Store } from '../store/store.ts'
import { type Clock, isoDay, isoTime } from '../time/clock.ts'
import { exchangeOf, header } from './exchange.ts'

export interface Credentials {
  document: ApiDocument
  store: Store
  quotas: Quotas
  clock: Clock
}

/**
 * Identifies the caller by the token of the request (§5). A missing or invalid token is noted and raised after the
 * quota of the caller's address was charged.
 */
export function authenticate(credentials: Credentials): RequestHandler {
  return async (req, res, next) => {
    const exchange = exchangeOf(res)
    try {
      const caller =
        exchange.standIn ??
        (await findCaller(header(req, 'authorization'), credentials, req.ip ?? ''))
      exchange.caller = caller
      exchange.now = credentials.clock.of(caller.account)
      showSimulatedClock(exchange.now, credentials.clock, res)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      exchange.callerProblem = error
      exchange.caller = undefined
    }
    next()
  }
}

const A_MOMENT_MS = 1000

/** Shows clients that `meta.timestamp` is not the machine's time, which is in the header Date. */
export function showSimulatedClock(now: number, clock: Clock, res: Response): void {
  if (Math.abs(now - clock.wallTime()) >= A_MOMENT_MS)
    res.setHeader('X-Sandbox-Clock', isoTime(now))
}

/**
 * The caller that an Authorization header names; throws an ApiError with the reason if there is none. Without
 * `address`, the caller's IP address, the number of attempts is not limited.
 */
export async function findCaller(
  authorization: string | undefined,
  { document, store, quotas, clock }: Credentials,
  address?: string,
): Promise<Caller> {
  const token = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1]
  if (token === undefined) throw missing(authorization)

  const isSession = token.startsWith(document.session.prefix)
  // Looked up first, so that the time of a refusal does not reveal how much of a token was right.
  const hash = hashToken(token)
  const isAllowed =
    address === undefined || (await quotas.throttle.allows(hash, address, clock.now()))
  const owner = isAllowed ? await store.findOwner(hash) : undefined
  if (!isSession) requireUsableType(token, document)
  if (!owner || isSession !== (owner.credential.sessionId !== undefined)) {
    throw unknownToken(isSession)
  }
  const caller = callerOf(owner, clock)
  if (address !== undefined) quotas.throttle.noteSuccess(hash, address)
  return caller
}

function callerOf({ head: account, credential: found }: Owner, clock: Clock): Caller {
  const now = clock.of(account)
  const key = account.keys[found.keyId]
  if (!key || key.revoked_at !== null) {
    const when = key?.revoked_at ? ` on ${isoDay(key.revoked_at)}` : ''
    throw invalid(`This API token was deleted${when}. Create another and use that.`)
  }
  if (key.expires_at !== null && key.expires_at <= now) {
    throw invalid(
      `This API token expired on ${isoDay(key.expires_at)}. Create another and use that.`,
    )
  }
  if (found.sessionId === undefined) return { account, key, session: undefined }

  const session = account.sessions[found.sessionId]
  if (!session || session.ended_at !== null) {
    throw ended('This session was ended by a logout. Log in again.')
  }
  if (session.expires_at <= now) {
    throw ended(`This session expired on ${isoDay(session.expires_at)}. Log in again.`)
  }
  return { account, key, session }
}

/** The failure for an unknown token: of a session, or of a key. */
export function unknownToken(isSession: boolean): ApiError {
  if (isSession) return ended('No session has this token. Log in again.')
  return invalid(
    'No key of this sandbox has this token: it is misspelled or was deleted. Check it for typing errors, or create another.',
  )
}

const invalid = (message: string) => new ApiError('invalid_credential', message)
const ended = (message: string) => new ApiError('ended_session', message)

function missing(authorization: string | undefined): ApiError {
  const found =
    authorization === undefined
      ? 'There is no Authorization header.'
      : 'The Authorization header does not have the form Bearer <API token>.'
  return new ApiError(
    'missing_credential',
    `${found} Send Authorization: Bearer <API token>, for example Authorization: Bearer svc_test_demo.`,
    { headers: { 'WWW-Authenticate': 'Bearer' } },
  )
}

/** A sandbox accepts test and restricted tokens; a live one belongs to production (§5.3). */
function requireUsableType(token: string, document: ApiDocument): void {
  const type = document.tokenTypeOf(token)
  if (type === undefined) {
    const prefixes = document.tokenPrefixes.join(', ')
    throw invalid(
      `This is not an API token: these begin with one of ${prefixes}. Check that you copied all of it.`,
    )
  }
  if (type === 'live') {
    const [test] = document.prefixesByType.get('test') ?? []
    const hint = test === undefined ? '' : `; it begins with ${test}`
    throw invalid(`This is a live token, for production only. Here use a test token${hint}.`)
  }
}
