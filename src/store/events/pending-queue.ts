import TinyQueue from 'tinyqueue'
import type { Skips } from './event-log.ts'

/** The part of a pending delivery that the queue reads. */
export interface Waiting {
  readonly webhook_id: string
  status: 'pending' | 'delivered' | 'failed'
  next_attempt_at: number | null
  /** Grows with each delivery of the account. */
  readonly number: number
  isClaimed: boolean
}

/** A place in a backlog; outdated once its delivery is claimed, finished or has another time. */
interface Place<Row> {
  row: Row
  at: number
}

interface Backlog<Row> {
  places: TinyQueue<Place<Row>>
  /** Pending deliveries, claimed ones included. */
  rows: Set<Row>
}

/** The pending deliveries of an account by webhook and time. Each step takes the time of the logarithm of their number. */
export class PendingQueue<Row extends Waiting> {
  readonly #backlogs = new Map<string, Backlog<Row>>()
  #size = 0

  get size(): number {
    return this.#size
  }

  get webhooks(): string[] {
    return [...this.#backlogs.keys()]
  }

  add(row: Row): void {
    const backlog = this.#backlogs.get(row.webhook_id) ?? {
      places: emptyPlaces<Row>(),
      rows: new Set<Row>(),
    }
    this.#backlogs.set(row.webhook_id, backlog)
    backlog.rows.add(row)
    this.#size += 1
    this.enqueue(row)
  }

  /** Puts a pending row that is not claimed at the place of its time. */
  enqueue(row: Row): void {
    this.#backlogs.get(row.webhook_id)?.places.push({ row, at: row.next_attempt_at ?? 0 })
  }

  /** After its status has changed. */
  remove(row: Row): void {
    const backlog = this.#backlogs.get(row.webhook_id)
    if (!backlog) return
    backlog.rows.delete(row)
    this.#size -= 1
    if (backlog.rows.size === 0) this.#backlogs.delete(row.webhook_id)
  }

  nextDue(skips: Skips = () => false): number | undefined {
    let earliest: number | undefined
    for (const [webhookId, backlog] of this.#backlogs) {
      const at = first(backlog)?.at
      if (at === undefined || (earliest !== undefined && at >= earliest)) continue
      if (!skips(webhookId)) earliest = at
    }
    return earliest
  }

  /** Claims due rows, webhooks in turns. */
  claim(until: number, limit: number, skips: Skips = () => false): Row[] {
    const claimed: Row[] = []
    let backlogs = [...this.#backlogs].filter(([id]) => !skips(id)).map(([, backlog]) => backlog)
    while (backlogs.length > 0 && claimed.length < limit) {
      backlogs = backlogs.filter((backlog) => {
        const place = first(backlog)
        if (!place || place.at > until || claimed.length >= limit) return false
        backlog.places.pop()
        place.row.isClaimed = true
        claimed.push(place.row)
        return true
      })
    }
    return claimed
  }

  /** Unclaimed rows of a webhook. */
  rowsOf(webhookId: string): Row[] {
    const { rows = [] } = this.#backlogs.get(webhookId) ?? {}
    return [...rows].filter(({ isClaimed }) => !isClaimed)
  }

  /** The next row of the webhook with the most pending ones. */
  oldestOfLongest(): Row | undefined {
    const byLength = [...this.#backlogs.values()].sort((a, b) => b.rows.size - a.rows.size)
    for (const backlog of byLength) {
      const place = first(backlog)
      if (place) return place.row
    }
    return undefined
  }

  /** Changes the times of all rows, claimed ones included; the places follow. */
  retime(time: (at: number) => number): void {
    for (const backlog of this.#backlogs.values()) {
      backlog.places = emptyPlaces()
      for (const row of backlog.rows) {
        row.next_attempt_at = time(row.next_attempt_at ?? 0)
        if (!row.isClaimed) this.enqueue(row)
      }
    }
  }
}

function emptyPlaces<Row extends Waiting>() {
  return new TinyQueue<Place<Row>>([], (a, b) => a.at - b.at || a.row.number - b.row.number)
}

function isCurrent<Row extends Waiting>({ row, at }: Place<Row>): boolean {
  return row.status === 'pending' && !row.isClaimed && (row.next_attempt_at ?? 0) === at
}

function first<Row extends Waiting>({ places }: Backlog<Row>): Place<Row> | undefined {
  for (let place = places.peek(); place; place = places.peek()) {
    if (isCurrent(place)) return place
    places.pop()
  }
  return undefined
}
