import type { Account } from '../accounts/account.ts'
import { claim } from '../store/events/claiming.ts'
import type {
  DeliveryKey,
  DeliveryRow,
  EventLogLimits,
  NewRows,
  Skips,
  WaitingDeliveries,
} from '../store/events/event-log.ts'
import {
  type Decide,
  type Decided,
  decideAll,
  HeldEventLog,
  heldRow,
  type Key,
} from '../store/events/held-event-log.ts'
import { givenUpOf, HeldRows, type MadeChange, type RowsChange } from '../store/events/held-rows.ts'
import { bodyOf } from '../store/events/queries.ts'
import { addingWhole, readSaved } from '../store/events/saved-rows.ts'
import { ifPresent } from '../store/store.ts'
import { Turns } from '../time/turns.ts'
import type { Database } from './database.ts'
import { Claims } from './events/claims.ts'
import {
  createLog,
  deleteDetached,
  detachLog,
  loadRows,
  lockFence,
  lockLog,
  readState,
  writeRows,
} from './events/log-rows.ts'
import type { PostgresStore } from './postgres-store.ts'
import { SharedReads } from './shared-reads.ts'
import { type Sql, sql } from './sql.ts'
import { AccountCache } from './store/account-cache.ts'
import { lockAccount, type Made } from './store/account-writer.ts'
import { restored, storable } from './store/storable-text.ts'

interface Options {
  /** The accounts, which may change together with their events. */
  store?: PostgresStore
  /** Whether new deliveries wake whoever moves the account on, by `sandbox.wake`. Default: false. */
  wakes?: boolean
  /** Other limits than the usual ones. */
  limits?: Partial<EventLogLimits>
}

/** Deliveries that are restored by one statement: its time is limited. */
const PAGE = 1_000

/** The rows of an account as of a revision of its log. */
interface HeldLog {
  rows: HeldRows
  revision: number
  /** The fence of the account's holder when the log was read last. */
  fence: number | null
}

/** The log of an account in a transaction that has locked it, with its present rows. */
interface OpenLog {
  db: Sql
  held: HeldLog
  /** The transaction. */
  xid: string
  write(change: RowsChange): Promise<void>
}

/**
 * Events and deliveries in PostgreSQL, shared by replicas. Each holds the rows of accounts that it has used, and asks with
 * each read for what others changed. Only one of them, the holder of an account, claims its deliveries; what it has
 * claimed is known to it alone.
 */
export class PostgresEventLog extends HeldEventLog {
  readonly #database: Database
  readonly #store: PostgresStore | undefined
  readonly #limits: Partial<EventLogLimits>
  readonly #wakes: boolean
  readonly #cache: AccountCache
  readonly #claims = new Claims()
  /** The rows of an account are read or changed, not both. */
  readonly #turns = new Turns()
  readonly #reads = new SharedReads<HeldLog>()

  constructor(database: Database, { store, wakes = false, limits = {} }: Options = {}) {
    super()
    this.#database = database
    this.#store = store
    this.#wakes = wakes
    this.#limits = limits
    this.#cache = store?.cache ?? new AccountCache()
  }

  /** This process holds the account. Once a larger fence is stored, it can't change what it has claimed. */
  hold(accountId: string, fence: number): void {
    this.#claims.hold(accountId, fence)
  }

  /** This process does not hold the account any more. It keeps only claims whose outcomes are to be written. */
  letGo(accountId: string): void {
    this.#claims.letGo(accountId)
  }

