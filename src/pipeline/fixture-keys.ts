import type { Request, RequestHandler } from 'express'
import type { Caller } from '../accounts/account.ts'
import type { Config } from '../config.ts'
import { ApiError } from '../errors.ts'
import { exchangeOf, serverUrl } from './exchange.ts'

/**
 * Whether a key only reads. In a hosted demo, all visitors may know the keys of a fixture: one of them could break the
 * demo for all others. Accounts that somebody made since the start, and keys that the operator made, are not shared.
 */
export function readsOnly(
  { account: { origin }, key }: Caller,
  { openSignup }: Pick<Config, 'openSignup'>,
): boolean {
  return openSignup && origin === null && key.made_by !== 'operator'
}

/** The failure for a caller whose key only reads. */
export function onlyReads(req: Request, parts: { config: Config }): ApiError {
  const root = serverUrl(req, parts)
  const signUp = `${root}/_sandbox/signup`
  return new ApiError(
    'permission_denied',
    `This fixture key is read-only, because all visitors of this demo share it. Create your own account at ${root}/ ` +
      `or with POST ${signUp} and the JSON body {}, and use its key.`,
    { details: { sign_up: signUp } },
  )
}

/** Refuses changes with a key that only reads. */
export function requireOwnKey(parts: { config: Config }): RequestHandler {
  return (req, res, next) => {
    const { operation, caller } = exchangeOf(res)
    if (operation?.method !== 'GET' && readsOnly(caller as Caller, parts.config)) {
      throw onlyReads(req, parts)
    }
    next()
  }
}
