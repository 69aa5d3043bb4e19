import { randomBytes } from 'node:crypto'
import { type Account, type AccountHead, MOST_CAMPAIGNS } from '../accounts/account.ts'
import { recordOf, type Subject } from '../accounts/noting.ts'
import type { EventLog } from '../store/events/event-log.ts'
import type { Store } from '../store/store.ts'
import { StoreError, UnknownAccountError } from '../store/store-error.ts'
import type { Clock } from '../time/clock.ts'
import type { AccountState } from './account-state.ts'
import { MAX_SNAPSHOTS, type SavedSnapshot, type Snapshots } from './snapshots.ts'

/** Moments of an account: so many from before deletions, and as many from before all else, which many deletions do not drop. */
export const MOST_MOMENTS = MAX_SNAPSHOTS / 2

interface MomentLimits {
  /** Accounts with more campaigns get no moments. */
  campaigns: number
  /** Approximate size of the moments of all accounts together; the oldest are dropped. */
  bytes: number
}

/** In memory, where a moment shares everything that has not changed since. */
export const MEMORY_LIMITS: MomentLimits = { campaigns: MOST_CAMPAIGNS, bytes: 64 * 1024 * 1024 }
/** In a database, which copies the rows of an account. */
export const DATABASE_LIMITS: MomentLimits = {
  campaigns: 2_000,
  bytes: Number.POSITIVE_INFINITY,
}

/** While more deliveries wait, no moment is kept: it would copy all of them. */
const MOST_WAITING = 1_000
/** Approximate sizes in memory, if nothing is shared any more. */
const ACCOUNT_BYTES = 10_000
const CAMPAIGN_BYTES = 1_000

/** The change that a moment precedes. */
type MomentOccasion = 'advance' | 'set' | 'reset' | 'restore' | 'import' | 'delete'

/** A state of an account that was kept before its clock was moved, its state was replaced, or a part of it was deleted. */
export interface Moment extends Omit<SavedSnapshot, 'name'> {
  id: string
  before: MomentOccasion
}

interface KeptMoment {
  accountId: string
  id: string
  bytes: number
}

interface Parts {
  store: Pick<Store, 'campaignCount' | 'readCampaign'>
  events: Pick<EventLog, 'pending' | 'save'>
  clock: Clock
  /** The place of the kept states, apart from those that users save. */
  snapshots: Snapshots
}

/** The automatic snapshots of accounts: the last ones of each, which nobody has to save or delete. */
export class Moments implements AccountState {
  readonly #parts: Parts
  readonly #limits: MomentLimits
  /** The moments of all accounts, the oldest first. */
  #kept: KeptMoment[] = []

  constructor(parts: Parts, limits: MomentLimits) {
    this.#parts = parts
    this.#limits = limits
  }