  async add(
    accountId: string,
    added: NewRows,
    alter?: (account: Account) => boolean,
  ): Promise<number | undefined> {
    if (!alter && added.events.length + added.deliveries.length === 0) return 0
    const add = async ({ held, write }: OpenLog) => {
      const adding = held.rows.adding(added)
      await write(adding)
      return givenUpOf(adding, added.deliveries)
    }
    if (!alter) return this.#change(accountId, add, { creates: true })
    return this.#withAccount(accountId, alter, { creates: true }, async (open, makeChange) => {
      await makeChange()
      return add(open)
    })
  }

  async change(
    accountId: string,
    keys: readonly DeliveryKey[],
    decide: Decide,
    alter?: (account: Account) => void,
  ): Promise<number> {
    if (keys.length === 0) return 0
    const claims = this.#claims
    const written = await claims.writtenBefore(this.#database, accountId, keys)
    let xid: string | undefined
    const make = async (open: OpenLog, makeChange?: () => Promise<void>): Promise<Decided> => {
      xid = open.xid
      if (makeChange) await lockAccount(accountId, open.db)
      const isFenced = claims.isFenced(accountId, await lockFence(open.db, accountId))
      const isRefused = (key: DeliveryKey) =>
        written.has(key) || (isFenced && open.held.rows.claimed.has(key.id))
      const decided = decideAll(
        open.held.rows,
        keys.filter((key) => !isRefused(key)),
        decide,
      )
      await makeChange?.()
      await open.write({ deliveries: decided.lines })
      return decided
    }
    try {
      const decided = await (alter
        ? ifPresent(this.#withAccount(accountId, alter, {}, make))
        : this.#change(accountId, make))
      claims.release(accountId, decided ? [...decided.done, ...written] : keys)
      return decided?.failed ?? 0
    } catch (error) {
      // This transaction does not report what an earlier one wrote.
      const unwritten = keys.filter((key) => !written.has(key))
      claims.noteUnwritten(accountId, unwritten, xid)
      throw error
    }
  }

  override async claim(
    accountId: string,
    until: number,
    limit: number,
    skips?: Skips,
  ): Promise<DeliveryRow[]> {
    const present = await this.#present(accountId)
    if (this.#claims.isFenced(accountId, present.fence)) return []
    // They may have been read again meanwhile.
    const { rows } = this.#cached(accountId) ?? present
    rows.claimed = this.#claims.ids(accountId, rows.generation)
    const claimed = claim(rows, { until, limit, skips })
    this.#claims.add(accountId, rows.generation, rows.claimed)
    return claimed
  }

  override async row(accountId: string, key: Key) {
    const { rows, fence } = await this.#present(accountId)
    const isVoid = this.#claims.isFenced(accountId, fence) && rows.claimed.has(key.id)
    return isVoid ? undefined : heldRow(rows, key)
  }

  /** A body does not change, so the rows may be outdated. */
  override async body(accountId: string, key: DeliveryKey): Promise<string | undefined> {
    const held = this.#cached(accountId)
    const delivery = held && heldRow(held.rows, key)
    return delivery ? bodyOf(held.rows, delivery) : super.body(accountId, key)
  }

  override async release(accountId: string, keys: readonly DeliveryKey[]): Promise<void> {
    this.#claims.release(accountId, keys)
  }

  async waiting(): Promise<WaitingDeliveries[]> {
    const found = await this.#database.query<{ account_id: string; count: number; oldest: number }>(
      sql`SELECT account_id, pending AS count, oldest_at AS oldest
        FROM sandbox.event_log WHERE pending > 0`,
    )
    return found.map(({ account_id, ...log }) => ({ accountId: restored(account_id), ...log }))
  }

  async restore(accountId: string, saved: string | undefined): Promise<void> {
    const deliveries = saved ? await readSaved(saved) : []
    const add = async ({ write }: OpenLog) => {
      for (let n = 0; n < deliveries.length; n += PAGE) {
        await write(addingWhole(deliveries.slice(n, n + PAGE)))
      }
    }
    await this.#change(accountId, add, { creates: deliveries.length > 0, replaces: true })
    this.#claims.forget(accountId)
    await deleteDetached(this.#database)
  }

  async remembers(accountId: string): Promise<boolean> {
    const id = storable(accountId)
    const found = await this.#database.query(
      sql`SELECT FROM sandbox.event_log WHERE account_id = ${id}`,
    )
    return found.length > 0
  }

  protected override async rows(accountId: string): Promise<HeldRows> {
    return (await this.#present(accountId)).rows
  }

  protected override async write(accountId: string, make: (rows: HeldRows) => RowsChange) {
    await this.#change(accountId, ({ held, write }) => write(make(held.rows)))
  }

  #present(accountId: string): Promise<HeldLog> {
    return this.#reads.read(accountId, () =>
      this.#turns.take(accountId, () => this.#read(accountId, this.#database)),
    )
  }

  /** Brings what is held of an account up to date, or loads it. */
  async #read(accountId: string, db: Sql): Promise<HeldLog> {
    const known = this.#cached(accountId)
    const version = known && { log: known.rows.generation, revision: known.revision }
    const state = await readState(db, accountId, version)
    if (!state) return this.#blank(accountId)
    const { log, revision, fence, changes } = state
    if (known?.rows.generation === log && revision >= known.revision) {
      const missing = JSON.parse(changes ?? '[]') as MadeChange[]
      if (known.revision + missing.length === revision) {
        for (const change of missing) known.rows.apply(change)
        return this.#keep(accountId, Object.assign(known, { revision, fence }))
      }
    }
    const loaded = this.#blank(accountId)
    const loadedRevision = await loadRows(db, log, loaded.rows)
    if (loadedRevision === undefined) return this.#blank(accountId)
    return this.#keep(accountId, { ...loaded, revision: loadedRevision, fence })
  }

  #cached(accountId: string): HeldLog | undefined {
    return this.#cache.get<HeldLog>(`events ${accountId}`)
  }

  #keep(accountId: string, held: HeldLog): HeldLog {
    held.rows.claimed = this.#claims.ids(accountId, held.rows.generation)
    this.#cache.set(`events ${accountId}`, held, held.rows.bytes)
    return held
  }

  #blank(accountId: string): HeldLog {
    this.#cache.delete(`events ${accountId}`)
    return { rows: new HeldRows(this.#limits), revision: 0, fence: null }
  }

  /**
   * Changes the log of an account in one transaction. Others wait, so that events become visible in their order. Resolves with
   * undefined if the account has no log.
   */
  #change<T>(
    accountId: string,
    work: (open: OpenLog) => Promise<T>,
    { creates = false, replaces = false } = {},
  ): Promise<T | undefined> {
    return this.#turns.take(accountId, async () => {
      let hasNews = false
      try {
        const result = await this.#database.transaction(async (db) => {
          if (replaces) await detachLog(db, accountId)
          const locked = await lockedLog(db, accountId, creates)
          if (!locked) return undefined
          const known = this.#cached(accountId)
          const isPresent =
            known?.rows.generation === locked.log && known.revision === locked.revision
          const held = isPresent ? known : await this.#read(accountId, db)
          const write = async (change: RowsChange) => {
            if (isEmpty(change)) return
            const waiting = held.rows.pending.size
            const touched = held.rows.apply(change)
            if (replaces) held.rows.markKept()
            held.revision += 1
            const isNew = held.rows.pending.size > waiting
            hasNews ||= isNew
            const wakes = isNew && this.#wakes
            await writeRows(db, held.rows, { revision: held.revision, change, touched, wakes })
          }
          const made = await work({ db, held, xid: locked.xid, write })
          this.#keep(accountId, held)
          return made
        })
        if (hasNews && this.#wakes) this.#database.notices.publish('work', accountId)
        return result
      } catch (error) {
        // The rows may have a change that is undone.
        this.#cache.delete(`events ${accountId}`)
        throw error
      }
    })
  }

  /**
   * `make` changes the log in the transaction of a change of the account, which its second argument makes. The log is locked
   * before the account, as everywhere. Resolves with undefined if the change returns false, or there is no log; nothing is
   * written then.
   */
  async #withAccount<T>(
    accountId: string,
    alter: (account: Account) => unknown,
    options: { creates?: boolean },
    make: (open: OpenLog, makeChange: () => Promise<void>) => Promise<T>,
  ): Promise<T | undefined> {
    if (!this.#store) throw new TypeError('This event log has no store of accounts.')
    const nothing = new Error('Nothing is to be written.')
    let result: T | undefined
    const transaction = async (work: (db: Sql) => Promise<Made>) => {
      let made: Made | undefined
      const change = async (open: OpenLog) => {
        result = await make(open, async () => {
          made = await work(open.db)
          const [outcome] = made.changed.outcomes
          if (!outcome?.ok) throw outcome?.error
          if (outcome.result === false) throw nothing
        })
      }
      await this.#change(accountId, change, options)
      if (!made) throw nothing
      return made
    }
    try {
      await this.#store.update(accountId, alter, transaction)
      return result
    } catch (error) {
      if (error === nothing) return undefined
      throw error
    }
  }
}

async function lockedLog(db: Sql, accountId: string, creates: boolean) {
  // Again if the log is taken away in between.
  for (;;) {
    const locked = await lockLog(db, accountId)
    if (locked || !creates) return locked
    await createLog(db, accountId)
  }
}

function isEmpty({ events = [], deliveries = [], forward, drops_before }: RowsChange): boolean {
  return events.length + deliveries.length === 0 && !forward && drops_before === undefined
}
