import { nodeAt, statedDocument } from './documents.ts'
import type { Exchange } from './exchange.ts'
import { dataOf, errorCode, isObject, type Json, succeeded } from './reading.ts'

const FAMILY = nodeAt(
  statedDocument,
  '#/components/schemas/ErrorCode/x-authentication-family',
) as string[]

/** Whether a failure has a code of the authentication family; which of them is not shown (§7). */
export function isAuthenticationError(exchange: Exchange): boolean {
  return FAMILY.includes(errorCode(exchange) ?? '')
}

/** What a success of GET /auth/verify shows of a key. */
export interface Verification {
  key_id?: unknown
  account_id?: unknown
  permissions?: unknown[]
  rate_limit?: Json
}

/** Undefined where the exchange is no success of GET /auth/verify. */
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
