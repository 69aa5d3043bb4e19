import type { Delivery, DeliveryAttempt } from '../../accounts/delivery.ts'
import type { EventKind } from '../../accounts/event.ts'

/** Deliveries of an account that are kept, finished and pending together; the oldest finished ones are dropped. */
export const DELIVERIES_KEPT = 100_000
/** Limit of pending deliveries; beyond it, the oldest of the longest backlog are given up. */
export const PENDING_KEPT = 50_000
/** Events of an account that are kept. An event is kept as long as its deliveries, too. */
export const EVENTS_KEPT = 100_000
/** Bytes of the events and attempts of an account, on disk and in memory; beyond, as for the numbers above. */
export const BYTES_KEPT = { disk: 512 * 1024 * 1024, memory: 64 * 1024 * 1024 }

/** How much the log of an account keeps. */
export interface EventLogLimits {
  deliveries: number
  pending: number
  events: number
  bytes: number
  /** Bytes after which a segment is full. */
  segmentBytes: number
}

/** An event that happened. */
export interface StoredEvent {
  /** `evt_…` */
  id: string
  type: EventKind
  /** Epoch milliseconds of the account's clock. */
  at: number
  campaign_id: string
  /** The request body of its deliveries, JSON. */
  body: string
  /** Ids of the alerts of the account that it matched. */
  alerts: readonly string[]
}

/** A text that is built on demand. It must not change over time, and must not hold references to large objects. */
export interface LazyText {
  /** Approximate length, which the log counts as bytes. */
  readonly length: number
  build(): string
}

export function builtText(text: string | LazyText): string {
  return typeof text === 'string' ? text : text.build()
}

/** An event to be stored. */
export type NewEvent = Omit<StoredEvent, 'body'> & { body: string | LazyText }

export interface NewDelivery {
  /** `dlv_…`; follows from the event and the webhook. */
  id: string
  event_id: string
  webhook_id: string
}

/** The rows that a change adds; rows whose id exists are left alone. */
export interface NewRows {
  events: readonly NewEvent[]
  /** Deliveries of these events, or of earlier ones. */
  deliveries: readonly NewDelivery[]
  /** Whether events that no delivery needs are kept for more than a day of the account's clock. */
  keepsAll: boolean
}

/** Rows without lazy texts, for a log that writes them at once. */
export type BuiltRows = Omit<NewRows, 'events'> & { events: readonly StoredEvent[] }

export function builtRows(rows: NewRows): BuiltRows {
  return { ...rows, events: rows.events.map((row) => ({ ...row, body: builtText(row.body) })) }
}

/** A delivery without its body and attempts. */
export interface DeliveryRow extends Omit<Delivery, 'body' | 'attempts'> {
  /** The number of scheduled attempts so far. */
  scheduled: number
  /** Distinguishes deliveries with equal ids, which a reset may make again. */
  readonly generation: number
}

export type DeliveryKey = Pick<DeliveryRow, 'id' | 'generation'>

/** The new state of a delivery. */
export interface DeliveryChange
  extends Pick<Delivery, 'status' | 'next_attempt_at' | 'failure_reason'> {
  /** The attempt that was made. */
  attempt?: DeliveryAttempt
}

/** Filters of a list of events. Times are in epoch milliseconds of the account's clock. */
export interface EventFilter {
  campaign_id?: string | undefined
  event_id?: string | undefined
  /** Events that this alert matched. */
  alert_id?: string | undefined
  type?: EventKind | undefined
  since?: number | undefined
  /** Inclusive. */
  until?: number | undefined
  /** Text in the body, and of a delivery also in responses and errors; ASCII letters match in both cases. */
  q?: string | undefined
}

/** Filters of a list of deliveries; its times are those of the events. */
export interface DeliveryFilter extends EventFilter {
  webhook_id?: string | undefined
  status?: Delivery['status'] | undefined
}

/** A place in the log of events: an event, and its time in case that it is gone. */
export type EventCursor = Pick<StoredEvent, 'id' | 'at'>

export interface PageOf<T> {
  items: T[]
  total: number
}

interface Range {
  limit: number
  offset: number
}

