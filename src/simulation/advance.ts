import type { AdvanceState } from '../accounts/account.ts'
import type { EventKind } from '../accounts/event.ts'
import { AbortController } from '../node-globals.ts'
import type { Dispatcher, HurriedDeliveries } from '../webhooks/dispatcher.ts'
import { Summary } from './summary.ts'

/** An advance of a clock that is under way: what happened so far, and how to stop it. */
export class Advance extends Summary {
  readonly #stop = new AbortController()
  /** Its deliveries. */
  readonly hurry: HurriedDeliveries
  isCancelled = false

  /** `shown`: the time of the clock, epoch milliseconds. */
  constructor(
    { from, runs, events, deliveries }: AdvanceState,
    { accountId, shown, dispatcher }: { accountId: string; shown: number; dispatcher: Dispatcher },
  ) {
    super(from)
    this.hurry = dispatcher.hurry(accountId, shown, this.deliveries)
    this.runs = runs
    Object.assign(this.events, events)
    Object.assign(this.deliveries, deliveries)
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

  /** The stored part: what an advance has done is known after a crash. */
  get counts(): Pick<AdvanceState, 'runs' | 'events' | 'deliveries'> {
    const { runs, events, deliveries } = this
    return { runs, events: { ...events }, deliveries: { ...deliveries } }
  }

  /** The counts with these runs: they are stored together with them. */
  countsWith(runs: number, events: readonly { type: EventKind }[]): Advance['counts'] {
    const counts = this.counts
    counts.runs += runs
    for (const { type } of events) counts.events[type]++
    return counts
  }
}

/** Resolves with the result of `work`, or with undefined as soon as `signal` is aborted. */
export function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const give = () => resolve(undefined)
    if (signal.aborted) return give()
    signal.addEventListener('abort', give)
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', give))
  })
}
