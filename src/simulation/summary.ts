import { type EventCounts, noEvents, type ServiceEvent } from './event.ts'

/** What happened while a clock was moved. */
export interface Summary {
  /** Epoch milliseconds of the account's clock. */
  from: number
  to: number
  runs: number
  events: EventCounts
  deliveries: { delivered: number; failed_attempts: number }
  /** Ids of webhooks whose deliveries were put off, because their receivers were too slow. */
  slow_webhooks: readonly string[]
}

/** A summary while it is being made. */
export class Advance implements Summary {
  readonly from: number
  to: number
  runs = 0
  readonly events = noEvents()
  readonly deliveries = { delivered: 0, failed_attempts: 0 }
  slow_webhooks: readonly string[] = []

  constructor(from: number) {
    this.from = from
    this.to = from
  }

  count(events: EventCounts): void {
    this.runs++
    for (const kind of Object.keys(events) as (keyof EventCounts)[]) {
      this.events[kind] += events[kind]
    }
  }

  countEvents(events: readonly ServiceEvent[]): void {
    const counts = noEvents()
    for (const { type } of events) counts[type]++
    this.count(counts)
  }

  add({ delivered, failed_attempts }: Summary['deliveries']): void {
    this.deliveries.delivered += delivered
    this.deliveries.failed_attempts += failed_attempts
  }
}
