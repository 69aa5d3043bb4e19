import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Delivery } from '../../accounts/delivery.ts'
import { yieldToEventLoop } from '../../time/steps.ts'
import { type HeldLock, reading, writing } from '../file/store-files.ts'
import type { TouchedAccounts } from '../touched-accounts.ts'
import { AccountEvents } from './account-events.ts'
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
} from './event-log.ts'
import { FileSegments } from './file-segments.ts'
import { OpenFiles } from './open-files.ts'
import type { Row } from './rows.ts'
import { ADDED_AT_ONCE, addWhole, readSaved, savedText } from './saved-rows.ts'
import { deliveriesIn, eventsAfter, eventsIn, rowsMatching } from './search.ts'
import { MemorySegments, SEGMENT_BYTES } from './segments.ts'

type Key = Partial<DeliveryKey> & { id: string }
type Range = { limit: number; offset: number }

/**
 * Events and deliveries of this process: in memory, or with a `folder`, in segments below `<folder>/<account>`. The log
 * of an account is read when it is first needed, so that the start does not wait for it.
 */
export class LocalEventLog implements EventLog {
  readonly #folder: string | undefined
  readonly #limits: EventLogLimits
  readonly #lock: HeldLock
  readonly #files = new OpenFiles()
  readonly #logs = new Map<string, Promise<AccountEvents>>()
  /** Accounts with segments that were not read yet. */
  readonly #unread: Set<string>

  readonly #touched: TouchedAccounts | undefined

