import type { Request, RequestHandler } from 'express'
import { isAllowedAddress } from '../accounts/address.ts'
import type { Caller } from '../accounts/caller.ts'
import type { Key } from '../accounts/key.ts'
import { isPermitted } from '../accounts/permission.ts'
import { ApiError } from '../errors.ts'
import { type Exchange, exchangeOf } from './exchange.ts'

/** Raises what was noted on the way: that no operation serves the request, or that nobody known sent it. */
export function admit(): RequestHandler {
  return (_req, res, next) => {
    const { routeProblem, callerProblem } = exchangeOf(res)
    if (routeProblem) throw routeProblem
    if (callerProblem) throw callerProblem
    next()
  }
}

/** Refuses a key that lacks the permission which the document gives the operation as its role. */
export function requirePermission(): RequestHandler {
  return (_req, res, next) => {
    const { operation, caller } = exchangeOf(res) as Exchange & { caller: Caller }
    const required = operation?.permission
    if (required !== undefined && !isPermitted(caller.key.permissions, required)) {
      throw new ApiError(
        'permission_denied',
        `This key lacks the permission ${required}. Use a key that has it, or * for all.`,
        { details: { required, granted: caller.key.permissions } },
      )
    }
    next()
  }
}

/** Refuses a key that is restricted to other addresses (§5.4). */
export function requireAddress(): RequestHandler {
  return (req, res, next) => {
    requireAllowedAddress(req, (exchangeOf(res).caller as Caller).key)
    next()
  }
}

export function requireAllowedAddress(req: Request, { allowed_ips }: Key): void {
  // Most keys allow every address; finding out the caller's takes a while.
  if (allowed_ips.length === 0 || isAllowedAddress(req.ip ?? '', allowed_ips)) return
  throw new ApiError(
    'address_denied',
    `This key may not be used from ${req.ip}. Call from one of its allowed addresses: ${allowed_ips.join(', ')}.`,
    { details: { address: req.ip, allowed_ips } },
  )
}
