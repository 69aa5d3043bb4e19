import type { Key } from './key.ts'
import { isPermitted } from './permission.ts'

/** The permission that means all of them (§2). */
export const FULL_ACCESS = '*'

const DAY_MS = 86_400_000
/** How old a key may become before it should be replaced (§5.6). */
const ROTATION_MS = 90 * DAY_MS

export type KeyStatus = 'active' | 'expired' | 'deleted'

/** Whether a key opens anything at `now` (epoch ms of the account's clock), its type aside. */
export function statusOf({ revoked_at, expires_at }: Key, now: number): KeyStatus {
  if (revoked_at !== null) return 'deleted'
  return expires_at !== null && expires_at <= now ? 'expired' : 'active'
}

/** Whether a key that is in use should be replaced (§5.6). */
export function isRotationDue(key: Key, now: number): boolean {
  return statusOf(key, now) === 'active' && now - key.created_at >= ROTATION_MS
}

/** Whether a key can steer its account by the control plane; a sandbox takes no live ones (§5.3). */
export function canSteer(key: Key, now: number): boolean {
  return (
    key.type !== 'live' &&
    statusOf(key, now) === 'active' &&
    isPermitted(key.permissions, FULL_ACCESS)
  )
}
