import type { BodyOf } from '../../../../control-client/operations.ts'
import type { Control } from '../../client/session.ts'

/** The terms of a key for the one that replaces it. A key that expires is replaced by one that is valid for as long. */
export function replacementOf(key: Control['Key']): BodyOf<'createKey'> {
  const { name, type, permissions, rate_limit, allowed_ips, created_at, expires_at } = key
  return {
    name,
    type,
    permissions,
    ...(rate_limit !== null && { rate_limit }),
    ...(allowed_ips.length > 0 && { allowed_ips }),
    ...(expires_at !== null && {
      expires_in: `${Math.ceil((Date.parse(expires_at) - Date.parse(created_at)) / 1000)}s`,
    }),
  }
}
