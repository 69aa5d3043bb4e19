import { EVENT_KINDS, type EventKind, type ServiceEvent } from '../accounts/event.ts'
import type { Log } from '../log.ts'
import { inBackground } from '../state/account-state.ts'
import type { SimulationMemory } from '../state/simulation-memory.ts'
import type { EventLog, NewDelivery } from '../store/events/event-log.ts'
import { eachAccountId, type Store } from '../store/store.ts'
import type { Clock } from '../time/clock.ts'
import type { Dispatcher } from '../webhooks/dispatcher.ts'
import { AccountTime, type ClockSetting } from './account-time.ts'
import { Advances } from './advances.ts'
import { nextRun } from './due.ts'
import { recordTriggers, rowsOf } from './event.ts'
import { EventBus } from './event-bus.ts'
import type { Summary } from './summary.ts'
import { Timeline } from './timeline.ts'
import { Turns } from './turns.ts'

/** Real milliseconds between two looks for due events. */
const TICK_MS = 500

interface Parts {
  store: Store
  clock: Clock
  log: Log
  /** The rows of events, which `Simulation.events` passes on as they happen. */
  events: EventLog
  dispatcher: Dispatcher
  memory: SimulationMemory
  /** The events of the served release. */
  kinds?: ReadonlySet<EventKind>
  closing: AbortSignal
}

/**
 * Runs campaigns when they are due and delivers their events. While a clock runs by itself, this happens twice a
 * second. While it is advanced, everything due happens in order, each at its own time, and the clock shows that
 * time.
 */
export class Simulation {
  readonly events = new EventBus()
  readonly advances: Advances
  readonly #parts: Parts
  readonly #time: AccountTime
  readonly #timeline: Timeline
  /** One task at a time moves an account on. */
  readonly #turns = new Turns()
  readonly #kinds: ReadonlySet<EventKind>
  #ticking: Promise<void> | undefined

  constructor(parts: Parts) {
    this.#parts = parts
    this.#time = new AccountTime(parts)
    this.#kinds = parts.kinds ?? new Set(EVENT_KINDS)
    const timeline = { time: this.#time, bus: this.events, kinds: this.#kinds }
    this.#timeline = new Timeline({ ...parts, ...timeline })
    const shared = { time: this.#time, timeline: this.#timeline, turns: this.#turns }
    this.advances = new Advances({ ...parts, ...shared })
  }

  /** Starts the scheduler, which first continues what a killed process was advancing. */
  start(): void {
    this.#ticking ??= this.#tick()
  }

  async close(): Promise<void> {
    await this.#ticking
    await this.#turns.idle()
  }

  /** Advances an account's clock; as `Advances.begin`, up to its end. */
  advance(accountId: string, target: number | 'next_run'): Promise<Summary> {
    return this.advances.begin(accountId, target).ended
  }

  /** Sets, freezes or releases an account's clock, without any events in between. */
  set(accountId: string, setting: ClockSetting): Promise<void> {
    return this.#turns.take(accountId, () => this.#time.set(accountId, setting))
  }

  /** Publishes a triggered event. Resolves when its deliveries are durable. */
  async publish(accountId: string, event: ServiceEvent): Promise<string[]> {
    const { store, events } = this.#parts
    const rows = rowsOf(await store.read(accountId), [event], true)
    await events.add(accountId, rows)
    if (rows.events.some(({ alerts }) => alerts.length > 0)) {
      await store.update(accountId, (account) => recordTriggers(account, rows.events))
    }
    this.events.publish(accountId, event)
    if (rows.deliveries.length > 0) this.#deliver(accountId)
    return rows.deliveries.map(({ id }) => id)
  }

  /** Sends past events to a webhook that missed them. Resolves when they are stored. */
  async replay(accountId: string, deliveries: readonly NewDelivery[]): Promise<void> {
    await this.#parts.events.add(accountId, { events: [], deliveries, keepsAll: true })
    if (deliveries.length > 0) this.#deliver(accountId)
  }

  async #tick(): Promise<void> {
    const { clock, closing } = this.#parts
    let isRecovered = false
    while (!closing.aborted) {
      if (!isRecovered) isRecovered = await this.#sweep((id) => this.#recover(id))
      await this.#sweep((id) => this.#lookAt(id))
      await clock.pause(TICK_MS, closing)
    }
  }

  /** Visits every account; one failure does not stop the others. Resolves with whether none failed. */
  async #sweep(visit: (accountId: string) => Promise<void>): Promise<boolean> {
    const { store } = this.#parts
    let areDone = true
    const isComplete = await inBackground(
      'Due events could not be processed: the accounts could not be listed',
      async () => {
        for await (const id of eachAccountId(store)) {
          const failure = `Due events of account ${id} could not be processed`
          const isDone = await inBackground(failure, () => visit(id), this.#parts)
          if (!isDone) this.#parts.memory.setIdleUntil(id, undefined)
          areDone &&= isDone
        }
      },
      this.#parts,
    )
    return isComplete && areDone
  }

  async #recover(accountId: string): Promise<void> {
    // An advance that is under way releases the clock itself.
    if (this.#turns.isTaken(accountId)) return
    await this.#turns.take(accountId, () => this.#time.recover(accountId))
  }

  async #lookAt(accountId: string): Promise<void> {
    if (this.#turns.isTaken(accountId)) return
    const { store, clock, dispatcher } = this.#parts
    const account = await store.read(accountId)
    if (account.clock.advancing) return this.#continue(accountId)
    const now = clock.of(account)
    const until = account.simulated_until
    const hasBegun = until !== null && until <= now
    if (hasBegun && (nextRun(account) ?? Number.POSITIVE_INFINITY) > now) {
      this.#time.sawNothingDue(account)
    } else {
      await this.#turns.take(accountId, () => this.#catchUp(accountId))
    }
    // What a later release left stays as it is.
    if (this.#kinds.size === 0) return
    const due = await dispatcher.nextDue(await store.read(accountId))
    if (due !== undefined && due <= now) this.#deliver(accountId)
  }

  /** Continues the advance of a previous process, in the background. */
  #continue(accountId: string): void {
    const failure = `The advance of the clock of ${accountId} ended`
    void inBackground(failure, () => this.advances.continue(accountId), this.#parts)
  }

  /** In the background, since receivers may be slow. */
  #deliver(accountId: string): void {
    const failure = `Events of account ${accountId} were not delivered`
    void inBackground(failure, () => this.#parts.dispatcher.kick(accountId), this.#parts)
  }

  async #catchUp(accountId: string): Promise<void> {
    const { store, clock } = this.#parts
    const now = clock.of(await store.read(accountId))
    await store.update(accountId, (account) => this.#time.resume(account))
    await this.#timeline.run(accountId, now, undefined)
  }
}
