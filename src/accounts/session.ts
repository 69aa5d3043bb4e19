/** A person who can log in to the account (POST /auth/login). */
export interface User {
  /** `usr_…` */
  id: string
  name: string
  email: string
  /** scrypt hash of the password as `salt:hash`, both hexadecimal. */
  password: string
  role: string
}

/** A session of POST /auth/login. It has the permissions and the quota of the key it was opened with. */
export interface Session {
  /** `ses_…` */
  id: string
  /** SHA-256 of the session token, hexadecimal. */
  hash: string
  user_id: string
  key_id: string
  /** Epoch milliseconds. */
  created_at: number
  expires_at: number
  ended_at: number | null
}

/** Sessions that are stored for a key, including ended ones, whose tokens are not reported as unknown. */
export const MAX_SESSIONS = 200

/** Whether the session is valid at `now` (epoch ms). */
export function isLive({ ended_at, expires_at }: Session, now: number): boolean {
  return ended_at === null && expires_at > now
}

/**
 * Removes the sessions of a key beyond MAX_SESSIONS, the oldest first, and live ones last. `sessions` are in
 * the order in which they were opened. Other keys keep theirs, so no user is logged out by another one.
 */
export function forgetSurplusSessions(
  sessions: Record<string, Session>,
  keyId: string,
  now: number,
): void {
  const own = Object.values(sessions).filter(({ key_id }) => key_id === keyId)
  const over = own.filter((session) => !isLive(session, now))
  const live = own.filter((session) => isLive(session, now))
  const surplus = Math.max(0, own.length - MAX_SESSIONS)
  for (const { id } of [...over, ...live].slice(0, surplus)) delete sessions[id]
}
