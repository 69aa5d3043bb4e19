/** Somebody who can log in to the account (POST /auth/login). */
export interface User {
  /** `usr_…` */
  id: string
  name: string
  email: string
  /** scrypt hash of the password as `salt:hash`, both hexadecimal. */
  password: string
  role: string
}

/** What POST /auth/login opened. It acts with the rights and the quota of the key it was opened with. */
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

/** Sessions of a key that are remembered; ended ones too, so that their tokens are told apart from unknown ones. */
export const MAX_SESSIONS = 200

/** Whether the session opens anything at `now` (epoch ms). */
export function isLive({ ended_at, expires_at }: Session, now: number): boolean {
  return ended_at === null && expires_at > now
}

/**
 * Forgets what a key has beyond MAX_SESSIONS, the oldest first, but none that is live as long as there
 * are others. `sessions` are in the order in which they were opened. Other keys keep theirs: nobody is
 * logged out by what somebody else does.
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