  /**
   * Keeps the present state. Resolves with the id of the moment; undefined if the account is too large, its clock is
   * being advanced, or the state could not be written: what happens next must not depend on it.
   */
  async keep(
    { id: accountId, clock }: Readonly<AccountHead>,
    before: MomentOccasion,
  ): Promise<string | undefined> {
    if (clock.advancing) return undefined
    const { store, events, snapshots } = this.#parts
    try {
      if ((await store.campaignCount(accountId)) > this.#limits.campaigns) return undefined
      if ((await events.pending(accountId)) > MOST_WAITING) return undefined
      const rows = await events.save(accountId)
      await this.#makeRoom(accountId, before)
      const savedAt = this.#parts.clock.now()
      const id = momentId(savedAt, before)
      const timesOf = (saved: Readonly<Pick<Account, 'clock'>>) => {
        if (saved.clock.advancing) throw new StoreError('The clock is being advanced.')
        return { savedAt, shows: this.#parts.clock.of(saved) }
      }
      const saved = await snapshots.save(accountId, id, { rows, timesOf })
      if (!saved) return undefined
      await this.#note(accountId, id, sizeOf(rows, saved.campaigns))
      return id
    } catch (error) {
      if (error instanceof StoreError || error instanceof UnknownAccountError) return undefined
      throw error
    }
  }

  /** As `keep`, before the deletion of what the account has; undefined if it does not have it. */
  async keepBeforeDeletion(
    account: Readonly<AccountHead>,
    subject: Subject | undefined,
  ): Promise<string | undefined> {
    if (subject?.id === undefined) return undefined
    const isThere =
      recordOf(account, subject) !== undefined ||
      (subject.type === 'campaign' &&
        (await this.#parts.store.readCampaign(account.id, subject.id)) !== undefined)
    return isThere ? this.keep(account, 'delete') : undefined
  }

  /** The moments of an account, the newest first. */
  async list(accountId: string): Promise<Moment[]> {
    const saved = await this.#parts.snapshots.list(accountId)
    return saved.flatMap((each) => ('problem' in each ? [] : [momentOf(each)])).sort(newestFirst)
  }

  async find(accountId: string, id: string): Promise<Moment | undefined> {
    const found = await this.#parts.snapshots.find(accountId, id)
    return found && !('problem' in found) ? momentOf(found) : undefined
  }

  /** Rejects with a StoreError if there is no such moment. */
  account(accountId: string, id: string): Promise<Readonly<Account>> {
    return this.#parts.snapshots.account(accountId, id)
  }

  rows(accountId: string, id: string): Promise<string> {
    return this.#parts.snapshots.rows(accountId, id)
  }

  async forget(accountId: string): Promise<void> {
    await this.#parts.snapshots.forget(accountId)
    this.#kept = this.#kept.filter((each) => each.accountId !== accountId)
  }

  async remembers(accountId: string): Promise<boolean> {
    return (await this.list(accountId)).length > 0
  }

  async #makeRoom(accountId: string, occasion: MomentOccasion): Promise<void> {
    const isDeletion = occasion === 'delete'
    const alike = (await this.list(accountId)).filter(
      ({ before }) => (before === 'delete') === isDeletion,
    )
    for (const { id } of alike.slice(MOST_MOMENTS - 1)) {
      await this.#drop(accountId, id)
    }
  }

  /** Drops the oldest of any account while all together are too large; the newest stays. */
  async #note(accountId: string, id: string, bytes: number): Promise<void> {
    // A database keeps them, and other replicas add theirs.
    if (this.#limits.bytes === Number.POSITIVE_INFINITY) return
    this.#kept.push({ accountId, id, bytes })
    let total = this.#kept.reduce((sum, each) => sum + each.bytes, 0)
    while (total > this.#limits.bytes && this.#kept.length > 1) {
      const oldest = this.#kept[0] as KeptMoment
      total -= oldest.bytes
      await this.#drop(oldest.accountId, oldest.id)
    }
  }

  async #drop(accountId: string, id: string): Promise<void> {
    this.#kept = this.#kept.filter((each) => each.id !== id || each.accountId !== accountId)
    await this.#parts.snapshots.remove(accountId, id)
  }
}

let count = 0

/** Sorts by time, and names what comes next: `mom_mk0x1c2d0001a7_advance`. Several can be of one millisecond. */
function momentId(savedAt: number, before: MomentOccasion): string {
  count = (count + 1) % 36 ** 4
  const number = count.toString(36).padStart(4, '0')
  return `mom_${savedAt.toString(36)}${number}${randomBytes(1).toString('hex')}_${before}`
}

function momentOf({ name: id, ...rest }: SavedSnapshot): Moment {
  const { savedAt, shows, campaigns } = rest
  return { id, before: id.split('_')[2] as MomentOccasion, savedAt, shows, campaigns }
}

function newestFirst(a: Moment, b: Moment): number {
  return b.savedAt - a.savedAt || (a.id < b.id ? 1 : -1)
}

function sizeOf(rows: string, campaigns: number): number {
  return ACCOUNT_BYTES + campaigns * CAMPAIGN_BYTES + rows.length
}
