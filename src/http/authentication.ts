import type { RequestHandler } from 'express'
import type { Account } from '../accounts/account.ts'
import type { Caller } from '../accounts/caller.ts'
import { hashToken } from '../accounts/token.ts'
import { ApiError } from '../errors.ts'
import type { Services } from '../services.ts'
import type { CredentialRef } from '../store/store.ts'
import { isoDay } from '../time/clock.ts'
import { exchangeOf, header } from './exchange.ts'

/**
 * Finds out whose token the request carries (§5). That there is none, or that it is not valid, is
 * noted and raised after the quota of the caller's address was charged.
 */
export function authenticate(services: Services): RequestHandler {
  return async (req, res, next) => {
    const exchange = exchangeOf(res)
    try {
      const caller = await findCaller(header(req, 'authorization'), services, req.ip ?? '')
      exchange.caller = caller
      exchange.now = services.clock.of(caller.account)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      exchange.callerProblem = error
    }
    next()
  }
}

/**
 * The caller that an Authorization header names; throws the ApiError that says why there is none. `address`: from
 * where it came; left out for who was let in before.
 */
export async function findCaller(
  authorization: string | undefined,
  services: Services,
  address?: string,
): Promise<Caller> {
  const { document, store, quotas, clock } = services
  const token = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1]
  if (token === undefined) throw missing(authorization)

  const isSession = token.startsWith(document.session.prefix)
  // Looked up first, so that the time of a refusal does not tell how much of a token was right.
  const hash = hashToken(token)
  const isHidden = address !== undefined && !quotas.guessing.isLookedAt(hash, address, clock.now())
  const found = isHidden ? undefined : await store.findCredential(hash)
  if (!isSession) requireUsableType(token, services)
  if (!found || isSession !== (found.sessionId !== undefined)) {
    if (isSession) throw new ApiError('ended_session', 'No session has this token. Log in again.')
    throw new ApiError(
      'invalid_credential',
      'No key of this sandbox has this token: it is misspelled or was deleted. Check it for typing errors, or create another.',
    )
  }
  const caller = callerOf(await store.read(found.accountId), found, services)
  if (address !== undefined) quotas.guessing.note(hash, address)
  return caller
}

function callerOf(account: Account, found: CredentialRef, { clock }: Services): Caller {
  const now = clock.of(account)
  const key = account.keys[found.keyId]
  if (!key || key.revoked_at !== null) {
    const when = key?.revoked_at ? ` on ${isoDay(key.revoked_at)}` : ''
    throw new ApiError(
      'invalid_credential',
      `This API token was deleted${when}. Create another and use that.`,
    )
  }
  if (key.expires_at !== null && key.expires_at <= now) {
    throw new ApiError(
      'invalid_credential',
      `This API token expired on ${isoDay(key.expires_at)}. Create another and use that.`,
    )
  }
  if (found.sessionId === undefined) return { account, key, session: undefined }

  const session = account.sessions[found.sessionId]
  if (!session || session.ended_at !== null) {
    throw new ApiError('ended_session', 'This session was ended by a logout. Log in again.')
  }
  if (session.expires_at <= now) {
    throw new ApiError(
      'ended_session',
      `This session expired on ${isoDay(session.expires_at)}. Log in again.`,
    )
  }
  return { account, key, session }
}

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

/** A sandbox takes test and restricted tokens; a live one belongs to production (§5.3). */
function requireUsableType(token: string, { document }: Services): void {
  const type = document.tokenTypeOf(token)
  if (type === undefined) {
    const prefixes = document.tokenPrefixes.join(', ')
    throw new ApiError(
      'invalid_credential',
      `This is no API token: they begin with one of ${prefixes}. Check that it was copied whole.`,
    )
  }
  if (type === 'live') {
    const [test] = document.prefixesByType.get('test') ?? []
    const hint = test === undefined ? '' : `; it begins with ${test}`
    throw new ApiError(
      'invalid_credential',
      `This is a live token, for production only. Here use a test token${hint}.`,
    )
  }
}
