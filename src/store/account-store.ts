import { current, freeze, type Patch } from 'immer'
import { type Account, type AccountHead, isTooLarge } from '../accounts/account.ts'
import type { Campaign } from '../accounts/campaign.ts'
import { type CampaignQuery, campaignPage } from '../accounts/campaign-list.ts'
import { type Credentials, credentialsOf, foreignCredentialMessage } from './credentials.ts'
import { accountIdProblem, frozenCopy } from './file/account-shape.ts'
import { GroupWriter } from './group-writer.ts'
import { applyScoped, type ScopedChange, type Slot } from './scoped-changes.ts'
import type {
  CampaignState,
  CredentialRef,
  Merge,
  Owner,
  PageRange,
  Store,
  UpdateScope,
} from './store.ts'
import { readOnly, requireStorable, StoreError, UnknownAccountError } from './store-error.ts'
import type { TouchedAccounts } from './touched-accounts.ts'

/** Makes the states of an AccountStore durable. There is never more than one call at a time for an account. */
export interface AccountStorage {
  /**
   * `changes` lead from the state that was saved last to this one; without them, the whole account may differ.
   * If it rejects, the stored account has not changed.
   */
  save(account: Account, changes: Patch[] | undefined): Promise<void>
  remove(accountId: string): Promise<void>
  /** Runs `write`, which saves the first accounts. If the process ends halfway, none of them is loaded again. */
  fill(write: () => Promise<void>): Promise<void>
  /** Called once, when all saves and removes are finished. */
  close(): Promise<void>
}

interface Entry {
  writer: GroupWriter<Slot, ScopedChange>
  /** The position in the order in which accounts were added. */
  place: number
}

/** A store that holds all accounts in memory and makes changes durable through a storage. */
export class AccountStore implements Store {
  readonly #storage: AccountStorage
  /** Includes accounts that are being added, in the order of the calls. */
  readonly #entries = new Map<string, Entry>()
  #lastPlace = 0
  readonly #credentials = new CredentialIndex()
  #closing: Promise<void> | undefined

  readonly #touched: TouchedAccounts | undefined

  /** `accounts` are already in the storage. `touched` takes the ids of those that change. */
  constructor(
    storage: AccountStorage,
    accounts: readonly Account[] = [],
    touched?: TouchedAccounts | undefined,
  ) {
    this.#storage = storage
    this.#touched = touched

    for (const account of accounts) {
      this.#refuseForeignCredentials(account)
      const slot = freeze<Slot>({ account: frozenCopy(account) })
      this.#credentials.move(undefined, slot.account)
      this.#enter(account.id, slot)
    }
  }

  async findCredential(hash: string): Promise<CredentialRef | undefined> {
    return this.#credentials.find(hash)
  }

