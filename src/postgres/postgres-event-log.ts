import type { Delivery } from '../accounts/delivery.ts'
import {
  BYTES_KEPT,
  DELIVERIES_KEPT,
  type DeliveryChange,
  type DeliveryFilter,
  type DeliveryKey,
  type DeliveryRow,
  EVENTS_KEPT,
  type EventCursor,
  type EventFilter,
  type EventLog,
  type EventLogLimits,
  type NewRows,
  PENDING_KEPT,
  type Skips,
  type StagedRows,
} from '../store/events/event-log.ts'
import { readSaved } from '../store/events/saved-rows.ts'
import type { Database } from './database.ts'
import { addRows, addWhole } from './events/adding.ts'
import {
  bringBacklogsForward,
  giveUpBacklog,
  listBacklogs,
  listDue,
  listWaitingWebhooks,
} from './events/backlogs.ts'
import { changeRows } from './events/changing.ts'
import { Claims } from './events/claims.ts'
import {
  findBody,
  findDelivery,
  listDeliveries,
  listEvents,
  listEventsAfter,
  matchingKeys,
} from './events/lists.ts'
import { changeLog, deleteDetached, type OpenLog } from './events/open-log.ts'
import { makeRoom } from './events/room.ts'
import { RowReader } from './events/row-reader.ts'
import { saveRows } from './events/saving.ts'
import { dropStaged, listStaged, stageRows, takeStaged } from './events/staging.ts'
import { storable } from './store/storable-text.ts'

type Range = { limit: number; offset: number }

interface Options {
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
  readonly #limits: Omit<EventLogLimits, 'segmentBytes'>
  readonly #wakes: boolean
  readonly #claims = new Claims()
  readonly #rows: RowReader
  /** Claims of an account follow each other. */
  readonly #claiming = new Map<string, Promise<unknown>>()