  /** `limits` other than the usual ones; `touched` takes the ids of accounts whose rows change. */
  constructor(
    folder?: string,
    limits: Partial<EventLogLimits> = {},
    lock?: HeldLock,
    touched?: TouchedAccounts,
  ) {
    this.#folder = folder
    this.#lock = lock
    this.#touched = touched
    this.#limits = {
      deliveries: DELIVERIES_KEPT,
      pending: PENDING_KEPT,
      events: EVENTS_KEPT,
      bytes: folder === undefined ? BYTES_KEPT.memory : BYTES_KEPT.disk,
      segmentBytes: SEGMENT_BYTES,
      ...limits,
    }
    const hasFolder = folder !== undefined && existsSync(folder)
    this.#unread = new Set(hasFolder ? readdirSync(folder) : [])
  }

  async stage(accountId: string, rows: NewRows): Promise<StagedRows> {
    const log = await this.#make(accountId)
    const batch = await this.#write(accountId, () => log.stage(rows, true))
    const isForgotten = () => this.#logs.get(accountId) === undefined
    return {
      commit: async () =>
        isForgotten() ? 0 : this.#write(accountId, () => log.commit(batch, rows)),
      drop: async () => (isForgotten() ? undefined : this.#write(accountId, () => log.drop(batch))),
    }
  }

  async add(accountId: string, rows: NewRows): Promise<number> {
    const log = await this.#make(accountId)
    return this.#write(accountId, () => log.add(rows))
  }

  async settle(accountId: string, isRecorded: Parameters<EventLog['settle']>[1]): Promise<void> {
    const log = await this.#of(accountId)
    for (const [batch, { isOfRun, events }] of log?.index.staged ?? []) {
      const isKept = isOfRun && events.size > 0 && [...events.values()].every(isRecorded)
      await this.#write(accountId, () =>
        isKept ? log?.commit(batch, { keepsAll: true }) : log?.drop(batch),
      )
    }
  }

  async find(accountId: string, deliveryId: string) {
    const log = await this.#of(accountId)
    const row = log?.index.rows.get(deliveryId)
    return log && row && log.delivery(row)
  }

  async deliveries(accountId: string, filter: DeliveryFilter, range: Range) {
    const log = await this.#of(accountId)
    return log ? deliveriesIn(log, filter, range) : { items: [], total: 0 }
  }

  async events(accountId: string, filter: EventFilter, range: Range) {
    const log = await this.#of(accountId)
    return log ? eventsIn(log, filter, range) : { items: [], total: 0 }
  }

  async eventsAfter(accountId: string, cursor: EventCursor, limit: number) {
    const log = await this.#of(accountId)
    return log ? eventsAfter(log, cursor, limit) : []
  }

  async matching(accountId: string, filter: DeliveryFilter): Promise<DeliveryKey[]> {
    const log = await this.#of(accountId)
    const rows = log ? await rowsMatching(log, filter) : []
    return rows.map(({ id, generation }) => ({ id, generation }))
  }

  async pending(accountId: string): Promise<number> {
    return (await this.#of(accountId))?.index.pending.size ?? 0
  }

  async nextDue(accountId: string, skips?: Skips): Promise<number | undefined> {
    return (await this.#of(accountId))?.index.pending.nextDue(skips)
  }

  async claim(accountId: string, until: number, limit: number, skips?: Skips) {
    return (await this.#of(accountId))?.index.pending.claim(until, limit, skips) ?? []
  }

  async row(accountId: string, key: Key): Promise<DeliveryRow | undefined> {
    return this.#row(await this.#of(accountId), key)
  }

  async body(accountId: string, key: DeliveryKey): Promise<string | undefined> {
    const log = await this.#of(accountId)
    const row = this.#row(log, key)
    return row && log?.body(row.event)
  }

  async release(accountId: string, keys: readonly DeliveryKey[]): Promise<void> {
    const log = await this.#of(accountId)
    for (const key of keys) unclaim(log, this.#row(log, key))
    this.#touched?.add(accountId)
  }

  async change(
    accountId: string,
    keys: readonly DeliveryKey[],
    decide: (row: DeliveryRow, index: number) => DeliveryChange | undefined,
  ): Promise<number> {
    const log = await this.#of(accountId)
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
    return (await this.#of(accountId))?.index.pending.webhooks ?? []
  }

  async giveUp(accountId: string, webhookId: string, reason: string): Promise<number> {
    const log = await this.#of(accountId)
    const rows = log?.index.pending.rowsOf(webhookId) ?? []
    if (!log || rows.length === 0) return 0
    return this.#write(accountId, () => log.giveUp(rows, reason))
  }

  async bringForward(accountId: string, { ms = 0, latest }: { ms?: number; latest?: number }) {
    const log = await this.#of(accountId)
    if (log && log.index.pending.size > 0) {
      await this.#write(accountId, () => log.bringForward(ms, latest))
    }
  }

  async save(accountId: string): Promise<string> {
    const log = await this.#of(accountId)
    return log ? savedText(log) : ''
  }

  async restore(accountId: string, saved: string | undefined): Promise<void> {
    await this.forget(accountId)
    if (saved) await this.adopt(accountId, await readSaved(saved))
  }

  async adopt(accountId: string, deliveries: readonly Delivery[]): Promise<void> {
    const log = await this.#make(accountId)
    for (let at = 0; at < deliveries.length; at += ADDED_AT_ONCE) {
      const part = deliveries.slice(at, at + ADDED_AT_ONCE)
      await this.#write(accountId, () => addWhole(part, log))
      await yieldToEventLoop()
    }
  }

  async forget(accountId: string): Promise<void> {
    const opening = this.#logs.get(accountId)
    // One that can't be read is forgotten, too.
    const log = opening && (await opening.catch(() => undefined))
    this.#logs.delete(accountId)
    const wasUnread = this.#unread.delete(accountId)
    if (!log && !wasUnread) return
    try {
      await this.#write(accountId, () => (log ?? this.#logOf(accountId)).clear())
    } catch (error) {
      this.#unread.add(accountId)
      throw error
    }
  }

  async remembers(accountId: string): Promise<boolean> {
    return this.#logs.has(accountId) || this.#unread.has(accountId)
  }

  async close(): Promise<void> {
    this.#files.closeAll()
  }

  #row(log: AccountEvents | undefined, { id, generation }: Key): Row | undefined {
    const row = log?.index.rows.get(id)
    return generation === undefined || row?.generation === generation ? row : undefined
  }

  /** Undefined for an account without rows. */
  #of(accountId: string): Promise<AccountEvents> | undefined {
    return this.#unread.has(accountId) ? this.#make(accountId) : this.#logs.get(accountId)
  }

  #make(accountId: string): Promise<AccountEvents> {
    const known = this.#logs.get(accountId)
    if (known) return known
    const opening = this.#open(accountId)
    this.#logs.set(accountId, opening)
    // The next call tries again.
    opening.catch(() => this.#logs.delete(accountId))
    return opening
  }

  async #open(accountId: string): Promise<AccountEvents> {
    const log = this.#logOf(accountId)
    if (this.#unread.has(accountId)) {
      await reading(join(this.#folder ?? '', accountId), () => log.load())
    }
    this.#unread.delete(accountId)
    return log
  }

  #logOf(accountId: string): AccountEvents {
    const { segmentBytes } = this.#limits
    if (this.#folder === undefined) {
      return new AccountEvents(new MemorySegments(segmentBytes), this.#limits)
    }
    const folder = join(this.#folder, accountId)
    const segments = new FileSegments({ folder, accountId, segmentBytes }, this.#files)
    return new AccountEvents(segments, this.#limits)
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
