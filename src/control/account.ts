import type { Account } from '../accounts/account.ts'
import { DEMO_TOKEN, hashToken } from '../accounts/token.ts'
import { ApiError } from '../errors.ts'
import { invalidInput } from '../invalid-input.ts'
import type { Services } from '../services.ts'
import type { Authority } from './guard.ts'

/**
 * The account that a control request is about: the caller's own, or for the operator the one that `named`
 * says; else that of the demo key, or the only one that there is.
 */
export async function accountOf(
  authority: Authority,
  named: string | undefined,
  { store }: Pick<Services, 'store'>,
): Promise<Readonly<Account>> {
  if (authority.accountId !== undefined) {
    requireOwnAccount(authority.accountId, named)
    return store.read(authority.accountId)
  }

  if (named !== undefined) return accountNamed(named, { store })
  const ids = await store.accountIds()
  const demo = await store.findCredential(hashToken(DEMO_TOKEN))
  const only = ids.length === 1 ? ids[0] : undefined
  const meant = demo?.accountId ?? only
  if (meant !== undefined) return store.read(meant)
  throw invalidInput([
    { in: 'query', path: 'account', message: `must name an account. ${listed(ids)}` },
  ])
}

/** Refuses a key of the account `own` what is about another one. */
export function requireOwnAccount(own: string, named: string | undefined): void {
  if (named === undefined || named === own) return
  throw new ApiError(
    'permission_denied',
    `This key opens the account ${own} only, not ${JSON.stringify(named.slice(0, 80))}.`,
  )
}

/** The account of that id. Rejects with the failure that lists those that there are. */
export async function accountNamed(
  id: string,
  { store }: Pick<Services, 'store'>,
): Promise<Readonly<Account>> {
  const ids = await store.accountIds()
  if (ids.includes(id)) return store.read(id)
  throw new ApiError(
    'unknown_resource',
    `There is no account ${JSON.stringify(id.slice(0, 80))}. ${listed(ids)}`,
  )
}

function listed(ids: string[]): string {
  if (ids.length === 0) return 'There is none.'
  const shown = ids.slice(0, 10).join(', ')
  return `There ${ids.length === 1 ? 'is' : 'are'} ${shown}${ids.length > 10 ? ', …' : ''}.`
}
