import { current, freeze, type Patch } from 'immer'
import type { Account } from '../accounts/account.ts'
import { accountIdProblem, frozenCopy } from './account-shape.ts'
import { CredentialIndex } from './credential-index.ts'
import { GroupWriter } from './group-writer.ts'
import type { CredentialRef, Merge, Store } from './store.ts'
import { StoreError } from './store-error.ts'

/** Where an AccountStore makes states durable. Never called twice at a time for one account. */
export interface AccountStorage {
  /**
   * `changes` lead to the account from what was saved last; without them it may be another altogether.
   * When it rejects, the account remains what it was.
   */
  save(account: Account, changes: Patch[] | undefined): Promise<void>
  remove(accountId: string): Promise<void>
  /** Runs `write`, the saves of the first accounts; none of them is there again if it was cut off. */
  fill(write: () => Promise<void>): Promise<void>
  /** Called once, when no save or remove is under way any more. */
  close(): Promise<void>
}

/** A place for one account, so that adding and removing it are changes like any other. */
interface Slot {
  account: Account | undefined
}

/** A store that holds every account in memory and makes each change durable through a storage. */
export class AccountStore implements Store {
  readonly #storage: AccountStorage
  readonly #writers = new Map<string, GroupWriter<Slot>>()
  readonly #credentials = new CredentialIndex()
  #closing: Promise<void> | undefined

  /** `accounts` are those in the storage already. */
  constructor(storage: AccountStorage, accounts: readonly Account[] = []) {
    this.#storage = storage

    for (const account of accounts) {
      this.#refuseForeignCredentials(account)
      const slot = freeze<Slot>({ account: frozenCopy(account) })
      this.#credentials.move(undefined, slot.account)
      this.#writers.set(account.id, this.#writer(account.id, slot))
    }
  }

  async findCredential(hash: string): Promise<CredentialRef | undefined> {
    return this.#credentials.find(hash)
  }

  async read(accountId: string): Promise<Readonly<Account>> {
    const account = this.#writers.get(accountId)?.state.account
    if (!account) throw unknownAccount(accountId)

    return account
  }

  async update<T>(accountId: string, change: (account: Account) => T): Promise<T> {
    return this.#submit(accountId, (slot) => {
      if (!slot.account) throw unknownAccount(accountId)

      return change(slot.account)
    })
  }

  async accountIds(): Promise<string[]> {
    return [...this.#writers].filter(([, writer]) => writer.state.account).map(([id]) => id)
  }

  async add(account: Account): Promise<void> {
    const problem = accountIdProblem(account.id)
    if (problem) throw new StoreError(problem)

    const added = frozenCopy(account)
    return this.#submit(added.id, (slot) => {
      if (slot.account) throw new StoreError(`There is an account ${added.id} already.`)

      this.#refuseForeignCredentials(added)
      slot.account = added
    })
  }

  async fill(accounts: readonly Account[]): Promise<void> {
    return this.#storage.fill(async () => {
      await Promise.all(accounts.map((account) => this.add(account)))
    })
  }

  async replace(account: Account, merge?: Merge): Promise<void> {
    return this.#submit(account.id, (slot) => {
      if (!slot.account) throw unknownAccount(account.id)

      const merged = merge ? merge(account, current(slot.account)) : account
      const replacement = frozenCopy(merged)
      this.#refuseForeignCredentials(replacement)
      slot.account = replacement
    })
  }

  async remove(accountId: string): Promise<void> {
    return this.#submit(accountId, (slot) => {
      if (!slot.account) throw unknownAccount(accountId)

      slot.account = undefined
    })
  }

  close(): Promise<void> {
    this.#closing ??= this.#finish()
    return this.#closing
  }

  async #finish(): Promise<void> {
    await Promise.all([...this.#writers.values()].map((writer) => writer.idle()))
    await this.#storage.close()
  }

  async #submit<T>(accountId: string, change: (slot: Slot) => T): Promise<T> {
    if (this.#closing) throw new StoreError('The store is closed, so nothing can be changed in it.')

    const writer =
      this.#writers.get(accountId) ?? this.#writer(accountId, freeze({ account: undefined }))
    this.#writers.set(accountId, writer)

    try {
      return await writer.submit(change)
    } finally {
      // An account that was removed, or never came to be, leaves nothing behind.
      if (!writer.state.account && writer.isIdle && this.#writers.get(accountId) === writer) {
        this.#writers.delete(accountId)
      }
    }
  }

  #writer(accountId: string, slot: Slot): GroupWriter<Slot> {
    return new GroupWriter<Slot>(
      slot,
      ({ account }, patches) =>
        account
          ? this.#storage.save(account, changesWithin(patches))
          : this.#storage.remove(accountId),
      (after, before) => this.#credentials.move(before.account, after.account),
    )
  }

  // A token opens one account, or which one it opens would depend on the order of their arrival.
  #refuseForeignCredentials(account: Account): void {
    const taken = this.#credentials.conflict(account)
    if (!taken) return

    throw new StoreError(
      `Account ${account.id} has a credential that is already ${taken.keyId} of account ` +
        `${taken.accountId}. A token can belong to one account only: give it another token, ` +
        'or remove one of the two accounts.',
    )
  }
}

/** The patches of a slot as those of its account; undefined when another was put in its place. */
function changesWithin(patches: Patch[]): Patch[] | undefined {
  if (patches.some(({ path }) => path.length === 1)) return undefined
  return patches.map((patch) => ({ ...patch, path: patch.path.slice(1) }))
}

function unknownAccount(accountId: string): Error {
  return new Error(`There is no account ${accountId}.`)
}
