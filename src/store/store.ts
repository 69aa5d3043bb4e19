import type { Account } from '../accounts/account.ts'

/** Whose credential a hash is: a key's own, or that of a session opened with the key. */
export interface CredentialRef {
  accountId: string
  keyId: string
  sessionId?: string
}

/** What is to be put in place of `present`, made of it and what was asked for. */
export type Merge = (replacement: Account, present: Readonly<Account>) => Account

/**
 * Where accounts are kept. Everything is a promise, though the embedded stores could answer at
 * once, because a store on a database can't.
 *
 * What is read is deeply frozen, and only ever what is durable: a change that is under way, or
 * was undone because it could not be written, is never seen.
 */
export interface Store {
  /**
   * Finds a key or a session by the SHA-256 of its token. Revoked, ended and expired ones are
   * found as well: whether they still open anything is for the caller to judge.
   */
  findCredential(hash: string): Promise<CredentialRef | undefined>

  /** The last durable state of an account. Rejects with a plain Error when there is none. */
  read(accountId: string): Promise<Readonly<Account>>

  /**
   * Lets `change` mutate the account and resolves with what it returns once the change is durable.
   * Updates of one account run one at a time, in the order of the calls.
   *
   * `change` must not be async. It may run again, from the same state, when a change written
   * together with it throws halfway: so it looks at the account, changes it, and builds in its
   * body whatever it inserts, but has no other effect. The result is a frozen copy: later changes
   * don't show in it.
   *
   * Rejects with the very error that `change` throws, and nothing of that change remains; with a
   * StoreError when the change could not be written (it is undone) or the store is closed.
   */
  update<T>(accountId: string, change: (account: Account) => T): Promise<T>

  /** In the order in which they were added; the file store forgets that order when it restarts. */
  accountIds(): Promise<string[]>

  /** Rejects with a StoreError when the id is taken or one of the keys is another account's. */
  add(account: Account): Promise<void>

  /**
   * Adds the first accounts of an empty store, all or none: a process that ends halfway leaves an
   * empty store to the next one. Rejects as `add`.
   */
  fill(accounts: readonly Account[]): Promise<void>

  /**
   * Puts another state in place of an account's, in turn with its updates. `merge` may take over what it
   * wants of the state that is there then; like a change of `update`, it has no other effect and may run
   * again. Rejects as `add`.
   */
  replace(account: Account, merge?: Merge): Promise<void>

  /** Removes an account and all that it owns, in turn with its updates. */
  remove(accountId: string): Promise<void>

  /** Waits for what is being written. Updates made afterwards are refused with a StoreError. */
  close(): Promise<void>
}
