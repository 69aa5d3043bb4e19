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
