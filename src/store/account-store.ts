import { current, freeze, isDraft, original } from 'immer'
import type { Account, AccountHead } from '../accounts/account.ts'
import type { Campaign } from '../accounts/campaign.ts'
import { type CampaignQuery, campaignPage } from '../accounts/campaign-list.ts'
import { accountIdProblem, frozenCopy } from './account-shape.ts'
import type { AccountStorage, HeldAccount, TouchedAccounts } from './account-storage.ts'
import { AccountWriter, type Submitted } from './account-writer.ts'
import { CredentialIndex, foreignCredentialMessage } from './credentials.ts'
import type { EventLogLimits, NewRows } from './events/event-log.ts'
import type { DeliveryLine, HeldRows, RowsChange } from './events/held-rows.ts'
import type { CampaignState, CredentialRef, Merge, Owner, PageRange, Slot, Store } from './store.ts'
import { requireStorable, StoreError, UnknownAccountError } from './store-error.ts'

interface Entry {
  writer: AccountWriter
  /** The position in the order in which accounts were added. */
  place: number
}

export interface AccountStoreOptions {
  /** The accounts that are already in the storage. */
  held?: readonly HeldAccount[]
  /** Takes the ids of accounts that change, or whose events and deliveries do. */
  touched?: TouchedAccounts | undefined
  /** Other limits of events and deliveries than the usual ones. */
  limits?: Partial<EventLogLimits> | undefined
}

/** A store that holds all accounts in memory, with their events and deliveries, and makes changes durable through a storage. */
export class AccountStore implements Store {
  readonly #storage: AccountStorage
  /** Includes accounts that are being added, in the order of the calls. */
  readonly #entries = new Map<string, Entry>()
  #lastPlace = 0
  readonly #credentials = new CredentialIndex()
  #closing: Promise<void> | undefined

  readonly #touched: TouchedAccounts | undefined
  readonly #limits: Partial<EventLogLimits> | undefined

  constructor(storage: AccountStorage, { held = [], touched, limits }: AccountStoreOptions = {}) {
    this.#storage = storage
    this.#touched = touched
    this.#limits = limits

    for (const { account, rows } of held) {
      this.#refuseForeignCredentials(account)
      const slot = freeze<Slot>({ account: frozenCopy(account) })
      this.#credentials.move(undefined, slot.account)
      this.#enter(account.id, slot, rows)
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

  async update<T>(accountId: string, change: (account: Account) => T): Promise<T> {
    return this.#submit(accountId, { make: this.#within(accountId, change) })
  }

  /** Like `update`, with events and deliveries in the same write. As `EventLog.add`. */
  async updateWith(
    accountId: string,
    change: (account: Account) => boolean,
    rows: NewRows,
  ): Promise<number | undefined> {
    const adding = { rows, givenUp: 0 }
    const make = this.#within(accountId, change)
    const isMade = await this.#submit(accountId, { make, adding })
    return isMade ? adding.givenUp : undefined
  }

  /** Like `update`, with new states of deliveries in the same write: `change` returns them, and may run again. */
  async updateRows(
    accountId: string,
    change: (account: Account, rows: HeldRows) => readonly DeliveryLine[],
  ): Promise<void> {
    let lines: readonly DeliveryLine[] = []
    const make = this.#within(accountId, (account) => {
      const rows = this.rowsOf(accountId)
      // Another account that takes its place in the same write has none of its rows.
      const isPresent = isDraft(account) && original(account) === this.#account(accountId)
      lines = rows && isPresent ? change(account, rows) : []
    })
    await this.#submit(accountId, { make, changed: () => lines })
  }

  /** The events and deliveries of an account; undefined if there is no such account. */
  rowsOf(accountId: string): HeldRows | undefined {
    const entry = this.#entries.get(accountId)
    return entry?.writer.account && entry.writer.rows
  }

  allRows(): [accountId: string, rows: HeldRows][] {
    return this.#present().map(([id, { writer }]) => [id, writer.rows])
  }

  /** As `AccountWriter.changeRows`. Does nothing if there is no such account. */
  changeRows(accountId: string, change: RowsChange): void {
    const writer = this.#entries.get(accountId)?.writer
    if (writer?.account) writer.changeRows(change)
  }

  async has(accountId: string, { ignoreCase = false } = {}): Promise<boolean> {
    if (!ignoreCase) return this.#entries.get(accountId)?.writer.account !== undefined
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
      if (place <= after || !writer.account) continue
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
    const make = (slot: Slot) => {
      if (slot.account) throw new StoreError(`The account ${added.id} already exists.`)

      this.#refuseForeignCredentials(added)
      slot.account = added
    }
    return this.#submit(added.id, { make, replaces: true })
  }

  async fill(accounts: readonly Account[]): Promise<boolean> {
    await this.#storage.fill(async () => {
      await Promise.all(accounts.map((account) => this.add(account)))
    })
    return true
  }

  async replace(account: Account, merge?: Merge): Promise<void> {
    const make = (slot: Slot) => {
      if (!slot.account) throw new UnknownAccountError(account.id)

      const merged = merge ? merge(account, current(slot.account)) : account
      requireStorable(merged)
      const replacement = frozenCopy(merged)
      this.#refuseForeignCredentials(replacement)
      slot.account = replacement
    }
    return this.#submit(account.id, { make, replaces: true })
  }

  async remove(accountId: string): Promise<void> {
    const make = (slot: Slot) => {
      if (!slot.account) throw new UnknownAccountError(accountId)

      slot.account = undefined
    }
    return this.#submit(accountId, { make })
  }

  close(): Promise<void> {
    this.#closing ??= this.#finish()
    return this.#closing
  }

  async #finish(): Promise<void> {
    await Promise.all([...this.#entries.values()].map(({ writer }) => writer.idle()))
    await this.#storage.close()
  }

  async #submit<T>(accountId: string, change: Submitted & { make: (slot: Slot) => T }): Promise<T> {
    if (this.#closing) throw new StoreError('The store is closed, so nothing can be changed in it.')

    const entry =
      this.#entries.get(accountId) ?? this.#enter(accountId, freeze({ account: undefined }))
    const { writer } = entry
    try {
      return (await writer.submit(change)) as T
    } finally {
      // An account that was removed or could not be added leaves no entry.
      if (!writer.account && writer.isIdle && this.#entries.get(accountId) === entry) {
        this.#entries.delete(accountId)
      }
    }
  }

  #within<T>(accountId: string, change: (account: Account) => T): (slot: Slot) => T {
    return (slot) => {
      if (!slot.account) throw new UnknownAccountError(accountId)
      return change(slot.account)
    }
  }

  #account(accountId: string): Readonly<Account> {
    const account = this.#entries.get(accountId)?.writer.account
    if (!account) throw new UnknownAccountError(accountId)

    return account
  }

  #present(): [string, Entry][] {
    return [...this.#entries].filter(([, { writer }]) => writer.account)
  }

  #enter(accountId: string, slot: Slot, rows?: HeldRows): Entry {
    const writer = new AccountWriter(
      accountId,
      { slot, rows },
      {
        storage: this.#storage,
        limits: this.#limits,
        committed: (before, after) => this.#credentials.move(before, after),
        touched: () => this.#touched?.add(accountId),
      },
    )
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
