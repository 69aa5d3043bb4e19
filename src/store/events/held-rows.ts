import type { Delivery, DeliveryAttempt } from '../../accounts/delivery.ts'
import { DAY_MS, HOUR_MS } from '../../time/duration.ts'
import {
  type DeliveryRow,
  type EventLogLimits,
  type NewDelivery,
  type NewRows,
  noRoomReason,
  type StoredEvent,
  USUAL_LIMITS,
} from './event-log.ts'

/** A change of the events and deliveries of an account, as in a line of its journal. Members without content are absent. */
export interface RowsChange {
  /** All rows before are gone. */
  replaces?: true
  /** With the `order` of those that were read from a database. */
  events?: readonly (StoredEvent & { order?: number })[]
  deliveries?: readonly DeliveryLine[]
  /** Retries are brought forward by `ms`; none is later than `latest` then. */
  forward?: { ms: number; latest?: number }
  /** Events before this time that no delivery needs are gone. */
  drops_before?: number
}

/** A change that was made elsewhere: its maker decided by the limits, and by what is under way there, which rows it drops. */
export interface MadeChange extends RowsChange {
  /** Ids of all rows that are gone with it. */
  gone: { events: readonly string[]; deliveries: readonly string[] }
}

/** Ids of the rows that a change has added, changed or dropped. */
export interface TouchedRows {
  events: Set<string>
  deliveries: Set<string>
}

/** A new delivery names its event and webhook; otherwise the line is the new state of a known one. */
export interface DeliveryLine extends Partial<NewDelivery> {
  id: string
  /** Default of a new one: `pending`, from the time of its event on. */
  status?: Delivery['status']
  next_attempt_at?: number | null
  failure_reason?: string
  /** Those that were made since the line before. */
  attempts?: readonly DeliveryAttempt[]
}

interface HeldEvent {
  readonly event: StoredEvent
  /** Larger than that of earlier events. */
  readonly order: number
  /** The number of its deliveries. */
  deliveries: number
}

export interface HeldDelivery extends DeliveryRow {
  readonly attempts: readonly DeliveryAttempt[]
}

/** Beyond this number the oldest manual attempts are dropped. */
const ATTEMPTS_KEPT = 20
/** Bytes of a row without its long texts, about. */
const ROW_BYTES = 200
/** The share of a limit that is left when rows are dropped because of it. */
const TRIMMED_TO = 0.99

let generations = 0

/**
 * The events and deliveries of one account, oldest first. They are what the changes of `apply` lead to, in the running process
 * as after its end. Each record stays as it is: a change replaces it, so that a copy of the list is a state.
 */
export class HeldRows {
  readonly events = new Map<string, HeldEvent>()
  readonly deliveries = new Map<string, HeldDelivery>()
  /** The pending ones among the deliveries. */
  readonly pending = new Map<string, HeldDelivery>()
  /** Ids of deliveries that are under way, in this process alone. */
  claimed = new Set<string>()
  /** Another one after all rows were replaced. */
  generation = ++generations
  /** `order` of the last event that was read from a file or restored: readers of other rows continue after it. */
  keptOrder = 0
  /** `order` of the last event that was added. */
  lastOrder = 0
  readonly limits: EventLogLimits
  #bytes = 0
  #pendingBytes = 0
  #newestAt = 0
  /** Time of the newest event when old events were dropped last. */
  #tidiedAt = Number.NEGATIVE_INFINITY
  #touched: TouchedRows = { events: new Set(), deliveries: new Set() }

  constructor(limits: Partial<EventLogLimits> = {}) {
    this.limits = { ...USUAL_LIMITS, ...limits }
  }

  get isEmpty(): boolean {
    return this.events.size + this.deliveries.size === 0
  }

  /** Time of the oldest event of the pending deliveries. */
  get oldestAt(): number | undefined {
    let oldest: number | undefined
    for (const { created_at: at } of this.pending.values()) {
      if (oldest === undefined || at < oldest) oldest = at
    }
    return oldest
  }

  /** Bytes of the events and attempts, about. */
  get bytes(): number {
    return this.#bytes
  }

  /** Rows so far were read or restored: readers of other rows do not get them. */
  markKept(): void {
    this.keptOrder = this.lastOrder
  }

  /** The change that makes all of these rows. */
  whole(): RowsChange {
    return rowsChange({
      events: [...this.events.values()].map(({ event }) => event),
      deliveries: [...this.deliveries.values()].map(wholeLine),
    })
  }

