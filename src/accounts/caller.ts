import type { Account } from './account.ts'
import type { Key } from './key.ts'
import type { Session } from './session.ts'

/** Whose token a request carries. */
export interface Caller {
  account: Account
  key: Key
  session: Session | undefined
}
