import type { Account } from '../accounts/account.ts'
import type { CredentialRef } from './store.ts'

/** The part of an account with credentials. */
export type Credentials = Pick<Account, 'id' | 'keys' | 'sessions'>

/** The credentials of an account, by the hash of their token. */
export function credentialsOf({ id, keys, sessions }: Credentials): [string, CredentialRef][] {
  return [
    ...Object.values(keys).map((key): [string, CredentialRef] => [
      key.hash,
      Object.freeze({ accountId: id, keyId: key.id }),
    ]),
    ...Object.values(sessions).map((session): [string, CredentialRef] => [
      session.hash,
      Object.freeze({ accountId: id, keyId: session.key_id, sessionId: session.id }),
    ]),
  ]
}

/** The message for an account with a credential of another account. */
export function foreignCredentialMessage(accountId: string, taken: CredentialRef): string {
  return (
    `Account ${accountId} has a credential that is already ${taken.keyId} of account ` +
    `${taken.accountId}. A token can belong to one account only: give it another token, ` +
    'or remove one of the two accounts.'
  )
}

/** Finds keys and sessions by the hash of their token, over all accounts. */
export class CredentialIndex {
  readonly #refs = new Map<string, CredentialRef>()

  find(hash: string): CredentialRef | undefined {
    return this.#refs.get(hash)
  }

  /** A credential of the account that already belongs to another account. */
  conflict(account: Credentials): CredentialRef | undefined {
    return credentialsOf(account)
      .map(([hash]) => this.#refs.get(hash))
      .find((ref) => ref !== undefined && ref.accountId !== account.id)
  }

  /** Replaces the credentials of one state by those of the next; undefined for no account. */
  move(before: Credentials | undefined, after: Credentials | undefined): void {
    // States share unchanged parts.
    if (before?.keys === after?.keys && before?.sessions === after?.sessions) return

    for (const [hash] of before ? credentialsOf(before) : []) this.#refs.delete(hash)
    for (const [hash, ref] of after ? credentialsOf(after) : []) this.#refs.set(hash, ref)
  }
}
