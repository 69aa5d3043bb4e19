import type { Account, AccountHead } from '../accounts/account.ts'
import type { Campaign, CampaignHistory } from '../accounts/campaign.ts'
import type { CampaignQuery } from '../accounts/campaign-list.ts'
import { UnknownAccountError } from './store-error.ts'

/** The owner of a credential: a key, or a session that was opened with the key. */
export interface CredentialRef {
  accountId: string
  keyId: string
  sessionId?: string
}

/** A credential and the account that it opens. */
export interface Owner {
  credential: CredentialRef
  head: Readonly<AccountHead>
}

/** The ids to list: `limit` ids after `after` (`next` of an earlier page), without the first `offset`. */
export interface PageRange {
  limit: number
  offset?: number
  after?: number | undefined
}

/** A campaign with its earlier states, if it was ever changed. */
export interface CampaignState {
  campaign: Campaign
  history: CampaignHistory | undefined
}

/** A container for an account, so that adding and removing it are ordinary changes. */
export interface Slot {
  account: Account | undefined
}

/** Returns the account that replaces `present`. */
export type Merge = (replacement: Account, present: Readonly<AccountHead>) => Account

/**
 * Stores accounts. All methods return promises, although the embedded stores could answer at once,
 * because a database could not.
 *
 * Accounts that are read are deeply frozen and durable: a change that is not written yet, or was undone
 * because it could not be written, is never visible.
 */
export interface Store {
  /**
   * Finds a key or a session by the SHA-256 of its token. Revoked, ended and expired ones are
   * found as well; the caller checks whether they are valid.
   */
  findCredential(hash: string): Promise<CredentialRef | undefined>

  /** Like `findCredential`, with the head of the account that it opens. */
  findOwner(hash: string): Promise<Owner | undefined>

  /** The last durable state of an account. Rejects with an UnknownAccountError if there is no such account. */
  read(accountId: string): Promise<Readonly<Account>>

  /** Like `read`, without the campaigns: takes as little time however many there are. */
  readHead(accountId: string): Promise<Readonly<AccountHead>>

  /**
   * A page of the list of campaigns, newest first, and how many campaigns fit the query. Rejects with an
   * UnknownAccountError if there is no such account.
   */
  readCampaigns(
    accountId: string,
    query: CampaignQuery,
  ): Promise<{ items: CampaignState[]; total: number }>

  /** Undefined if the account does not have the campaign. Rejects as `readCampaigns`. */
  readCampaign(accountId: string, campaignId: string): Promise<CampaignState | undefined>

  /** Rejects as `readCampaigns`. */
  campaignCount(accountId: string): Promise<number>

  /**
   * Lets `change` mutate the account, and resolves with its result when the change is durable.
   * Updates of one account run one at a time, in the order of the calls.
   *
   * `change` must not be async. It may run again, from the same state, if another change in the same
   * write throws halfway. So it must have no effect except on the account, and must create inserted
   * objects in its body. The result is a frozen copy that later changes do not affect.
   *
   * Rejects with the error that `change` throws, and undoes the change; with an UnknownAccountError if
   * there is no such account; with a StoreError if the change could not be written (it is undone) or the
   * store is closed.
   */
  update<T>(accountId: string, change: (account: Account) => T): Promise<T>

  /** Whether an account has this id. `ignoreCase` also finds `ACC_A` for `acc_a`. */
  has(accountId: string, options?: { ignoreCase?: boolean }): Promise<boolean>

  count(): Promise<number>

  /**
   * Ids in the order in which the accounts were added; the file store sorts them by id when it restarts.
   * `next` continues after this page, even if accounts were removed meanwhile; undefined after the last page.
   */
  page(range: PageRange): Promise<{ ids: string[]; next: number | undefined }>

  /** Rejects with a StoreError if the id is in use or one of the keys belongs to another account. */
  add(account: Account): Promise<void>

  /**
   * Adds the first accounts of an empty store, all or none: if the process ends halfway, the store is
   * empty at the next start. Resolves with false if another replica was faster. Rejects as `add`.
   */
  fill(accounts: readonly Account[]): Promise<boolean>

  /**
   * Replaces the state of an account, in turn with its updates. Its events and deliveries go with it. `merge` may keep parts of the present state;
   * like a change of `update`, it must have no other effect and may run again. Rejects as `add`.
   */
  replace(account: Account, merge?: Merge): Promise<void>

  /** Removes an account, in turn with its updates. */
  remove(accountId: string): Promise<void>

  /** Waits for pending writes. Later updates reject with a StoreError. */
  close(): Promise<void>
}

const SWEEP_PAGE = 500

/** The ids of all accounts, page by page. */
export async function* eachAccountId(
  store: Pick<Store, 'page'>,
): AsyncGenerator<string, undefined> {
  let after: number | undefined
  do {
    const { ids, next } = await store.page({ limit: SWEEP_PAGE, after })
    yield* ids
    after = next
  } while (after !== undefined)
}

/** All accounts without their campaigns, page by page, except those that are removed meanwhile. */
export async function* eachHead(
  store: Pick<Store, 'page' | 'readHead'>,
): AsyncGenerator<Readonly<AccountHead>, undefined> {
  for await (const id of eachAccountId(store)) {
    const head = await ifPresent(store.readHead(id))
    if (head) yield head
  }
}

/** Resolves with the result of reading an account; undefined if there is no such account. */
export async function ifPresent<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof UnknownAccountError) return undefined
    throw error
  }
}