  /**
   * The change that adds rows. Those whose ids exist are left out, and deliveries for which there is no room are given up
   * (`givenUpOf`).
   */
  adding({ events, deliveries, keepsAll }: NewRows): RowsChange {
    if (events.length + deliveries.length === 0) return {}
    const fresh = events.filter(({ id }) => !this.events.has(id))
    const bodies = new Map(fresh.map((event) => [event.id, event]))
    const { limits } = this
    let [waiting, bytes] = [this.pending.size, this.#pendingBytes]
    const lines = deliveries
      .filter(({ id }) => !this.deliveries.has(id))
      .map((line): DeliveryLine => {
        const event = bodies.get(line.event_id) ?? this.events.get(line.event_id)?.event
        bytes += event ? bytesOf(event) : 0
        if (++waiting <= limits.pending && bytes <= limits.bytes / 2) return line
        const failure_reason = noRoomReason(limits)
        return { ...line, status: 'failed', next_attempt_at: null, failure_reason }
      })
    const newest = fresh.at(-1)?.at ?? this.#newestAt
    const isTidyingDue = !keepsAll && Math.abs(newest - this.#tidiedAt) >= HOUR_MS
    const drops = isTidyingDue ? { drops_before: newest - DAY_MS } : {}
    return { ...rowsChange({ events: fresh, deliveries: lines }), ...drops }
  }

  apply(change: RowsChange | MadeChange): TouchedRows {
    const { replaces, events = [], deliveries = [], forward, drops_before } = change
    this.#touched = { events: new Set(), deliveries: new Set() }
    if (replaces) this.#clear()
    for (const event of events) this.#addEvent(event)
    for (const line of deliveries) {
      const known = this.deliveries.get(line.id)
      if (line.event_id !== undefined) {
        if (!known) this.#begin(line as DeliveryLine & NewDelivery)
      } else if (known) this.#change(known, line)
    }
    if (forward) this.#bringForward(forward)
    if (drops_before !== undefined) this.#tidiedAt = this.#newestAt
    if ('gone' in change) this.#drop(change.gone)
    else {
      this.#trim()
      if (drops_before !== undefined) this.#dropOldEvents(drops_before)
    }
    return this.#touched
  }

  #clear(): void {
    for (const rows of [this.events, this.deliveries, this.pending, this.claimed]) rows.clear()
    this.generation = ++generations
    this.keptOrder = 0
    this.lastOrder = 0
    this.#bytes = 0
    this.#pendingBytes = 0
  }

  #addEvent({ order = this.lastOrder + 1, ...event }: StoredEvent & { order?: number }): void {
    if (this.events.has(event.id)) return
    this.events.set(event.id, { event, order, deliveries: 0 })
    this.#touched.events.add(event.id)
    this.lastOrder = order
    this.#newestAt = event.at
    this.#bytes += bytesOf(event)
  }

