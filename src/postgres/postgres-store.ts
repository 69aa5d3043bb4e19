import { current } from 'immer'
import type { Account, AccountHead } from '../accounts/account.ts'
import { type CampaignQuery, campaignPage } from '../accounts/campaign-list.ts'
import { accountIdProblem, frozenCopy } from '../store/account-shape.ts'
import { PLAIN, type SecretBox } from '../store/secret-box.ts'
import type {
  CampaignState,
  CredentialRef,
  Merge,
  Owner,
  PageRange,
  Slot,
  Store,
} from '../store/store.ts'
import { requireStorable, StoreError, UnknownAccountError } from '../store/store-error.ts'
import { SharedReads } from './shared-reads.ts'
import { type Sql, sql } from './sql.ts'
import { AccountCache, type Held } from './store/account-cache.ts'
import { AccountReader } from './store/account-reader.ts'
import { findCredential, type Transactions } from './store/account-statements.ts'
import { AccountWriter, type ChangeTerms } from './store/account-writer.ts'
import { campaignRow, campaignRows } from './store/campaign-lists.ts'
import { storable } from './store/storable-text.ts'
import { type Planning, wake } from './store/waking.ts'
import { insertAccounts } from './store/whole-accounts.ts'

export interface PostgresStoreOptions {
  /** Memory for accounts that the replica holds. Default: 256. */
  cacheMb?: number | undefined
  /** Absent while nothing wakes accounts. */
  planning?: Planning | undefined
  /** Encrypts secrets in the rows. Default: they are written as they are. */
  secrets?: SecretBox
}

/**
 * Stores accounts as rows of PostgreSQL, for any number of replicas. Each holds accounts that it has used, and asks with
 * each read for what others changed, so that a read shows every change that was answered before.
 */
export class PostgresStore implements Store {
  /** What this replica holds of accounts. */
  readonly cache: AccountCache
  readonly #database: Transactions
  readonly #reader: AccountReader
  readonly #planning: Planning | undefined
  readonly #secrets: SecretBox
  readonly #writers = new Map<string, AccountWriter>()
  /** Each attempt of a delivery reads the head. */
  readonly #headReads = new SharedReads<Held<AccountHead>>()
  #closing: Promise<void> | undefined

  /** The database must have all migrations; it is not closed with the store. */
  constructor(
    database: Transactions,
    { cacheMb = 256, planning, secrets = PLAIN }: PostgresStoreOptions = {},
  ) {
    this.#secrets = secrets
    this.#database = database
    this.cache = new AccountCache(cacheMb * 1024 * 1024)
    this.#reader = new AccountReader(this.cache, secrets)
    this.#planning = planning
  }

  /** Drops what it holds, so that all of it is read again. */
  forgetHeld(): void {
    this.cache.clear()
  }

