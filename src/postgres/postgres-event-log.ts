import type { Account } from '../accounts/account.ts'
import type { Delivery } from '../accounts/delivery.ts'
import type { Page } from '../schema/page.ts'
import {
  type DeliveryChange,
  type DeliveryFilter,
  type DeliveryKey,
  type DeliveryRow,
  type EventCursor,
  type EventFilter,
  type EventLog,
  type EventLogLimits,
  type LogPosition,
  type NewRows,
  type Skips,
  USUAL_LIMITS,
  type WaitingDeliveries,
} from '../store/events/event-log.ts'
import { readSaved } from '../store/events/saved-rows.ts'
import { ifPresent } from '../store/store.ts'
import type { Database } from './database.ts'
import { addRows, addWhole } from './events/adding.ts'
import { bringBacklogsForward, giveUpBacklog, listWaitingWebhooks } from './events/backlogs.ts'
import { changeRows } from './events/changing.ts'
import { Claimer } from './events/claimer.ts'
import { Claims } from './events/claims.ts'
import {
  findBody,
  findDelivery,
  findPosition,
  listDeliveries,
  listEvents,
  listEventsAfter,
  matchingKeys,
} from './events/lists.ts'
import { changeLog, deleteDetached, markRestored, type OpenLog } from './events/open-log.ts'
import { makeRoom } from './events/room.ts'
import { RowReader } from './events/row-reader.ts'
import { saveRows } from './events/saving.ts'
import { writtenBefore } from './events/unwritten.ts'
import type { PostgresStore } from './postgres-store.ts'
import type { Sql } from './sql.ts'
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

/**
 * Events and deliveries in PostgreSQL, shared by replicas. Only one of them, the holder of an account, claims its
 * deliveries; what it has claimed is known to it alone.
 */
export class PostgresEventLog implements EventLog {
  readonly #database: Database
  readonly #store: PostgresStore | undefined
  readonly #limits: EventLogLimits
  readonly #wakes: boolean
  readonly #claims = new Claims()
  readonly #rows: RowReader
  readonly #claimer: Claimer