  #begin({ id, event_id, webhook_id, ...state }: DeliveryLine & NewDelivery): void {
    const held = this.events.get(event_id)
    // Of an event that is gone, or was never there.
    if (!held) return
    held.deliveries += 1
    const { type, at, campaign_id } = held.event
    this.#bytes += ROW_BYTES
    const blank: HeldDelivery = {
      ...{ id, event_id, webhook_id, campaign_id, type, created_at: at },
      ...{ status: 'pending', next_attempt_at: at, attempts: [], scheduled: 0 },
      generation: this.generation,
    }
    this.#change(blank, { id, status: 'pending', next_attempt_at: at, ...state })
  }

  #change(before: HeldDelivery, line: DeliveryLine): void {
    const after = changed(before, line)
    if (line.attempts?.length) this.#bytes += sizeOf(after.attempts) - sizeOf(before.attempts)
    this.#hold(after)
  }

  #hold(delivery: HeldDelivery): void {
    const { id, event_id, status } = delivery
    this.deliveries.set(id, delivery)
    this.#touched.deliveries.add(id)
    const [wasPending, isPending] = [this.pending.has(id), status === 'pending']
    if (isPending) this.pending.set(id, delivery)
    else this.pending.delete(id)
    this.#pendingBytes += (Number(isPending) - Number(wasPending)) * this.#eventBytes(event_id)
  }

  #bringForward({ ms, latest = Number.POSITIVE_INFINITY }: { ms: number; latest?: number }): void {
    for (const delivery of this.pending.values()) {
      const next_attempt_at = Math.min((delivery.next_attempt_at ?? 0) - ms, latest)
      this.#hold(Object.freeze({ ...delivery, next_attempt_at }))
    }
  }

  /** Drops the oldest events and finished deliveries beyond the limits, events that no delivery needs first. */
  #trim(): void {
    const { limits, events, deliveries, pending } = this
    const finished = () => deliveries.size - pending.size
    const mostEvents = trimmedTo(events.size, limits.events)
    const mostFinished = trimmedTo(finished(), limits.finished)
    const mostBytes = trimmedTo(this.#bytes, limits.bytes)
    const isFull = () => this.#bytes > mostBytes
    for (const held of events.values()) {
      if (events.size <= mostEvents && !isFull()) break
      this.#dropIfUnused(held)
    }
    for (const delivery of deliveries.values()) {
      if (finished() <= mostFinished && !isFull()) break
      if (delivery.status === 'pending' || this.claimed.has(delivery.id)) continue
      const held = this.#dropDelivery(delivery)
      if (held && isFull()) this.#dropIfUnused(held)
    }
  }

  #drop({ events, deliveries }: MadeChange['gone']): void {
    for (const id of deliveries) {
      const delivery = this.deliveries.get(id)
      if (delivery) this.#dropDelivery(delivery)
    }
    for (const id of events) {
      const held = this.events.get(id)
      if (held) this.#dropIfUnused(held)
    }
  }

  #dropOldEvents(before: number): void {
    for (const held of this.events.values()) {
      if (held.event.at >= before) break
      this.#dropIfUnused(held)
    }
  }

  #dropDelivery({ id, event_id, attempts }: HeldDelivery): HeldEvent | undefined {
    this.deliveries.delete(id)
    this.#touched.deliveries.add(id)
    this.#bytes -= ROW_BYTES + sizeOf(attempts)
    const held = this.events.get(event_id)
    if (held) held.deliveries -= 1
    return held
  }

  #dropIfUnused({ event, deliveries }: HeldEvent): void {
    if (deliveries > 0) return
    this.events.delete(event.id)
    this.#touched.events.add(event.id)
    this.#bytes -= bytesOf(event)
  }

  #eventBytes(id: string): number {
    const held = this.events.get(id)
    return held ? bytesOf(held.event) : 0
  }
}

/** The state of a delivery after a line. */
export function changed(before: HeldDelivery, line: DeliveryLine): HeldDelivery {
  const { status = 'pending', next_attempt_at = null, failure_reason, attempts = [] } = line
  const { failure_reason: _, ...kept } = before
  return Object.freeze({
    ...kept,
    ...{ status, next_attempt_at, ...(failure_reason !== undefined && { failure_reason }) },
    ...(attempts.length > 0 && attemptsWith(before.attempts, attempts)),
  })
}

/** How many of these new deliveries a change of `adding` gives up. */
export function givenUpOf(change: RowsChange, deliveries: readonly NewDelivery[]): number {
  const failed = new Set(
    change.deliveries?.filter(({ status }) => status === 'failed').map(({ id }) => id),
  )
  return deliveries.filter(({ id }) => failed.has(id)).length
}

/** The line that makes a delivery as it is. */
export function wholeLine(delivery: Omit<HeldDelivery, 'scheduled' | 'generation'>): DeliveryLine {
  const { id, event_id, webhook_id, status, next_attempt_at, attempts } = delivery
  const { failure_reason: reason } = delivery
  return {
    ...{ id, event_id, webhook_id, status, next_attempt_at },
    ...(reason !== undefined && { failure_reason: reason }),
    attempts,
  }
}

/** Without members that have no content. */
function rowsChange({ events = [], deliveries = [] }: RowsChange): RowsChange {
  return { ...(events.length > 0 && { events }), ...(deliveries.length > 0 && { deliveries }) }
}

/** Scheduled attempts are all kept, since they are counted. */
function attemptsWith(before: readonly DeliveryAttempt[], made: readonly DeliveryAttempt[]) {
  const attempts = [...before, ...made]
  while (attempts.length > ATTEMPTS_KEPT) {
    const oldest = attempts.findIndex(({ manual }) => manual)
    if (oldest < 0) break
    attempts.splice(oldest, 1)
  }
  return { attempts, scheduled: attempts.filter(({ manual }) => !manual).length }
}

function bytesOf({ body }: StoredEvent): number {
  return body.length + ROW_BYTES
}

function sizeOf(attempts: readonly DeliveryAttempt[]): number {
  return attempts.reduce((sum, attempt) => sum + JSON.stringify(attempt).length, 0)
}

/** The size that `present` is trimmed to; Infinity if it is within the limit. */
function trimmedTo(present: number, limit: number): number {
  return present > limit ? limit * TRIMMED_TO : Number.POSITIVE_INFINITY
}