  constructor(database: Database, { wakes = false, limits = {} }: Options = {}) {
    this.#database = database
    this.#wakes = wakes
    this.#rows = new RowReader(database)
    this.#limits = {
      ...{ deliveries: DELIVERIES_KEPT, pending: PENDING_KEPT, events: EVENTS_KEPT },
      ...{ bytes: BYTES_KEPT.disk, ...limits },
    }
  }

  /** This process holds the account. Once a larger fence is stored, it can't change what it has claimed. */
  hold(accountId: string, fence: number): void {
    this.#claims.hold(accountId, fence)
  }

  /** This process does not hold the account any more. Its claims are void. */
  letGo(accountId: string): void {
    this.#claims.letGo(accountId)
  }

  async stage(accountId: string, rows: NewRows): Promise<StagedRows> {
    const { batch, log } = await this.#make(accountId, (open) => stageRows(open, rows))
    return {
      commit: async () => {
        const givenUp = await this.#change(accountId, async (open) => {
          if (open.head.log !== log) return 0
          // Whether or not it is still staged: the account has what goes with the rows.
          await dropStaged(open, batch)
          return await this.#add(accountId, open, rows)
        })
        return givenUp ?? 0
      },
      drop: async () => {
        await this.#change(accountId, (open) => dropStaged(open, batch))
      },
    }
  }

  async add(accountId: string, rows: NewRows): Promise<number> {
    if (rows.events.length + rows.deliveries.length === 0) return 0
    return await this.#make(accountId, (open) => this.#add(accountId, open, rows))
  }

  async settle(accountId: string, isRecorded: Parameters<EventLog['settle']>[1]): Promise<void> {
    for (const batch of await listStaged(this.#database, accountId)) {
      await this.#change(accountId, async (open) => {
        const rows = await takeStaged(open, batch)
        const isKept = rows && rows.events.length > 0 && rows.events.every(isRecorded)
        if (isKept) await this.#add(accountId, open, { ...rows, keepsAll: true })
      })
    }
  }

  async find(accountId: string, deliveryId: string): Promise<Delivery | undefined> {
    return await findDelivery(this.#database, accountId, deliveryId)
  }

  async deliveries(accountId: string, filter: DeliveryFilter, range: Range) {
    return await listDeliveries(this.#database, accountId, filter, range)
  }

  async events(accountId: string, filter: EventFilter, range: Range) {
    return await listEvents(this.#database, accountId, filter, range)
  }

  async eventsAfter(accountId: string, cursor: EventCursor, limit: number) {
    return await listEventsAfter(this.#database, accountId, cursor, limit)
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

  async nextDue(accountId: string, skips: Skips = () => false): Promise<number | undefined> {
    const claimed = this.#claims.numbersOf(accountId)
    const backlogs = await listBacklogs(this.#database, accountId, claimed)
    const times = backlogs.flatMap(({ due, webhookId }) => (skips(webhookId) ? [] : (due ?? [])))
    return times.length > 0 ? Math.min(...times) : undefined
  }

  async claim(accountId: string, until: number, limit: number, skips: Skips = () => false) {
    const before = this.#claiming.get(accountId) ?? Promise.resolve()
    const claiming = before
      .catch(() => {})
      .then(() => this.#claim(accountId, { until, limit, skips }))
    this.#claiming.set(accountId, claiming)
    try {
      return await claiming
    } finally {
      if (this.#claiming.get(accountId) === claiming) this.#claiming.delete(accountId)
    }
  }

  async row(
    accountId: string,
    key: Partial<DeliveryKey> & { id: string },
  ): Promise<DeliveryRow | undefined> {
    const found = await this.#rows.find(accountId, key)
    if (!found || !this.#isVoid(accountId, found.row, found.fence)) return found?.row
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
  ): Promise<number> {
    if (keys.length === 0) return 0
    const isRefused = (key: DeliveryKey, fence: number | null) =>
      this.#isVoid(accountId, key, fence)
    const changed = await this.#change(accountId, async (open) => {
      const changed = await changeRows(open, { accountId, keys, decide, isRefused })
      await this.#makeRoom(accountId, open, true)
      return changed
    })
    await this.release(accountId, changed?.done ?? keys)
    return changed?.failed ?? 0
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

  async adopt(accountId: string, deliveries: readonly Delivery[]): Promise<void> {
    await this.#make(accountId, async (open) => {
      await addWhole(open, deliveries)
      await this.#makeRoom(accountId, open, true)
    })
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

  async close(): Promise<void> {}

  async #claim(
    accountId: string,
    { until, limit, skips }: { until: number; limit: number; skips: Skips },
  ): Promise<DeliveryRow[]> {
    const claimed = this.#claims.numbersOf(accountId)
    const backlogs = await listBacklogs(this.#database, accountId, claimed)
    const webhookIds = backlogs
      .filter(({ webhookId, due }) => due !== undefined && due <= until && !skips(webhookId))
      .map(({ webhookId }) => webhookId)
    if (webhookIds.length === 0 || limit <= 0) return []
    const wanted = { webhookIds, until, limit, claimed }
    const found = await listDue(this.#database, accountId, wanted)
    const due = found.filter(({ fence }) => !this.#claims.isFenced(accountId, fence))
    for (const { row, body } of due) this.#claims.claim(accountId, row, row.number, body)
    return due.map(({ row }) => row)
  }

  /** Whether another process holds the account, for which this one has claimed the row. */
  #isVoid(accountId: string, key: DeliveryKey, fence: number | null): boolean {
    return this.#claims.of(accountId, key) !== undefined && this.#claims.isFenced(accountId, fence)
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
      await this.#makeRoom(accountId, open, true)
    })
    this.#claims.forget(accountId)
    await deleteDetached(this.#database)
  }

  async #make<T>(accountId: string, work: (open: OpenLog) => Promise<T>): Promise<T> {
    const options = { wakes: this.#wakes, creates: true }
    return (await changeLog(this.#database, accountId, options, work)) as T
  }

  #change<T>(accountId: string, work: (open: OpenLog) => Promise<T>): Promise<T | undefined> {
    return changeLog(this.#database, accountId, { wakes: this.#wakes }, work)
  }
}
