import type { Exchange } from '../http/exchange.ts'
import { dataOf, errorCode, isObject, type Json, succeeded } from '../http/reading.ts'
import { nodeAt, statedDocument } from '../specification/documents.ts'

const FAMILY = nodeAt(
  statedDocument,
  '#/components/schemas/ErrorCode/x-authentication-family',
) as string[]

/** Whether a failure has a code of the authentication family; §7 does not show which. */
export function isAuthenticationError(exchange: Exchange): boolean {
  return FAMILY.includes(errorCode(exchange) ?? '')
}

export interface Verification {
  key_id?: unknown
  account_id?: unknown
  permissions?: unknown[]
  rate_limit?: Json
}

/** The key as a success of GET /auth/verify shows it; undefined for other exchanges. */
export function verification(exchange: Exchange): Verification | undefined {
  if (exchange.operation !== 'verifyToken' || !succeeded(exchange)) return undefined
  const data = dataOf(exchange)
  if (!isObject(data)) return {}
  const { key_id, account_id, permissions, rate_limit } = data
  return {
    ...(key_id !== undefined && { key_id }),
    ...(account_id !== undefined && { account_id }),
    ...(Array.isArray(permissions) && { permissions }),
    ...(isObject(rate_limit) && { rate_limit }),
  }
}

/** The permissions that GET /auth/verify shows of a key; undefined if it shows none. */
export function heldBy(exchange: Exchange): string[] | undefined {
  return verification(exchange)?.permissions?.filter((each) => typeof each === 'string')
}

/**
 * Whether all permissions are of the resources, and of an action that is plainly about these alone. The names of permissions
 * are not shown (§5): `intelligence:read` may allow rankings, and `campaigns:*` reports of campaigns.
 */
export function lacks(held: string[], ...resources: string[]): boolean {
  const own = new RegExp(`^(${resources.join('|')}):(read|write|create|update|delete)$`)
  return held.every((permission) => own.test(permission))
}
