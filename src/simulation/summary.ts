import type { EventKind } from '../accounts/event.ts'
import type { Tally } from '../webhooks/delivery-queue.ts'
import { type EventCounts, noEvents } from './event.ts'

/** The events and deliveries of a move of a clock. */
export class Summary {
  /** Epoch milliseconds of the account's clock, as `to`. */
  readonly from: number
  to: number
  runs = 0
  readonly events = noEvents()
  readonly deliveries: Tally = { delivered: 0, failed_attempts: 0, given_up: 0 }
  /** Deliveries among those given up for which there was no room. */
  withoutRoom = 0
  /** Ids of webhooks whose deliveries were put off because their receivers were too slow. */
  slow_webhooks: readonly string[] = []

  constructor(from: number, to = from) {
    this.from = from
    this.to = to
  }

  /** Counts the events of a run that are of these kinds. */
  count(events: EventCounts, kinds: ReadonlySet<EventKind>): void {
    this.runs++
    for (const kind of kinds) this.events[kind] += events[kind]
  }

  countRuns(runs: number, events: readonly { type: EventKind }[]): void {
    this.runs += runs
    for (const { type } of events) this.events[type]++
  }
}
