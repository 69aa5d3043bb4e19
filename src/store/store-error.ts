import { type Account, isTooLarge, MOST_CAMPAIGNS } from '../accounts/account.ts'
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

/** An account has too many campaigns. */
export class TooManyCampaignsError extends ApiError {
  override name = 'TooManyCampaignsError'

  /** `what` has them: the beginning of a sentence. */
  constructor(what: string, campaigns: number, wayOut: string) {
    const [count, most] = [campaigns, MOST_CAMPAIGNS].map((each) => each.toLocaleString('en'))
    super(
      'invalid_input',
      `${what} has ${count} campaigns. An account can have ${most}, ${wayOut}`,
      { details: { limit: MOST_CAMPAIGNS, campaigns } },
    )
  }
}

/** The error for a change of an account of an earlier release that has too many campaigns. */
export function readOnly(id: string, campaigns: number): TooManyCampaignsError {
  return new TooManyCampaignsError(
    `Account ${id}`,
    campaigns,
    'so this one can be read but not changed. Stop the sandbox, write the account to a file with ' +
      'svc-sandbox export, and split it into several accounts.',
  )
}

/** Throws for a state that has too many campaigns to be stored. */
export function requireStorable(account: Pick<Account, 'id' | 'campaigns'>): void {
  const { id, campaigns } = account
  if (!isTooLarge(account)) return
  throw new TooManyCampaignsError(
    `Account ${id}`,
    campaigns.size,
    'so split this one into several accounts.',
  )
}
