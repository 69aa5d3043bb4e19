import type { Request, RequestHandler } from 'express'
import type { Caller } from '../accounts/account.ts'
import { isAllowedAddress } from '../accounts/address.ts'
import { isPermitted, type Key } from '../accounts/key.ts'
import { ApiError } from '../errors.ts'
import type { ApiDocument } from '../openapi/api-document.ts'
import { type Exchange, exchangeOf } from './exchange.ts'

/** Throws the noted problem of a request, if any: no operation serves the request, or its caller is unknown. */
export function refuseProblems({
  document,
}: {
  document: Pick<ApiDocument, 'firstCheck'>
}): RequestHandler {
  const isKeyFirst = document.firstCheck === 'credential'
  return (_req, res, next) => {
    const { routeProblem, callerProblem } = exchangeOf(res)
    const problem = isKeyFirst ? (callerProblem ?? routeProblem) : (routeProblem ?? callerProblem)
    if (problem) throw problem
    next()
  }
}

/** Refuses a key without the permission that the document requires for the operation. */
export const requirePermission: RequestHandler = (_req, res, next) => {
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

/** Refuses a key that is restricted to other addresses (§5.4). */
export const requireAddress: RequestHandler = (req, res, next) => {
  requireAllowedAddress(req, (exchangeOf(res).caller as Caller).key)
  next()
}

export function requireAllowedAddress(req: Request, { allowed_ips }: Key): void {
  if (allowed_ips.length === 0 || isAllowedAddress(req.ip ?? '', allowed_ips)) return
  throw new ApiError(
    'address_denied',
    `This key may not be used from ${req.ip}. Call from one of its allowed addresses: ${allowed_ips.join(', ')}.`,
    { details: { address: req.ip, allowed_ips } },
  )
}
