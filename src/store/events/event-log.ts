import type { Account } from '../../accounts/account.ts'
import type { Delivery, DeliveryAttempt } from '../../accounts/delivery.ts'
import type { EventKind } from '../../accounts/event.ts'
import type { Page } from '../../schema/page.ts'

/** Limit of events of an account. An event with deliveries stays as long as these. */
export const EVENTS_KEPT = 10_000
/** Limit of finished deliveries of an account. The oldest ones go first. */
export const FINISHED_KEPT = 10_000
/** Limit of waiting deliveries of an account. Further ones are given up. */
export const PENDING_KEPT = 10_000
/** Limit of bytes of the events and attempts of an account. The same rows go first; half of it may wait. */
export const BYTES_KEPT = 64 * 1024 * 1024

/** How much is kept of an account. */
export interface EventLogLimits {
  finished: number
  pending: number
  events: number
  bytes: number
}

export const USUAL_LIMITS: EventLogLimits = {
  finished: FINISHED_KEPT,
  pending: PENDING_KEPT,
  events: EVENTS_KEPT,
  bytes: BYTES_KEPT,
}

/** Why deliveries are given up for which there was no room. */
export function noRoomReason({ pending, bytes }: EventLogLimits): string {
  const [most, mostBytes] = [pending, bytes / 2].map((number) => number.toLocaleString('en'))
  return `More deliveries of the account were waiting than it may have (${most}, or ${mostBytes} bytes).`
}

/** An event that happened. */
export interface StoredEvent {
  /** `evt_…` */
  id: string
  type: EventKind
  /** Epoch milliseconds of the account's clock. */
  at: number
  campaign_id: string
  /** The request body of its deliveries, as JSON. */
  body: string
  /** Ids of the alerts of the account that it matched. */
  alerts: readonly string[]
}

export interface NewDelivery {
  /** `dlv_…`; follows from the event and the webhook. */
  id: string
  event_id: string
  webhook_id: string
}

/** The rows that a change adds. Rows whose id exists are ignored. */
export interface NewRows {
  events: readonly StoredEvent[]
  /** Deliveries of these events, or of earlier ones. */
  deliveries: readonly NewDelivery[]
  /** Whether events without deliveries are kept for more than a day of the account's clock. */
  keepsAll: boolean
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

/** An event that a reader has seen last, with its time in case the event is gone. */
export type EventCursor = Pick<StoredEvent, 'id' | 'at'>

/** A position in the log of an account. */
export interface LogPosition {
  /** The log: a reset or a restore replaces it with another one. */
  log: number
  /** Of the last event before the position. Later events have larger numbers. */
  number: number
}

/** The position in an account without a log: all events of the next one that are not restored come after it. */
export const NO_LOG: LogPosition = { log: 0, number: 0 }

export type PlacedEvent = StoredEvent & LogPosition

/** The items of a page, and the number of those on all pages. */
export interface Listed<T> {
  items: T[]
  total: number
}

/** True for webhooks that must not receive anything now. */
export type Skips = (webhookId: string) => boolean

/** The pending deliveries of an account. */
export interface WaitingDeliveries {
  accountId: string
  count: number
  /** Time of the oldest event among them, on the account's clock. */
  oldest: number
}

/**
 * The events of accounts and their deliveries. If a change cannot be written, it is undone, and the method rejects with a
 * StoreError.
 */
export interface EventLog {
  /**
   * Adds rows. `change` is a change of the account, as of `Store.update`, in the same write: a crash loses both or neither.
   * If it returns false, no rows are added. Resolves with the number of deliveries that were given up because too many
   * are waiting; undefined if nothing was added.
   */
  add(
    accountId: string,
    rows: NewRows,
    change?: (account: Account) => boolean,
  ): Promise<number | undefined>

  find(accountId: string, deliveryId: string): Promise<Delivery | undefined>
  /** Newest first. */
  deliveries(accountId: string, filter: DeliveryFilter, page: Page): Promise<Listed<Delivery>>
  /** Newest first. */
  events(accountId: string, filter: EventFilter, page: Page): Promise<Listed<StoredEvent>>
  /** The position after an event; if it is gone, just before the first event at or after its time, or the end of the log. */
  position(accountId: string, event: EventCursor): Promise<LogPosition>
  /**
   * The events after a position, oldest first. If the log was replaced since, all events of the new one, except those
   * that were restored.
   */
  eventsAfter(accountId: string, position: LogPosition, limit: number): Promise<PlacedEvent[]>
  /** Keys of the matching deliveries, oldest first. */
  matching(accountId: string, filter: DeliveryFilter): Promise<DeliveryKey[]>
  /** The number of pending deliveries. */
  pending(accountId: string): Promise<number>
  /** The accounts with pending deliveries. */
  waiting(): Promise<WaitingDeliveries[]>

  /** When the next attempt of an unclaimed delivery is due, epoch milliseconds of the account's clock. */
  nextDue(accountId: string, skips?: Skips): Promise<number | undefined>
  /** Claims unclaimed deliveries that are due, at most `limit`: webhooks in turns, those of each in the order of their times. */
  claim(accountId: string, until: number, limit: number, skips?: Skips): Promise<DeliveryRow[]>
  /** The current row; undefined if it is gone, or if a given generation does not match. */
  row(
    accountId: string,
    key: Partial<DeliveryKey> & { id: string },
  ): Promise<DeliveryRow | undefined>
  body(accountId: string, key: DeliveryKey): Promise<string | undefined>
  /** Releases claimed deliveries unchanged. */
  release(accountId: string, keys: readonly DeliveryKey[]): Promise<void>
  /**
   * Changes rows in one write, and releases claimed ones. `decide` may return undefined for no change; it gets the state that
   * earlier keys have left. `alter` then changes the account in the same write. Both may run again. Resolves with the number of
   * rows that failed with this change. Rows that are gone are ignored.
   */
  change(
    accountId: string,
    keys: readonly DeliveryKey[],
    decide: (row: DeliveryRow, index: number) => DeliveryChange | undefined,
    alter?: (account: Account) => void,
  ): Promise<number>
  /** Ids of the webhooks with pending deliveries. */
  waitingWebhooks(accountId: string): Promise<string[]>
  /** Fails all unclaimed pending deliveries of a webhook; `reason` is a sentence. Resolves with their number. */
  giveUp(accountId: string, webhookId: string, reason: string): Promise<number>
  /** Brings all retries forward by `ms`; none is later than `latest` then. */
  bringForward(accountId: string, by: { ms?: number; latest?: number }): Promise<void>

  /** All rows that a snapshot keeps, as text. */
  save(accountId: string): Promise<string>
  /** Replaces all rows of an account with saved ones; undefined removes them. */
  restore(accountId: string, saved: string | undefined): Promise<void>
  forget(accountId: string): Promise<void>
  remembers(accountId: string): Promise<boolean>
}
