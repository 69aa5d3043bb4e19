import { DAY_MS } from '../time/duration.ts'
import { hashToken, tokenPrefix } from './token.ts'

/** An API token as it is stored. The token itself is shown once; later only its hash is known. */
export interface Key {
  /** `key_…`, the `key_id` of GET /auth/verify (§4). */
  id: string
  name: string
  /** Its kind of §5.3, one of `x-token-types` in the document: `live`, `test` or `restricted`. */
  type: string
  /** First 8 characters of the token (§2). */
  prefix: string
  /** SHA-256 of the token, hexadecimal. */
  hash: string
  /** `<resource>:<action>`, `<resource>:*`, or `*` for all (§2). */
  permissions: string[]
  /** Requests an hour; null means that the plan's limit applies (§8). */
  rate_limit: number | null
  /** Addresses or CIDR blocks from which the key may be used; empty means from anywhere. */
  allowed_ips: string[]
  /** Epoch milliseconds. */
  created_at: number
  expires_at: number | null
  revoked_at: number | null
  /** Present if the operator made it while the sandbox was running. */
  made_by?: 'operator'
}

type KeyLimits = Pick<Key, 'rate_limit' | 'allowed_ips' | 'expires_at' | 'revoked_at'>

/** The key of a token. Limits that are missing in `terms` do not apply. */
export function keyFor(
  token: string,
  terms: Omit<Key, 'prefix' | 'hash' | keyof KeyLimits> & Partial<KeyLimits>,
): Key {
  const unlimited = { rate_limit: null, allowed_ips: [], expires_at: null, revoked_at: null }
  return { ...unlimited, ...terms, prefix: tokenPrefix(token), hash: hashToken(token) }
}

/** The permission for everything (§2). */
export const FULL_ACCESS = '*'

/** The age at which a key should be replaced (§5.6). */
const ROTATION_MS = 90 * DAY_MS

type KeyStatus = 'active' | 'expired' | 'deleted'

/** The status of a key at `now` (epoch ms of the account's clock), regardless of its type. */
export function statusOf({ revoked_at, expires_at }: Key, now: number): KeyStatus {
  if (revoked_at !== null) return 'deleted'
  return expires_at !== null && expires_at <= now ? 'expired' : 'active'
}

/** Whether an active key should be replaced (§5.6). */
export function isRotationDue(key: Key, now: number): boolean {
  return statusOf(key, now) === 'active' && now - key.created_at >= ROTATION_MS
}

/** Whether a key can control its account by the control plane; a sandbox accepts no live keys (§5.3). */
export function canControl(key: Key, now: number): boolean {
  return (
    key.type !== 'live' &&
    statusOf(key, now) === 'active' &&
    isPermitted(key.permissions, FULL_ACCESS)
  )
}

/**
 * Whether the permissions `granted` include `required` (`<resource>:<action>`, §5.4): by name, by
 * `<resource>:*`, or by `*` for everything.
 */
export function isPermitted(granted: readonly string[], required: string): boolean {
  const resource = required.split(':', 1)[0]
  return granted.some(
    (permission) => permission === '*' || permission === required || permission === `${resource}:*`,
  )
}
