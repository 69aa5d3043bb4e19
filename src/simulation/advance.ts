import type { AdvanceState } from '../accounts/account.ts'
import { EVENT_KINDS } from '../accounts/event.ts'
import { AbortController } from '../node-globals.ts'
import type { DeliveryQueue } from '../webhooks/delivery-queue.ts'
import type { Dispatcher } from '../webhooks/dispatcher.ts'
import { SlowReceivers } from '../webhooks/pace.ts'
import type { EventCounts } from './event.ts'

/** An advance of a clock that this process makes. */
export class Advance {
  readonly #stop = new AbortController()
  readonly #state: AdvanceState
  readonly slow = new SlowReceivers()
  readonly queue: DeliveryQueue
  isCancelled = false

  /** `shown`: the time of the clock, epoch milliseconds. */
  constructor(
    state: AdvanceState,
    { accountId, shown, dispatcher }: { accountId: string; shown: number; dispatcher: Dispatcher },
  ) {
    const tally = { ...state.deliveries }
    this.#state = { ...state, deliveries: tally }
    this.queue = dispatcher.hurry(accountId, { from: shown, slow: this.slow, tally })
    if (state.isCancelled) this.cancel()
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

  /** What it has done so far, which is stored with each step so that it is known after a crash. */
  get state(): AdvanceState {
    return { ...this.#state, deliveries: { ...this.#state.deliveries } }
  }

  stateAfter(runs: number, counts: EventCounts): AdvanceState {
    const { state } = this
    const events = { ...state.events }
    for (const kind of EVENT_KINDS) events[kind] += counts[kind]
    return { ...state, runs: state.runs + runs, events }
  }

  /** More runs are recorded, and so many of their deliveries were given up because there was no room for them. */
  goOn({ runs, events }: AdvanceState, givenUp: number): void {
    const state = this.#state
    Object.assign(state, { runs, events })
    state.deliveries.given_up += givenUp
    if (givenUp > 0) state.withoutRoom = (state.withoutRoom ?? 0) + givenUp
  }
}
