import { join } from 'node:path'
import type { Delivery } from '../../accounts/delivery.ts'
import { yieldToEventLoop } from '../../time/steps.ts'
import { type HeldLock, writing } from '../file/store-files.ts'
import type { TouchedAccounts } from '../touched-accounts.ts'
import type { AccountEvents } from './account-events.ts'
import { AccountLogs } from './account-logs.ts'
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
  type LogPosition,
  type NewRows,
  NO_LOG,
  PENDING_KEPT,
  type Skips,
  type StagedRows,
  type WaitingDeliveries,
} from './event-log.ts'
import type { Row } from './rows.ts'
import { ADDED_AT_ONCE, addWhole, readSaved, savedText } from './saved-rows.ts'
import { deliveriesIn, eventsAfter, eventsIn, positionOf, rowsMatching } from './search.ts'
import { SEGMENT_BYTES } from './segments.ts'

type Key = Partial<DeliveryKey> & { id: string }
type Range = { limit: number; offset: number }

/**
 * Events and deliveries of this process: in memory, or with a `folder`, in segments below `<folder>/<account>`.
 */
export class LocalEventLog implements EventLog {
  readonly #folder: string | undefined
  readonly #lock: HeldLock
  readonly #logs: AccountLogs
  readonly #touched: TouchedAccounts | undefined