/** Rows that are durable, and not visible yet. One of the two must be called. */
export interface StagedRows {
  /** Makes them visible. Resolves with the number of pending deliveries that were given up to make room. */
  commit(): Promise<number>
  drop(): Promise<void>
}

/** For webhooks to which nothing may be sent now. */
export type Skips = (webhookId: string) => boolean

/**
 * The events of the accounts and their deliveries. Rows of their own instead of a part of the account, so that a change
 * costs what it changes, whatever waits. Methods reject with a StoreError if a change can't be written; it is undone.
 */
export interface EventLog {
  /** Writes rows before the change of the account that goes with them, so that a crash in between loses neither. */
  stage(accountId: string, rows: NewRows): Promise<StagedRows>
  /** As `stage` and `commit` in one. */
  add(accountId: string, rows: NewRows): Promise<number>
  /**
   * Decides about rows that were staged when the process ended: they are kept if `isRecorded` holds for each of their
   * events. Called before anything is sent.
   */
  settle(
    accountId: string,
    isRecorded: (event: Omit<StoredEvent, 'body'>) => boolean,
  ): Promise<void>

  find(accountId: string, deliveryId: string): Promise<Delivery | undefined>
  /** Newest first. */
  deliveries(accountId: string, filter: DeliveryFilter, range: Range): Promise<PageOf<Delivery>>
  /** Newest first. */
  events(accountId: string, filter: EventFilter, range: Range): Promise<PageOf<StoredEvent>>
  /** The events after the cursor, in the order in which they happened; without its event, those from its time on. */
  eventsAfter(accountId: string, cursor: EventCursor, limit: number): Promise<StoredEvent[]>
  /** Keys of the matching deliveries, oldest first. */
  matching(accountId: string, filter: DeliveryFilter): Promise<DeliveryKey[]>
  /** The number of pending deliveries. */
  pending(accountId: string): Promise<number>

  /** When the next attempt of an unclaimed delivery is due, epoch milliseconds of the account's clock. */
  nextDue(accountId: string, skips?: Skips): Promise<number | undefined>
  /** Claims unclaimed deliveries that are due, at most `limit`: webhooks in turns, those of each in the order of their times. */
  claim(accountId: string, until: number, limit: number, skips?: Skips): Promise<DeliveryRow[]>
  /** The present row, with a generation the one of that generation; undefined if it is gone. */
  row(
    accountId: string,
    key: Partial<DeliveryKey> & { id: string },
  ): Promise<DeliveryRow | undefined>
  body(accountId: string, key: DeliveryKey): Promise<string | undefined>
  /** Gives claimed deliveries back unchanged. */
  release(accountId: string, keys: readonly DeliveryKey[]): Promise<void>
  /**
   * Changes rows in one write, and gives them back if they were claimed; `decide` may return undefined for no change.
   * Resolves with the rows that were given up: those that are now failed and were not. Rows that are gone are left out.
   */
  change(
    accountId: string,
    keys: readonly DeliveryKey[],
    decide: (row: DeliveryRow, index: number) => DeliveryChange | undefined,
  ): Promise<number>
  /** Ids of the webhooks with pending deliveries. */
  waitingWebhooks(accountId: string): Promise<string[]>
  /** Ends all pending deliveries of a webhook that are not claimed; `reason` is a sentence. Resolves with their number. */
  giveUp(accountId: string, webhookId: string, reason: string): Promise<number>
  /** Brings all retries forward by `ms`, and then those later than `latest` to that time. */
  bringForward(accountId: string, by: { ms?: number; latest?: number }): Promise<void>

  /** All rows that a snapshot keeps, as text. */
  save(accountId: string): Promise<string>
  /** Replaces all rows of an account by saved ones; undefined for none. */
  restore(accountId: string, saved: string | undefined): Promise<void>
  /** Adds deliveries that an earlier release kept in the account, unless it has them. */
  adopt(accountId: string, deliveries: readonly Delivery[]): Promise<void>
  forget(accountId: string): Promise<void>
  remembers(accountId: string): Promise<boolean>
  close(): Promise<void>
}
