import type { AdvanceState } from '../accounts/account.ts'
import { AbortController } from '../node-globals.ts'
import type { DeliveryQueue } from '../webhooks/delivery-queue.ts'
import type { Dispatcher } from '../webhooks/dispatcher.ts'
import { SlowReceivers } from '../webhooks/pace.ts'
import type { EventCounts } from './event.ts'

/** What an advance has done so far: the part that grows, stored with each step so that it is known after a crash. */
export type Progress = Pick<AdvanceState, 'runs' | 'events' | 'deliveries' | 'withoutRoom'>

/** An advance of a clock that this process makes. */
export class Advance {
  readonly #stop = new AbortController()
  #progress: Progress
  readonly slow = new SlowReceivers()
  readonly queue: DeliveryQueue
  isCancelled = false

  /** `shown`: the time of the clock, epoch milliseconds. */
  constructor(
    { runs, events, deliveries, withoutRoom }: AdvanceState,
    { accountId, shown, dispatcher }: { accountId: string; shown: number; dispatcher: Dispatcher },
  ) {
    const tally = { ...deliveries }
    this.#progress = { runs, events, deliveries: tally, ...(withoutRoom && { withoutRoom }) }
    this.queue = dispatcher.hurry(accountId, { from: shown, slow: this.slow, tally })
  }

  /** Aborted when the advance has to stop where it is. */
  get signal(): AbortSignal {
    return this.#stop.signal
  }

  stop(): void {
    this.#stop.abort()
  }

  cancel(): void {
    this.isCancelled = true
    this.stop()
  }

  get progress(): Progress {
    const { deliveries } = this.#progress
    return { ...this.#progress, deliveries: { ...deliveries } }
  }

  /** The progress after more runs. */
  progressWith(runs: number, events: EventCounts): Progress {
    const { progress } = this
    const sums = Object.entries(progress.events).map(([kind, count]) => [
      kind,
      count + events[kind as keyof EventCounts],
    ])
    return { ...progress, runs: progress.runs + runs, events: Object.fromEntries(sums) }
  }

  /** These runs are recorded, and so many of their deliveries were given up because there was no room for them. */
  goOn({ runs, events }: Progress, givenUp: number): void {
    const { deliveries, withoutRoom = 0 } = this.#progress
    deliveries.given_up += givenUp
    const total = withoutRoom + givenUp
    this.#progress = { runs, events, deliveries, ...(total > 0 && { withoutRoom: total }) }
  }
}
