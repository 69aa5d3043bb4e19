import { DAY_MS, HOUR_MS } from '../../time/duration.ts'
import { compact } from './compaction.ts'
import type { EventIndex } from './event-index.ts'
import type { EventLogLimits } from './event-log.ts'
import type { EventEntry, Row } from './rows.ts'
import type { Segments } from './segments.ts'

/** A full log drops several rows at once, so that it need not look for the oldest with every change. */
const TRIMMED_TO = 0.99

/** Keeps the log of an account within its limits. */
export class Retention {
  readonly #segments: Segments
  readonly #limits: EventLogLimits
  /** Bytes up to which nothing can be removed. */
  #fullAt = 0
  /** Time of the newest event when `dropOldEvents` ran last. */
  #tidiedAt = Number.NEGATIVE_INFINITY

  constructor(segments: Segments, limits: EventLogLimits) {
    this.#segments = segments
    this.#limits = limits
  }

  /** Takes the pending deliveries beyond the limits off the queue, the oldest of the longest backlog first. */
  surplus({ pending, pendingBytes }: EventIndex): Row[] {
    const { pending: most, bytes: mostBytes } = this.#limits
    const surplus: Row[] = []
    let bytes = pendingBytes - mostBytes / 2
    while (pending.size - surplus.length > most || bytes > 0) {
      const row = pending.oldestOfLongest()
      if (!row) break
      row.isClaimed = true
      bytes -= row.event.bytes
      surplus.push(row)
    }
    for (const row of surplus) row.isClaimed = false
    return surplus
  }

  /** Removes the oldest events and finished deliveries beyond the limits. */
  trim(index: EventIndex): void {
    const { deliveries, events, bytes } = this.#limits
    const mostRows = trimmedTo(index.rows.size, deliveries)
    const mostEvents = trimmedTo(index.events.size, events)
    // If attempts of pending deliveries fill the log, there is nothing to remove until it grows.
    const mostBytes =
      index.bytes > this.#fullAt ? trimmedTo(index.bytes, bytes) : Number.POSITIVE_INFINITY
    const isFull = () => index.bytes > mostBytes
    const remove = (event: EventEntry) => {
      if (event.rows.length === 0) this.#removeEvent(index, event)
    }
    // Events that no delivery needs are removed first.
    for (const event of index.events.values()) {
      if (index.events.size <= mostEvents && !isFull()) break
      remove(event)
    }
    for (const row of index.rows.values()) {
      if (index.rows.size <= mostRows && !isFull()) break
      if (row.status === 'pending' || row.isClaimed) continue
      index.removeRow(row)
      if (isFull()) remove(row.event)
    }
    if (isFull()) this.#fullAt = index.bytes + bytes * (1 - TRIMMED_TO)
    else if (index.bytes <= bytes) this.#fullAt = 0
  }

  /** Removes events of more than a day that no delivery needs. Looks for them once an hour of the account's clock. */
  dropOldEvents(index: EventIndex): void {
    const newest = index.newestAt
    if (Math.abs(newest - this.#tidiedAt) < HOUR_MS) return
    this.#tidiedAt = newest
    for (const event of index.events.values()) {
      if (event.at >= newest - DAY_MS) break
      if (event.rows.length === 0) this.#removeEvent(index, event)
    }
  }

  /** Drops segments without used lines. Only from the oldest on: a line may undo an earlier one. */
  dropSegments(index: EventIndex): void {
    // The lines of what is staged are counted only when it is committed.
    if (index.staged.size > 0) return
    compact(index, this.#segments)
    for (let { oldest } = this.#segments; oldest !== undefined; oldest = this.#segments.oldest) {
      if (this.#segments.count === 1 || index.uses(oldest) > 0) return
      this.#segments.dropOldest()
    }
  }

  #removeEvent(index: EventIndex, event: EventEntry): void {
    index.removeEvent(event)
    // A staged delivery may refer to the event, which its commit adds again.
    if (index.staged.size === 0) this.#segments.forget(event.place)
  }
}

/** The size that `present` is trimmed to; Infinity if it is within the limit. */
function trimmedTo(present: number, limit: number): number {
  return present > limit ? limit * TRIMMED_TO : Number.POSITIVE_INFINITY
}