  findCredential(hash: string): Promise<CredentialRef | undefined> {
    return findCredential(hash, this.#database)
  }

  findOwner(hash: string): Promise<Owner | undefined> {
    return this.#reader.owner(hash, this.#database)
  }

  async read(accountId: string): Promise<Readonly<Account>> {
    return (await this.#reader.whole(accountId, this.#database)).state
  }

  async readHead(accountId: string): Promise<Readonly<AccountHead>> {
    const read = () => this.#reader.head(accountId, this.#database)
    return (await this.#headReads.read(accountId, read)).state
  }

  async readCampaigns(
    accountId: string,
    query: CampaignQuery,
  ): Promise<{ items: CampaignState[]; total: number }> {
    if (!this.cache.wholes.get(accountId)) return campaignRows(accountId, query, this.#database)
    const account = await this.read(accountId)
    const { items, total } = await campaignPage(account, query)
    const states = items.map((campaign) => ({ campaign, history: account.past.get(campaign.id) }))
    return { items: states, total }
  }

  async readCampaign(accountId: string, campaignId: string): Promise<CampaignState | undefined> {
    if (!this.cache.wholes.get(accountId)) return campaignRow(accountId, campaignId, this.#database)
    const account = await this.read(accountId)
    const campaign = account.campaigns.get(campaignId)
    return campaign && { campaign, history: account.past.get(campaignId) }
  }

  async campaignCount(accountId: string): Promise<number> {
    const [row] = await this.#database.query<{ campaigns: number }>(sql`
      SELECT campaigns FROM sandbox.account WHERE id = ${storable(accountId)}`)
    if (!row) throw new UnknownAccountError(accountId)
    return row.campaigns
  }

  /**
   * Which setting of the account's clock a head shows that this store gave: a later one has a larger number. It grows
   * when the clock is changed and when the account is replaced.
   */
  clockRevisionOf(head: Readonly<AccountHead>): number {
    const revision = this.#reader.clockRevisionOf(head)
    if (revision === undefined) throw new Error(`The head of ${head.id} is of another store.`)
    return revision
  }

  /** `transaction` runs the work of the change in a transaction that has more to do. */
  async update<T>(
    accountId: string,
    change: (account: Account) => T,
    transaction?: ChangeTerms['transaction'],
  ): Promise<T> {
    const within = (slot: Slot) => change(present(slot, accountId))
    return this.#submit(accountId, within, { transaction })
  }

  async has(accountId: string, { ignoreCase = false } = {}): Promise<boolean> {
    const id = storable(accountId)
    const isWanted = ignoreCase ? sql`lower(id) = lower(${id})` : sql`id = ${id}`
    const found = await this.#database.query(
      sql`SELECT FROM sandbox.account WHERE ${isWanted} LIMIT 1`,
    )
    return found.length > 0
  }

  async count(): Promise<number> {
    const text = 'SELECT count(*) AS count FROM sandbox.account'
    const [row] = await this.#database.query<{ count: number }>(text)
    return row?.count ?? 0
  }

  async page({ limit, offset = 0, after = 0 }: PageRange) {
    const rows = await this.#database.query<{ id: string; place: number }>(sql`
      SELECT id, place FROM sandbox.account WHERE place > ${after}
      ORDER BY place LIMIT ${limit + 1} OFFSET ${offset}`)
    const page = rows.slice(0, limit)
    return {
      ids: page.map(({ id }) => id),
      next: rows.length > limit ? page.at(-1)?.place : undefined,
    }
  }

  async add(account: Account): Promise<void> {
    const added = addable(account)
    const change = (slot: Slot) => {
      if (slot.account) throw new StoreError(`The account ${added.id} already exists.`)
      slot.account = added
    }
    return this.#submit(added.id, change, { isOfWhole: true })
  }

  async fill(accounts: readonly Account[]): Promise<boolean> {
    this.#requireOpen()
    const added = accounts.map(addable)
    while (true) {
      const isFirst = await this.#database.transaction((db) => this.#fillUnlessLocked(added, db))
      if (isFirst !== undefined) return isFirst
      // A statement that waited for the lock would be cancelled.
      await this.#database.query('SELECT pg_sleep(0.5)')
    }
  }

  /** Undefined while another replica writes the first accounts. */
  async #fillUnlessLocked(accounts: readonly Account[], db: Sql): Promise<boolean | undefined> {
    const [lock] = await db.query<{ is_mine: boolean }>(
      "SELECT pg_try_advisory_xact_lock(hashtext('svc-sandbox: first accounts')) AS is_mine",
    )
    if (!lock?.is_mine) return undefined
    const [present] = await db.query('SELECT FROM sandbox.account LIMIT 1')
    if (present) return false
    await insertAccounts(accounts, this.#secrets, db)
    for (const account of accounts) await wake(account, this.#planning, db)
    return true
  }

  async replace(account: Account, merge?: Merge): Promise<void> {
    const change = (slot: Slot) => {
      const before = present(slot, account.id)
      const merged = merge ? merge(account, current(before)) : account
      requireStorable(merged)
      slot.account = frozenCopy(merged)
    }
    return this.#submit(account.id, change, { isOfWhole: true })
  }

  async remove(accountId: string): Promise<void> {
    const change = (slot: Slot) => {
      present(slot, accountId)
      slot.account = undefined
    }
    return this.#submit(accountId, change, { isOfWhole: true })
  }

  close(): Promise<void> {
    this.#closing ??= Promise.all([...this.#writers.values()].map((writer) => writer.idle())).then(
      () => {},
    )
    return this.#closing
  }

  async #submit<T>(accountId: string, change: (slot: Slot) => T, terms: ChangeTerms): Promise<T> {
    this.#requireOpen()
    const writer = this.#writers.get(accountId) ?? this.#writer(accountId)
    try {
      return await writer.submit(change, terms)
    } finally {
      if (writer.isIdle && this.#writers.get(accountId) === writer) this.#writers.delete(accountId)
    }
  }

  #writer(accountId: string): AccountWriter {
    const [database, reader] = [this.#database, this.#reader]
    const [secrets, planning] = [this.#secrets, this.#planning]
    const drop = (id: string) => this.cache.drop(id)
    const writer = new AccountWriter(accountId, { database, reader, secrets, planning, drop })
    this.#writers.set(accountId, writer)
    return writer
  }

  #requireOpen(): void {
    if (!this.#closing) return
    throw new StoreError('The store is closed, so nothing can be changed in it.')
  }
}

function present(slot: Slot, accountId: string): Account {
  if (slot.account) return slot.account
  throw new UnknownAccountError(accountId)
}

function addable(account: Account): Account {
  const problem = accountIdProblem(account.id)
  if (problem) throw new StoreError(problem)
  requireStorable(account)
  return frozenCopy(account)
}
