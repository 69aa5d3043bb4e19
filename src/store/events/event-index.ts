import { SharedValues } from '../../accounts/shared-values.ts'
import type { ChangeLine, DeliveryLine, EventLine, Line } from './lines.ts'
import { PendingQueue } from './pending-queue.ts'
import { EventEntry, moved, Row } from './rows.ts'
import type { Place } from './segments.ts'

/** Beyond this number the oldest manual attempts are dropped. */
const ATTEMPTS_KEPT = 20
/** A table of the ids of all campaigns would take as much as it saves. */
const KEPT_IDS = 4_096

/** Rows that are not visible yet. */
interface Staged {
  /** Lines that follow. */
  left: number
  isOfRun: boolean
  events: Map<string, EventEntry>
  rows: Row[]
}

let generations = 0

/** The state of an account's log, summed up from its lines, in memory; the long texts stay in the files. */
export class EventIndex {
  /** Oldest first, as `rows`. */
  readonly events = new Map<string, EventEntry>()
  readonly rows = new Map<string, Row>()
  readonly pending = new PendingQueue<Row>()
  readonly staged = new Map<number, Staged>()
  readonly generation = ++generations
  lastNumber = 0
  /** While rows are being restored, in parts, readers of new events wait. */
  isComplete = true
  /** `order` of the newest event. */
  lastOrder = 0
  /** `lastOrder` when the log was read or restored. Readers of an earlier log continue after it. */
  keptOrder = 0
  /** Time of the newest event, epoch milliseconds of the account's clock. */
  newestAt = 0
  lastBatch = 0
  /** Bytes of the lines that rows and events have. */
  bytes = 0
  /** Bytes of the bodies of pending deliveries. */
  pendingBytes = 0
  /** The number of these lines by segment. */
  readonly #uses = new Map<number, number>()
  #filling: Staged | undefined
  /** Ids that recent rows have in common are kept once. */
  readonly #ids = new SharedValues((id: string) => id, KEPT_IDS)

  apply(line: Line, place: Place): void {
    switch (line.kind) {
      case 'stage':
        this.#filling = { left: line.lines, isOfRun: line.isOfRun, events: new Map(), rows: [] }
        this.staged.set(line.batch, this.#filling)
        this.lastBatch = Math.max(this.lastBatch, line.batch)
        break
      case 'event':
        this.#applyEvent(line, place)
        break
      case 'delivery':
        this.#applyDelivery(line, place)
        break
      case 'change':
        this.#applyChange(line, place)
        break
      case 'commit':
        this.#commit(this.staged.get(line.batch))
        this.#unstage(line.batch)
        break
      case 'drop':
        this.#unstage(line.batch)
        break
      case 'bring_forward':
        this.pending.retime((at) => Math.min(at - line.ms, line.latest ?? Number.POSITIVE_INFINITY))
    }
  }

  #commit(staged: Staged | undefined): void {
    for (const event of staged?.events.values() ?? []) this.#addEvent(event)
    for (const row of staged?.rows ?? []) this.#addRow(row)
  }

  #unstage(batch: number): void {
    this.staged.delete(batch)
    // Its other lines were cut off, so those that follow are not its own.
    this.#filling = undefined
  }

  /** Whether a row or event was not removed. */
  has(entry: Row | EventEntry): boolean {
    return (entry instanceof Row ? this.rows : this.events).get(entry.id) === entry
  }

  uses(segment: number): number {
    return this.#uses.get(segment) ?? 0
  }

  /** Counts a line as used, or no more. */
  use(place: Place, by: 1 | -1): void {
    this.#uses.set(place.segment, this.uses(place.segment) + by)
    if (this.uses(place.segment) === 0) this.#uses.delete(place.segment)
    this.bytes += by * place.bytes
  }

  removeRow(row: Row): void {
    this.rows.delete(row.id)
    row.event.removeRow(row)
    this.use(row.place, -1)
    for (const { place } of row.attempts) this.use(place, -1)
  }

  removeEvent(event: EventEntry): void {
    this.events.delete(event.id)
    this.use(event.place, -1)
  }

  #applyEvent(line: EventLine, place: Place): void {
    this.lastNumber = Math.max(this.lastNumber, line.number)
    const event = new EventEntry(line, this.#ids.of(line.campaign_id), place)
    if (this.#isStaged()) this.#filling?.events.set(event.id, event)
    else this.#addEvent(event)
  }

  #applyDelivery(line: DeliveryLine, place: Place): void {
    this.lastNumber = Math.max(this.lastNumber, line.number)
    const filling = this.#isStaged() ? this.#filling : undefined
    const event = this.events.get(line.event_id) ?? filling?.events.get(line.event_id)
    if (!event) return
    const of = { event, webhook_id: this.#ids.of(line.webhook_id) }
    const row = new Row(line, of, place, this.generation)
    if (filling) filling.rows.push(row)
    else this.#addRow(row)
  }

  #applyChange(line: ChangeLine, place: Place): void {
    const row = this.rows.get(line.id)
    if (!row) return
    const wasPending = row.status === 'pending'
    if (line.attempt !== undefined && line.attempt > row.made) {
      row.made = line.attempt
      row.attempts.push({ place, isManual: line.manual === true })
      this.use(place, 1)
      this.#dropAttempts(row)
    }
    row.status = line.status
    row.next_attempt_at = line.next
    if (line.reason === undefined) delete row.failure_reason
    else row.failure_reason = line.reason
    const isPending = row.status === 'pending'
    if (wasPending && !isPending) this.#count(row, -1)
    else if (!wasPending && isPending) this.#count(row, 1)
    else if (isPending && !row.isClaimed) this.pending.enqueue(row)
  }

  /** Scheduled attempts are all kept, since they are counted. */
  #dropAttempts(row: Row): void {
    if (row.attempts.length <= ATTEMPTS_KEPT) return
    const index = row.attempts.findIndex(({ isManual }) => isManual)
    const [dropped] = row.attempts.splice(index, 1)
    if (dropped) this.use(dropped.place, -1)
  }

  #addEvent(event: EventEntry): void {
    if (this.events.has(event.id)) return
    this.events.set(event.id, event)
    event.order = ++this.lastOrder
    this.newestAt = event.at
    this.use(event.place, 1)
  }

  #addRow(row: Row): void {
    if (this.rows.has(row.id)) return
    // The event may have been removed meanwhile, or staged twice.
    this.#addEvent(row.event)
    const known = this.events.get(row.event.id) as EventEntry
    const added = known === row.event ? row : moved(row, known)
    this.rows.set(added.id, added)
    added.event.addRow(added)
    this.use(added.place, 1)
    this.#count(added, 1)
  }

  #count(row: Row, by: 1 | -1): void {
    if (by === 1) this.pending.add(row)
    else this.pending.remove(row)
    this.pendingBytes += by * row.event.bytes
  }

  #isStaged(): boolean {
    if (!this.#filling || this.#filling.left === 0) return false
    this.#filling.left -= 1
    return true
  }
}