  /** `limits` overrides the defaults; `touched` takes the ids of accounts whose rows change. */
  constructor(
    folder?: string,
    limits: Partial<EventLogLimits> = {},
    lock?: HeldLock,
    touched?: TouchedAccounts,
  ) {
    this.#folder = folder
    this.#lock = lock
    this.#touched = touched
    this.#logs = new AccountLogs(folder, {
      deliveries: DELIVERIES_KEPT,
      pending: PENDING_KEPT,
      events: EVENTS_KEPT,
      bytes: folder === undefined ? BYTES_KEPT.memory : BYTES_KEPT.disk,
      segmentBytes: SEGMENT_BYTES,
      ...limits,
    })
  }

  async stage(accountId: string, rows: NewRows): Promise<StagedRows> {
    const log = await this.#logs.open(accountId)
    const batch = await this.#write(accountId, () => log.stage(rows, true))
    const isForgotten = () => !this.#logs.isOpen(accountId)
    return {
      commit: async () =>
        isForgotten() ? 0 : this.#write(accountId, () => log.commit(batch, rows)),
      drop: async () => (isForgotten() ? undefined : this.#write(accountId, () => log.drop(batch))),
    }
  }

  async add(accountId: string, rows: NewRows): Promise<number> {
    const log = await this.#logs.open(accountId)
    return this.#write(accountId, () => log.add(rows))
  }

  async settle(accountId: string, isRecorded: Parameters<EventLog['settle']>[1]): Promise<void> {
    const log = await this.#logs.find(accountId)
    for (const [batch, { isOfRun, events }] of log?.index.staged ?? []) {
      const isKept = isOfRun && events.size > 0 && [...events.values()].every(isRecorded)
      await this.#write(accountId, () =>
        isKept ? log?.commit(batch, { keepsAll: true }) : log?.drop(batch),
      )
    }
  }

  async find(accountId: string, deliveryId: string) {
    const log = await this.#logs.find(accountId)
    const row = log?.index.rows.get(deliveryId)
    return log && row && log.delivery(row)
  }

  async deliveries(accountId: string, filter: DeliveryFilter, range: Range) {
    const log = await this.#logs.find(accountId)
    return log ? deliveriesIn(log, filter, range) : { items: [], total: 0 }
  }

  async events(accountId: string, filter: EventFilter, range: Range) {
    const log = await this.#logs.find(accountId)
    return log ? eventsIn(log, filter, range) : { items: [], total: 0 }
  }

  async position(accountId: string, event: EventCursor): Promise<LogPosition> {
    const log = await this.#logs.find(accountId)
    return log ? positionOf(log.index, event) : NO_LOG
  }

  async eventsAfter(accountId: string, position: LogPosition, limit: number) {
    const log = await this.#logs.find(accountId)
    return log ? eventsAfter(log, position, limit) : []
  }

  async matching(accountId: string, filter: DeliveryFilter): Promise<DeliveryKey[]> {
    const log = await this.#logs.find(accountId)
    const rows = log ? await rowsMatching(log, filter) : []
    return rows.map(({ id, generation }) => ({ id, generation }))
  }

  async waiting(): Promise<WaitingDeliveries[]> {
    const found: WaitingDeliveries[] = []
    for await (const [accountId, { index }] of this.#logs.opened()) {
      const rows = [...index.rows.values()].filter(({ status }) => status === 'pending')
      const oldest = Math.min(...rows.slice(0, 1).map(({ event }) => event.at))
      if (rows.length > 0) found.push({ accountId, count: rows.length, oldest })
    }
    return found
  }

  async pending(accountId: string): Promise<number> {
    return (await this.#logs.find(accountId))?.index.pending.size ?? 0
  }

  async nextDue(accountId: string, skips?: Skips): Promise<number | undefined> {
    return (await this.#logs.find(accountId))?.index.pending.nextDue(skips)
  }

  async claim(accountId: string, until: number, limit: number, skips?: Skips) {
    return (await this.#logs.find(accountId))?.index.pending.claim(until, limit, skips) ?? []
  }

  async row(accountId: string, key: Key): Promise<DeliveryRow | undefined> {
    return this.#row(await this.#logs.find(accountId), key)
  }

  async body(accountId: string, key: DeliveryKey): Promise<string | undefined> {
    const log = await this.#logs.find(accountId)
    const row = this.#row(log, key)
    return row && log?.body(row.event)
  }

  async release(accountId: string, keys: readonly DeliveryKey[]): Promise<void> {
    const log = await this.#logs.find(accountId)
    for (const key of keys) unclaim(log, this.#row(log, key))
    this.#touched?.add(accountId)
  }

  async change(
    accountId: string,
    keys: readonly DeliveryKey[],
    decide: (row: DeliveryRow, index: number) => DeliveryChange | undefined,
  ): Promise<number> {
    const log = await this.#logs.find(accountId)
    if (!log) return 0
    const changes: { row: Row; change: DeliveryChange }[] = []
    const claimed: Row[] = []
    for (const [index, key] of keys.entries()) {
      const row = this.#row(log, key)
      if (!row) continue
      const change = decide(row, index)
      if (change) changes.push({ row, change })
      // A manual attempt is none of the claim.
      if (row.isClaimed && !change?.attempt?.manual) claimed.push(row)
    }
    const failed = await this.#write(accountId, () => log.change(changes))
    for (const row of claimed) unclaim(log, row)
    this.#touched?.add(accountId)
    return failed
  }

  async waitingWebhooks(accountId: string): Promise<string[]> {
    return (await this.#logs.find(accountId))?.index.pending.webhooks ?? []
  }

  async giveUp(accountId: string, webhookId: string, reason: string): Promise<number> {
    const log = await this.#logs.find(accountId)
    const rows = log?.index.pending.rowsOf(webhookId) ?? []
    if (!log || rows.length === 0) return 0
    return this.#write(accountId, () => log.giveUp(rows, reason))
  }

  async bringForward(accountId: string, { ms = 0, latest }: { ms?: number; latest?: number }) {
    const log = await this.#logs.find(accountId)
    if (log && log.index.pending.size > 0) {
      await this.#write(accountId, () => log.bringForward(ms, latest))
    }
  }

  async save(accountId: string): Promise<string> {
    const log = await this.#logs.find(accountId)
    return log ? savedText(log) : ''
  }

  async restore(accountId: string, saved: string | undefined): Promise<void> {
    await this.forget(accountId)
    if (saved) await this.adopt(accountId, await readSaved(saved))
  }

  async adopt(accountId: string, deliveries: readonly Delivery[]): Promise<void> {
    const log = await this.#logs.open(accountId)
    const { index } = log
    index.isComplete = false
    try {
      for (let at = 0; at < deliveries.length; at += ADDED_AT_ONCE) {
        const part = deliveries.slice(at, at + ADDED_AT_ONCE)
        await this.#write(accountId, () => addWhole(part, log))
        await yieldToEventLoop()
      }
    } finally {
      log.markKept()
      index.isComplete = true
    }
  }

  async forget(accountId: string): Promise<void> {
    await this.#logs.forget(accountId, (log) => this.#write(accountId, () => log.clear()))
  }

  async remembers(accountId: string): Promise<boolean> {
    return this.#logs.has(accountId)
  }

  async close(): Promise<void> {
    this.#logs.close()
  }

  #row(log: AccountEvents | undefined, { id, generation }: Key): Row | undefined {
    const row = log?.index.rows.get(id)
    return generation === undefined || row?.generation === generation ? row : undefined
  }

  /** Runs a synchronous write; a failure of the disk is thrown as a StoreError. */
  async #write<T>(accountId: string, write: () => T): Promise<T> {
    let result: T | undefined
    const path = join(this.#folder ?? '', accountId)
    await writing(path, this.#lock, async () => {
      result = write()
    })
    this.#touched?.add(accountId)
    return result as T
  }
}

function unclaim(log: AccountEvents | undefined, row: Row | undefined): void {
  if (!row?.isClaimed) return
  row.isClaimed = false
  if (row.status === 'pending') log?.index.pending.enqueue(row)
}
