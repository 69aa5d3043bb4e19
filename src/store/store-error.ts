import { type Account, MOST_CAMPAIGNS } from '../accounts/account.ts'
import { ApiError } from '../errors.ts'

/**
 * A failure of the store. The message names the file or folder, the problem and the solution; an error of
 * the system is its `cause`.
 */
export class StoreError extends Error {
  override readonly name: string = 'StoreError'
  /** The problem for callers of the API, who need not know files: the beginning of a sentence. */
  readonly told: string = 'The sandbox could not write or read its data folder'
  /** Whether a change was made; `unknown` if nobody can tell. */
  readonly outcome: 'undone' | 'unknown' = 'undone'
  /** Whether it is part of an outage that was logged when it began. */
  readonly isKnown: boolean = false
}

/** There is no account with this id, or it was removed. */
export class UnknownAccountError extends Error {
  override readonly name = 'UnknownAccountError'

  constructor(accountId: string) {
    super(`There is no account ${accountId}.`)
  }
}

/** Throws an ApiError for a state that has too many campaigns to be stored. */
export function requireStorable({ id, campaigns }: Pick<Account, 'id' | 'campaigns'>): void {
  if (campaigns.size <= MOST_CAMPAIGNS) return
  const [count, most] = [campaigns.size, MOST_CAMPAIGNS].map((each) => each.toLocaleString('en'))
  throw new ApiError(
    'invalid_input',
    `Account ${id} has ${count} campaigns. An account can have ${most}, so split this one into several accounts.`,
    { details: { limit: MOST_CAMPAIGNS, campaigns: campaigns.size } },
  )
}
