import type { AccountHead } from '../accounts/account.ts'
import { DEMO_TOKEN, hashToken } from '../accounts/token.ts'
import { ApiError, ForcedError, invalidValue } from '../errors.ts'
import type { Authority } from '../pipeline/exchange.ts'
import { ifPresent, type Store } from '../store/store.ts'

/** The operator: whoever runs the sandbox. */
export const OPERATOR: Authority = { accountId: undefined, keyId: undefined }

/**
 * The account of a control request: the caller's own; for the operator the `named` one, or else the account of the
 * demo key, or the only account.
 */
export async function accountOf(
  authority: Authority,
  named: string | undefined,
  { store }: { store: Store },
): Promise<Readonly<AccountHead>> {
  if (authority.accountId !== undefined) {
    requireOwnAccount(authority.accountId, named)
    return store.readHead(authority.accountId)
  }

  if (named !== undefined) return accountNamed(named, { store })
  const demo = await store.findCredential(hashToken(DEMO_TOKEN))
  if (demo !== undefined) return store.readHead(demo.accountId)
  const { ids } = await store.page({ limit: 2 })
  const [only] = ids
  if (only !== undefined && ids.length === 1) return store.readHead(only)
  throw invalidValue('query', 'account', `must name an account. ${await listed(store)}`)
}

/** Refuses a key of the account `own` access to another account. */
export function requireOwnAccount(own: string, named: string | undefined): void {
  if (named === undefined || named === own) return
  throw new ApiError(
    'permission_denied',
    `This key gives access only to account ${own}, not to ${quoted(named)}.`,
  )
}

/** The account with this id. Rejects with a failure that lists existing ids. */
export async function accountNamed(
  id: string,
  { store }: { store: Store },
): Promise<Readonly<AccountHead>> {
  const head = await ifPresent(store.readHead(id))
  if (head) return head
  throw new ApiError(
    'unknown_resource',
    `There is no account ${quoted(id)}. ${await listed(store)}.`,
  )
}

/** The failure for an `id` that does not exist in the account; `wayOut` says where to find the right one. */
export function unknownIn(accountId: string, what: string, id: string, wayOut: string): ApiError {
  const message = `Account ${accountId} has no ${what} ${quoted(id)}. ${wayOut}`
  return new ApiError('unknown_resource', message)
}

/** Text from a caller, quoted and cut to fit into a message. */
export function quoted(text: string): string {
  return JSON.stringify(text.slice(0, 80))
}

async function listed(store: Store): Promise<string> {
  const { ids, next } = await store.page({ limit: 10 })
  if (ids.length === 0) return 'There are no accounts'
  return `There ${ids.length === 1 ? 'is' : 'are'} ${ids.join(', ')}${next === undefined ? '' : ', …'}`
}

/**
 * Throws an error of status 409 if the account's clock is being advanced: until then only a part of what is due has
 * happened.
 */
export function requireStandstill({
  id,
  clock,
}: Readonly<Pick<AccountHead, 'id' | 'clock'>>): void {
  if (clock.advancing === undefined) return
  throw new ForcedError(
    'invalid_request',
    409,
    `The clock of ${id} is being advanced. Wait until GET /_sandbox/clock shows no "advancing", or cancel it with DELETE /_sandbox/clock/advance.`,
    { headers: { 'Retry-After': '1' } },
  )
}
