import type { Account } from '../accounts/account.ts'
import type { CredentialRef } from './store.ts'

/** The part of an account in which credentials are. */
type Credentials = Pick<Account, 'id' | 'keys' | 'sessions'>

/** Finds keys and sessions by the hash of their token, over all accounts. */
export class CredentialIndex {
  readonly #refs = new Map<string, CredentialRef>()

  find(hash: string): CredentialRef | undefined {
    return this.#refs.get(hash)
  }

  /** A credential of the account that another account has already. */
  conflict(account: Credentials): CredentialRef | undefined {
    return entries(account)
      .map(([hash]) => this.#refs.get(hash))
      .find((ref) => ref !== undefined && ref.accountId !== account.id)
  }

  /** Takes an account from one state to the next; undefined where it is absent. */
  move(before: Credentials | undefined, after: Credentials | undefined): void {
    // States share what did not change, so most changes end here.
    if (before?.keys === after?.keys && before?.sessions === after?.sessions) return

    for (const [hash] of before ? entries(before) : []) this.#refs.delete(hash)
    for (const [hash, ref] of after ? entries(after) : []) this.#refs.set(hash, ref)
  }
}

function entries({ id, keys, sessions }: Credentials): [string, CredentialRef][] {
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
