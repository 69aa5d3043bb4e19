import type { Account, AccountHead } from '../accounts/account.ts'
import type { Cause } from '../accounts/mark.ts'
import { isDeletion, noting, subjectOf } from '../accounts/noting.ts'
import type { Store } from '../store/store.ts'
import type { Moments } from './moments.ts'

interface Noted<T> {
  /** The account as it was read. */
  account: Readonly<AccountHead>
  /** Path parameters of the operation. */
  params: Readonly<Record<string, string>>
  cause: Cause
  /** Epoch milliseconds of the account's clock. */
  timeOf: (account: Readonly<AccountHead>) => number
  make: (account: Account) => T
}

/** Changes an account as an operation asks. Its history gets the change, and before a deletion the state is kept. */
export async function changeNoted<T>(
  { account, params, cause, timeOf, make }: Noted<T>,
  { store, moments }: { store: Store; moments: Pick<Moments, 'keepBeforeDeletion'> },
): Promise<T> {
  const subject = subjectOf(cause.operation, params)
  const whole = { ...cause }
  if (isDeletion(cause.operation)) {
    const moment = await moments.keepBeforeDeletion(account, subject)
    if (moment !== undefined) whole.moment = moment
  }
  return store.update(account.id, noting({ change: make, cause: whole, subject, timeOf }))
}
