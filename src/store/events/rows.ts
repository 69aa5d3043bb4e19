import type { EventKind } from '../../accounts/event.ts'
import type { DeliveryRow } from './event-log.ts'
import type { DeliveryLine, EventLine } from './lines.ts'
import type { Waiting } from './pending-queue.ts'
import type { Place } from './segments.ts'

/** An event without its body. */
export class EventEntry {
  readonly number: number
  readonly id: string
  readonly type: EventKind
  readonly at: number
  readonly campaign_id: string
  readonly alerts: readonly string[]
  /** The length of its first line. The compacted copy of a lazy line has another length. */
  readonly bytes: number
  // The members of `place`: an object of its own would take 32 bytes more for each event.
  #segment: number
  #offset: number
  #length: number
  /** Its place in the order in which events became visible, which staged ones do later. */
  order = 0
  #rows: Row[] | undefined

  constructor(line: EventLine, campaignId: string, place: Place) {
    this.number = line.number
    this.id = line.id
    this.type = line.type
    this.at = line.at
    this.campaign_id = campaignId
    this.alerts = line.alerts ?? NO_ALERTS
    this.bytes = place.bytes
    this.#segment = place.segment
    this.#offset = place.offset
    this.#length = place.bytes
  }

  get place(): Place {
    return { segment: this.#segment, offset: this.#offset, bytes: this.#length }
  }

  set place({ segment, offset, bytes }: Place) {
    this.#segment = segment
    this.#offset = offset
    this.#length = bytes
  }

  /** Its deliveries. */
  get rows(): readonly Row[] {
    return this.#rows ?? NO_ROWS
  }

  addRow(row: Row): void {
    // Most events of an account without webhooks never have one.
    if (this.#rows) this.#rows.push(row)
    else this.#rows = [row]
  }

  removeRow(row: Row): void {
    this.#rows = this.#rows?.filter((each) => each !== row)
  }
}

const NO_ALERTS: readonly string[] = []
const NO_ROWS: readonly Row[] = []

/** A delivery without the text of its attempts. */
export class Row implements DeliveryRow, Waiting {
  readonly number: number
  readonly id: string
  readonly event: EventEntry
  readonly webhook_id: string
  readonly generation: number
  status: DeliveryRow['status'] = 'pending'
  next_attempt_at: number | null
  failure_reason?: string
  /** Oldest first. */
  attempts: { place: Place; isManual: boolean }[] = []
  /** The number of attempts, including dropped ones. */
  made = 0
  isClaimed = false
  place: Place

  constructor(
    line: Pick<DeliveryLine, 'number' | 'id'>,
    { event, webhook_id }: Pick<Row, 'event' | 'webhook_id'>,
    place: Place,
    generation: number,
  ) {
    this.number = line.number
    this.id = line.id
    this.event = event
    this.webhook_id = webhook_id
    this.next_attempt_at = event.at
    this.place = place
    this.generation = generation
  }

  get event_id(): string {
    return this.event.id
  }
  get campaign_id(): string {
    return this.event.campaign_id
  }
  get type(): EventKind {
    return this.event.type
  }
  get created_at(): number {
    return this.event.at
  }
  get scheduled(): number {
    return this.attempts.filter(({ isManual }) => !isManual).length
  }
}

/** The row of a delivery whose event is known already. */
export function moved(row: Row, event: EventEntry): Row {
  return new Row(row, { event, webhook_id: row.webhook_id }, row.place, row.generation)
}