  async findOwner(hash: string): Promise<Owner | undefined> {
    const credential = this.#credentials.find(hash)
    return credential && { credential, head: this.#account(credential.accountId) }
  }

  async read(accountId: string): Promise<Readonly<Account>> {
    return this.#account(accountId)
  }

  readHead(accountId: string): Promise<Readonly<AccountHead>> {
    return this.read(accountId)
  }

  async readCampaigns(accountId: string, query: CampaignQuery) {
    const account = this.#account(accountId)
    const { items, total } = await campaignPage(account, query)
    return { items: items.map((campaign) => stateOf(account, campaign)), total }
  }

  async readCampaign(accountId: string, campaignId: string): Promise<CampaignState | undefined> {
    const account = this.#account(accountId)
    const campaign = account.campaigns.get(campaignId)
    return campaign && stateOf(account, campaign)
  }

  async campaignCount(accountId: string): Promise<number> {
    return this.#account(accountId).campaigns.size
  }

  async update<T>(
    accountId: string,
    change: (account: Account) => T,
    scope?: UpdateScope,
  ): Promise<T> {
    const make = (slot: Slot) => {
      if (!slot.account) throw new UnknownAccountError(accountId)

      const stored = this.#entries.get(accountId)?.writer.state.account
      if (stored && isTooLarge(stored)) throw readOnly(accountId, stored.campaigns.size)
      return change(slot.account)
    }
    return this.#submit(accountId, make, scope)
  }

  async tooLarge() {
    return this.#present().flatMap(([id, { writer }]) => {
      const { account } = writer.state
      return account && isTooLarge(account) ? [{ id, campaigns: account.campaigns.size }] : []
    })
  }

  async has(accountId: string, { ignoreCase = false } = {}): Promise<boolean> {
    if (!ignoreCase) return this.#entries.get(accountId)?.writer.state.account !== undefined
    const wanted = accountId.toLowerCase()
    return this.#present().some(([id]) => id.toLowerCase() === wanted)
  }

  async count(): Promise<number> {
    return this.#present().length
  }

  async page({ limit, offset = 0, after = 0 }: PageRange) {
    const ids: string[] = []
    let [skipped, last] = [0, 0]
    for (const [id, { place, writer }] of this.#entries) {
      if (place <= after || !writer.state.account) continue
      if (skipped++ < offset) continue
      if (ids.length === limit) return { ids, next: last }
      ids.push(id)
      last = place
    }
    return { ids, next: undefined }
  }

  async add(account: Account): Promise<void> {
    const problem = accountIdProblem(account.id)
    if (problem) throw new StoreError(problem)

    requireStorable(account)
    const added = frozenCopy(account)
    return this.#submit(added.id, (slot) => {
      if (slot.account) throw new StoreError(`The account ${added.id} already exists.`)

      this.#refuseForeignCredentials(added)
      slot.account = added
    })
  }

  async fill(accounts: readonly Account[]): Promise<boolean> {
    await this.#storage.fill(async () => {
      await Promise.all(accounts.map((account) => this.add(account)))
    })
    return true
  }

  async replace(account: Account, merge?: Merge): Promise<void> {
    return this.#submit(account.id, (slot) => {
      if (!slot.account) throw new UnknownAccountError(account.id)

      const merged = merge ? merge(account, current(slot.account)) : account
      requireStorable(merged)
      const replacement = frozenCopy(merged)
      this.#refuseForeignCredentials(replacement)
      slot.account = replacement
    })
  }

  async remove(accountId: string): Promise<void> {
    return this.#submit(accountId, (slot) => {
      if (!slot.account) throw new UnknownAccountError(accountId)

      slot.account = undefined
    })
  }

  close(): Promise<void> {
    this.#closing ??= this.#finish()
    return this.#closing
  }

  async #finish(): Promise<void> {
    await Promise.all([...this.#entries.values()].map(({ writer }) => writer.idle()))
    await this.#storage.close()
  }

  async #submit<T>(accountId: string, make: (slot: Slot) => T, scope?: UpdateScope): Promise<T> {
    if (this.#closing) throw new StoreError('The store is closed, so nothing can be changed in it.')

    const entry =
      this.#entries.get(accountId) ?? this.#enter(accountId, freeze({ account: undefined }))
    const { writer } = entry
    try {
      return (await writer.submit({ make, scope })) as T
    } finally {
      // An account that was removed or could not be added leaves no entry.
      if (!writer.state.account && writer.isIdle && this.#entries.get(accountId) === entry) {
        this.#entries.delete(accountId)
      }
    }
  }

  #account(accountId: string): Readonly<Account> {
    const account = this.#entries.get(accountId)?.writer.state.account
    if (!account) throw new UnknownAccountError(accountId)

    return account
  }

  #present(): [string, Entry][] {
    return [...this.#entries].filter(([, { writer }]) => writer.state.account)
  }

  #enter(accountId: string, slot: Slot): Entry {
    const writer = new GroupWriter<Slot, ScopedChange>(slot, {
      apply: applyScoped,
      persist: ({ account }, patches) =>
        account
          ? this.#storage.save(account, changesWithin(patches))
          : this.#storage.remove(accountId),
      committed: (after, before) => {
        this.#credentials.move(before.account, after.account)
        this.#touched?.add(accountId)
      },
    })
    const entry = { writer, place: ++this.#lastPlace }
    this.#entries.set(accountId, entry)
    return entry
  }

  // A token can open one account only; otherwise the order of additions would decide which one.
  #refuseForeignCredentials(account: Account): void {
    const taken = this.#credentials.conflict(account)
    if (!taken) return

    throw new StoreError(foreignCredentialMessage(account.id, taken))
  }
}

function stateOf({ past }: Pick<Account, 'past'>, campaign: Campaign): CampaignState {
  return { campaign, history: past.get(campaign.id) }
}

/** The patches of the account in a slot; undefined if another account replaced it. */
function changesWithin(patches: Patch[]): Patch[] | undefined {
  if (patches.some(({ path }) => path.length === 1)) return undefined
  return patches.map((patch) => ({ ...patch, path: patch.path.slice(1) }))
}

/** Finds keys and sessions by the hash of their token, over all accounts. */
class CredentialIndex {
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
    // States share unchanged parts, so most changes end here.
    if (before?.keys === after?.keys && before?.sessions === after?.sessions) return

    for (const [hash] of before ? credentialsOf(before) : []) this.#refs.delete(hash)
    for (const [hash, ref] of after ? credentialsOf(after) : []) this.#refs.set(hash, ref)
  }
}
