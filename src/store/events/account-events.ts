import type { Delivery } from '../../accounts/delivery.ts'
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
import { Retention } from './retention.ts'
import type { EventEntry, Row } from './rows.ts'
import type { Segments } from './segments.ts'

/** The log of one account: what is written to its segments, and the index of it. */
export class AccountEvents {
  index = new EventIndex()
  readonly #segments: Segments
  readonly #limits: EventLogLimits
  readonly #retention: Retention
  #isCleared = false

  constructor(segments: Segments, limits: EventLogLimits) {
    this.#segments = segments
    this.#limits = limits
    this.#retention = new Retention(segments, limits)
  }

  /** Reads what is in the segments. */
  async load(): Promise<void> {
    await this.#segments.replay((text, place, path) =>
      this.index.apply(parseLine(text, path), place),
    )
    // Compaction writes old rows again, after newer ones.
    sort(this.index.rows)
    sort(this.index.events)
    this.index.lastOrder = 0
    for (const event of this.index.events.values()) event.order = ++this.index.lastOrder
    this.markKept()
    // Dropped rows are still in segments that others need.
    this.#retention.trim(this.index)
  }

  /** Rows so far were read or restored: readers of an earlier log do not get them. */
  markKept(): void {
    this.index.keptOrder = this.index.lastOrder
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
    this.#retention.trim(this.index)
    if (!keepsAll) this.#retention.dropOldEvents(this.index)
    unlessDiskFails(() => this.#retention.dropSegments(this.index))
    return givenUp
  }

  #giveUpSurplus(): number {
    const { pending: most, bytes } = this.#limits
    const failure_reason = `More deliveries of the account were waiting than it may have (${most}, or ${bytes / 2} bytes).`
    const change = { status: 'failed' as const, next_attempt_at: null, failure_reason }
    const surplus = this.#retention.surplus(this.index)
    try {
      this.#write(surplus.map((row) => changeText(row.id, row.made, change)))
    } catch (error) {
      for (const row of surplus) this.index.pending.enqueue(row)
      throw error
    }
    return surplus.length
  }
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
