import type { Delivery } from '../../accounts/delivery.ts'
import { DAY_MS, HOUR_MS } from '../../time/duration.ts'
import { compact } from './compaction.ts'
import { EventIndex } from './event-index.ts'
import type { DeliveryChange, EventLogLimits, NewRows, StoredEvent } from './event-log.ts'
import {
  attemptOf,
  changeText,
  deliveryLine,
  eventLine,
  newLine,
  parseLine,
  type Text,
  textOf,
} from './lines.ts'
import type { EventEntry, Row } from './rows.ts'
import type { Segments } from './segments.ts'

/** A full log drops several rows at once, so that it need not look for the oldest with every change. */
const TRIMMED_TO = 0.99

/** The log of one account: what is written to its segments, and the index of it. */
export class AccountEvents {
  index = new EventIndex()
  readonly #segments: Segments
  readonly #limits: EventLogLimits
  #isCleared = false
  /** Bytes up to which nothing can be removed. */
  #fullAt = 0
  /** Time of the newest event when events of more than a day were dropped last. */
  #tidiedAt = Number.NEGATIVE_INFINITY

  constructor(segments: Segments, limits: EventLogLimits) {
    this.#segments = segments
    this.#limits = limits
  }

  /** Reads what is in the segments. */
  async load(): Promise<void> {
    await this.#segments.replay((text, place, path) =>
      this.index.apply(parseLine(text, path), place),
    )
    // Compaction writes old rows again, after newer ones.
    sort(this.index.rows)
    sort(this.index.events)
    // Dropped rows are still in segments that others need.
    this.#trim()
  }

  /** Writes rows that `commit` makes visible; returns the number of their batch. */
  stage(rows: NewRows, isOfRun: boolean): number {
    const batch = this.index.lastBatch + 1
    this.#write([
      [{ kind: 'stage', batch, lines: rows.events.length + rows.deliveries.length, isOfRun }],
      ...this.#linesOf(rows),
    ])
    return batch
  }

  /** Makes a batch visible; returns the number of deliveries that were given up for it. */
  commit(batch: number, { keepsAll }: Pick<NewRows, 'keepsAll'>): number {
    this.#write([[{ kind: 'commit', batch }]])
    return this.#makeRoom(keepsAll)
  }

  /** As both in one write, with `changes` of these deliveries. */
  add(rows: NewRows, changes: readonly Text[] = []): number {
    if (rows.events.length + rows.deliveries.length === 0) return 0
    const batch = this.index.lastBatch + 1
    const lines = rows.events.length + rows.deliveries.length
    this.#write([
      [{ kind: 'stage', batch, lines, isOfRun: false }],
      ...this.#linesOf(rows),
      [{ kind: 'commit', batch }],
      ...changes,
    ])
    return this.#makeRoom(rows.keepsAll)
  }

  drop(batch: number): void {
    this.#write([[{ kind: 'drop', batch }]])
  }

  /** Writes changes in one go; returns how many deliveries are now failed and were not. */
  change(changes: readonly { row: Row; change: DeliveryChange }[]): number {
    const failed = changes.filter(
      ({ row, change }) => row.status !== 'failed' && change.status === 'failed',
    )
    this.#write(changes.map(({ row, change }) => changeText(row.id, row.made, change)))
    this.#makeRoom(true)
    return failed.length
  }

  bringForward(ms: number, latest: number | undefined): void {
    this.#write([[{ kind: 'bring_forward', ms, ...(latest !== undefined && { latest }) }]])
  }

  giveUp(rows: readonly Row[], failure_reason: string): number {
    const change = { status: 'failed' as const, next_attempt_at: null, failure_reason }
    return this.change(rows.map((row) => ({ row, change })))
  }

  event(entry: EventEntry): StoredEvent {
    const { id, type, at, campaign_id, alerts } = entry
    return { id, type, at, campaign_id, alerts, body: this.body(entry) }
  }

  delivery(row: Row): Delivery {
    const { id, event_id, webhook_id, campaign_id, type, created_at, status, next_attempt_at } = row
    const reason = row.failure_reason
    return {
      ...{ id, event_id, webhook_id, campaign_id, type, body: this.body(row.event), created_at },
      ...{ status, next_attempt_at, ...(reason !== undefined && { failure_reason: reason }) },
      attempts: row.attempts.map(({ place }) => attemptOf(this.#segments.read(place))),
    }
  }

  body({ place }: EventEntry): string {
    return textOf(this.#segments.read(place))
  }

  /** The JSON of the attempts of a delivery. */
  attemptTexts(row: Row): string[] {
    return row.attempts.map(({ place }) => textOf(this.#segments.read(place)))
  }

  /** Removes all rows. Later writes, of what was under way, do nothing. */
  clear(): void {
    this.#isCleared = true
    this.index = new EventIndex()
    this.#segments.clear()
  }

  #linesOf({ events, deliveries }: NewRows): Text[] {
    let number = this.index.lastNumber
    return [
      ...events.map((event) => eventLine(event, ++number)),
      ...deliveries.map((delivery): Text => [deliveryLine(delivery, ++number)]),
    ]
  }

  #write(lines: readonly Text[]): void {
    if (lines.length === 0 || this.#isCleared) return
    const places = this.#segments.append(lines.map(newLine))
    for (const [at, [line]] of lines.entries()) {
      const place = places[at]
      if (place) this.index.apply(line, place)
    }
  }

  #makeRoom(keepsAll: boolean): number {
    const givenUp = unlessDiskFails(() => this.#giveUpSurplus()) ?? 0
    this.#trim()
    if (!keepsAll) this.#dropOldEvents()
    unlessDiskFails(() => this.#dropSegments())
    return givenUp
  }

  #giveUpSurplus(): number {
    const { pending: most, bytes: mostBytes } = this.#limits
    const surplus: Row[] = []
    const { pending } = this.index
    let bytes = this.index.pendingBytes - mostBytes / 2
    while (pending.size - surplus.length > most || bytes > 0) {
      const row = pending.oldestOfLongest()
      if (!row) break
      row.isClaimed = true
      bytes -= row.event.bytes
      surplus.push(row)
    }
    const failure_reason = `More deliveries of the account were waiting than it may have (${most}, or ${mostBytes / 2} bytes).`
    const change = { status: 'failed' as const, next_attempt_at: null, failure_reason }
    for (const row of surplus) row.isClaimed = false
    try {
      this.#write(surplus.map((row) => changeText(row.id, row.made, change)))
    } catch (error) {
      for (const row of surplus) pending.enqueue(row)
      throw error
    }
    return surplus.length
  }

  #trim(): void {
    const { index } = this
    const { deliveries, events, bytes } = this.#limits
    const mostRows = trimmedTo(index.rows.size, deliveries)
    const mostEvents = trimmedTo(index.events.size, events)
    // If attempts of pending deliveries fill the log, there is nothing to remove until it grows.
    const mostBytes =
      index.bytes > this.#fullAt ? trimmedTo(index.bytes, bytes) : Number.POSITIVE_INFINITY
    const isFull = () => index.bytes > mostBytes
    const remove = (event: EventEntry) => {
      if (event.rows.length === 0) this.#removeEvent(event)
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

  #removeEvent(event: EventEntry): void {
    this.index.removeEvent(event)
    this.#segments.forget(event.place)
  }

  #dropOldEvents(): void {
    const newest = this.index.newestAt
    if (Math.abs(newest - this.#tidiedAt) < HOUR_MS) return
    this.#tidiedAt = newest
    for (const event of this.index.events.values()) {
      if (event.at >= newest - DAY_MS) break
      if (event.rows.length === 0) this.#removeEvent(event)
    }
  }

  /** Only from the oldest on: a line may undo an earlier one. */
  #dropSegments(): void {
    // The lines of what is staged are counted only when it is committed.
    if (this.index.staged.size > 0) return
    compact(this.index, this.#segments)
    for (let { oldest } = this.#segments; oldest !== undefined; oldest = this.#segments.oldest) {
      if (this.#segments.count === 1 || this.index.uses(oldest) > 0) return
      this.#segments.dropOldest()
    }
  }
}

/** The excess of `present` over `limit`. */
function trimmedTo(present: number, limit: number): number {
  return present > limit ? limit * TRIMMED_TO : Number.POSITIVE_INFINITY
}

/** Room is made again with the next change: a disk that fails must not undo one that was written. */
function unlessDiskFails<T>(makeRoom: () => T): T | undefined {
  try {
    return makeRoom()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error
    return undefined
  }
}

function sort<Entry extends { number: number }>(entries: Map<string, Entry>): void {
  const all = [...entries]
  if (all.every(([, { number }], at) => at === 0 || number >= (all[at - 1]?.[1].number ?? 0)))
    return
  entries.clear()
  for (const [id, entry] of all.sort(([, a], [, b]) => a.number - b.number)) entries.set(id, entry)
}