  constructor(database: Database, { store, wakes = false, limits = {} }: Options = {}) {
    this.#database = database
    this.#store = store
    this.#wakes = wakes
    this.#rows = new RowReader(database)
    this.#claimer = new Claimer(database, this.#claims)
    this.#limits = { ...USUAL_LIMITS, ...limits }
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
    rows: NewRows,
    change?: (account: Account) => boolean,
  ): Promise<number | undefined> {
    if (change) {
      return await this.#withAccount(
        accountId,
        change,
        { creates: true },
        async (open, account) => {
          await account()
          return await this.#add(accountId, open, rows)
        },
      )
    }
    if (rows.events.length + rows.deliveries.length === 0) return 0
    return await this.#make(accountId, (open) => this.#add(accountId, open, rows))
  }

  async find(accountId: string, deliveryId: string): Promise<Delivery | undefined> {
    return await findDelivery(this.#database, accountId, deliveryId)
  }

  async deliveries(accountId: string, filter: DeliveryFilter, page: Page) {
    return await listDeliveries(this.#database, accountId, filter, page)
  }

  async events(accountId: string, filter: EventFilter, page: Page) {
    return await listEvents(this.#database, accountId, filter, page)
  }

  async position(accountId: string, event: EventCursor): Promise<LogPosition> {
    return await findPosition(this.#database, accountId, event)
  }

  async eventsAfter(accountId: string, position: LogPosition, limit: number) {
    return await listEventsAfter(this.#database, accountId, position, limit)
  }

  async matching(accountId: string, filter: DeliveryFilter): Promise<DeliveryKey[]> {
    return await matchingKeys(this.#database, accountId, filter)
  }

  async pending(accountId: string): Promise<number> {
    const [row] = await this.#database.query<{ pending: number }>(
      'SELECT pending FROM sandbox.event_log WHERE account_id = $1',
      [storable(accountId)],
    )
    return row?.pending ?? 0
  }

  async waiting(): Promise<WaitingDeliveries[]> {
    const rows = await this.#database.query<{ account_id: string; count: number; oldest: number }>(
      `SELECT account_id, pending AS count,
        (SELECT min(at) FROM sandbox.delivery d WHERE d.log = l.log AND status = 'pending') AS oldest
      FROM sandbox.event_log l WHERE account_id IS NOT NULL AND pending > 0`,
    )
    return rows.map(({ account_id, ...found }) => ({ accountId: restored(account_id), ...found }))
  }

  async nextDue(accountId: string, skips?: Skips): Promise<number | undefined> {
    return await this.#claimer.nextDue(accountId, skips)
  }

  async claim(accountId: string, until: number, limit: number, skips?: Skips) {
    return await this.#claimer.claim(accountId, { until, limit, skips })
  }

  async row(
    accountId: string,
    key: Partial<DeliveryKey> & { id: string },
  ): Promise<DeliveryRow | undefined> {
    const found = await this.#rows.find(accountId, key)
    if (!found || !this.#claims.isVoid(accountId, found.row, found.fence)) return found?.row
    return undefined
  }

  async body(accountId: string, key: DeliveryKey): Promise<string | undefined> {
    const kept = this.#claims.of(accountId, key)?.body
    if (kept !== undefined) return kept
    return await findBody(this.#database, accountId, key)
  }

  async release(accountId: string, keys: readonly DeliveryKey[]): Promise<void> {
    for (const key of keys) this.#claims.release(accountId, key)
  }

  async change(
    accountId: string,
    keys: readonly DeliveryKey[],
    decide: (row: DeliveryRow, index: number) => DeliveryChange | undefined,
    alter?: (account: Account) => void,
  ): Promise<number> {
    if (keys.length === 0) return 0
    const claims = this.#claims
    const written = await writtenBefore(this.#database, { claims, accountId, keys })
    const isRefused = (key: DeliveryKey, fence: number | null) =>
      written.has(key) || this.#claims.isVoid(accountId, key, fence)
    let xid: string | undefined
    const make = async (open: OpenLog) => {
      xid = open.head.xid
      const changed = await changeRows(open, { accountId, keys, decide, isRefused })
      await this.#makeRoom(accountId, open, true)
      return changed
    }
    try {
      const changed = await (alter
        ? this.#alter(accountId, alter, make)
        : this.#change(accountId, make))
      await this.release(accountId, changed ? [...changed.done, ...written] : keys)
      return changed?.failed ?? 0
    } catch (error) {
      // This transaction does not report what an earlier one wrote.
      claims.noteUnwritten(
        accountId,
        keys.filter((key) => !written.has(key)),
        xid,
      )
      throw error
    }
  }

  /** Changes the log, and then the account. Resolves with undefined if one of them is gone. */
  #alter<T>(
    accountId: string,
    alter: (account: Account) => void,
    make: (open: OpenLog) => Promise<T>,
  ) {
    return ifPresent(
      this.#withAccount(accountId, alter, {}, async (open, account) => {
        // Before the row that says who holds the account, as changes of the account do.
        await lockAccount(accountId, open.sql)
        const made = await make(open)
        await account()
        return made
      }),
    )
  }

  async waitingWebhooks(accountId: string): Promise<string[]> {
    return await listWaitingWebhooks(this.#database, accountId)
  }

  async giveUp(accountId: string, webhookId: string, reason: string): Promise<number> {
    const givenUp = await this.#change(accountId, (open) => {
      const claimed = this.#claims.numbersOf(accountId)
      return giveUpBacklog(open, webhookId, { reason, claimed })
    })
    return givenUp ?? 0
  }

  async bringForward(accountId: string, { ms = 0, latest }: { ms?: number; latest?: number }) {
    if ((await this.pending(accountId)) === 0) return
    await this.#change(accountId, (open) => bringBacklogsForward(open, { ms, latest }))
  }

  async save(accountId: string): Promise<string> {
    return await saveRows(this.#database, accountId)
  }

  async restore(accountId: string, saved: string | undefined): Promise<void> {
    await this.#replace(accountId, saved ? await readSaved(saved) : [])
  }

  async forget(accountId: string): Promise<void> {
    await this.#replace(accountId, [])
  }

  async remembers(accountId: string): Promise<boolean> {
    const rows = await this.#database.query('SELECT FROM sandbox.event_log WHERE account_id = $1', [
      storable(accountId),
    ])
    return rows.length > 0
  }

  async #add(accountId: string, open: OpenLog, rows: NewRows): Promise<number> {
    await addRows(open, rows)
    return await this.#makeRoom(accountId, open, rows.keepsAll)
  }

  async #makeRoom(accountId: string, open: OpenLog, keepsAll: boolean): Promise<number> {
    const claimed = this.#claims.numbersOf(accountId)
    return await makeRoom(open, { limits: this.#limits, claimed, keepsAll })
  }

  async #replace(accountId: string, deliveries: readonly Delivery[]): Promise<void> {
    const options = { wakes: this.#wakes, replaces: true, creates: deliveries.length > 0 }
    await changeLog(this.#database, accountId, options, async (open) => {
      await addWhole(open, deliveries)
      await markRestored(open)
      await this.#makeRoom(accountId, open, true)
    })
    this.#claims.forget(accountId)
    await deleteDetached(this.#database)
  }

  /**
   * `make` changes the log in the transaction of a change of the account, which `account` makes. The log is locked before the
   * account, as everywhere. Resolves with undefined if the change returns false, or there is no log; nothing is written then.
   */
  async #withAccount<T>(
    accountId: string,
    change: (account: Account) => unknown,
    options: { creates?: boolean },
    make: (open: OpenLog, account: () => Promise<void>) => Promise<T>,
  ): Promise<T | undefined> {
    if (!this.#store) throw new TypeError('This event log has no store of accounts.')
    const nothing = new Error('Nothing is to be written.')
    let result: T | undefined
    const transaction = async (work: (sql: Sql) => Promise<Made>) => {
      let made: Made | undefined
      await this.#change(
        accountId,
        async (open) => {
          result = await make(open, async () => {
            made = await work(open.sql)
            const [outcome] = made.changed.outcomes
            if (!outcome?.ok) throw outcome?.error
            if (outcome.result === false) throw nothing
          })
        },
        options,
      )
      if (!made) throw nothing
      return made
    }
    try {
      await this.#store.update(accountId, change, transaction)
      return result
    } catch (error) {
      if (error === nothing) return undefined
      throw error
    }
  }

  async #make<T>(accountId: string, work: (open: OpenLog) => Promise<T>): Promise<T> {
    return (await this.#change(accountId, work, { creates: true })) as T
  }

  #change<T>(
    accountId: string,
    work: (open: OpenLog) => Promise<T>,
    options = {},
  ): Promise<T | undefined> {
    return changeLog(this.#database, accountId, { wakes: this.#wakes, ...options }, work)
  }
}
