import type { Account } from '../accounts/account.ts'
import type { EventKind, ServiceEvent } from '../accounts/event.ts'
import type { TouchedAccounts } from '../store/account-storage.ts'
import type { NewDelivery } from '../store/events/event-log.ts'
import type { Store } from '../store/store.ts'
import type { Clock } from '../time/clock.ts'
import { Turns } from '../time/turns.ts'
import type { Dispatcher } from '../webhooks/dispatcher.ts'
import { AccountTime, type ClockSetting } from './account-time.ts'
import { type AdvanceControl, Advances } from './advances.ts'
import { addRows, type EventParts, recordTriggers, rowsOf } from './event.ts'
import { Scheduler, type SharedWork } from './scheduler.ts'
import { SharedAdvances } from './shared-advances.ts'
import { LocalSignals, type Signals } from './signals.ts'

interface Parts extends EventParts {
  store: Store
  clock: Clock
  dispatcher: Dispatcher
  /** The events of the served release. */
  kinds: () => ReadonlySet<EventKind>
  closing: AbortSignal
  /** Present unless replicas share the accounts. */
  touched?: TouchedAccounts | undefined
  /** Present if replicas share the accounts. */
  shared?: Shared | undefined
}

/** What became of a triggered event. */
export interface Published {
  /** Ids of its deliveries. */
  deliveries: string[]
  /** How many of them were given up because too many are waiting. */
  givenUp: number
}

export interface Shared {
  work: SharedWork
  /** Events were added, on any replica. */
  events: Signals
  /** An advance has begun or ended, on any replica. */
  advances: Signals
}

/**
 * Runs campaigns when they are due and delivers their events. While a clock runs by itself, this happens twice a
 * second, or when the shared work says that something is due. While it is advanced, everything due happens in order,
 * each at its own time, and the clock shows that time.
 */
export class Simulation {
  /** Signals that events were added to the log. */
  readonly events: Signals
  readonly advances: AdvanceControl
  readonly #parts: Parts
  readonly #time: AccountTime
  /** One task at a time moves an account on. */
  readonly #turns = new Turns()
  readonly #scheduler: Scheduler
  #ticking: Promise<void> | undefined

  constructor(parts: Parts) {
    const { shared } = parts
    this.#parts = parts
    this.#time = new AccountTime(parts)
    this.events = shared?.events ?? new LocalSignals()
    const own = { time: this.#time, turns: this.#turns, signals: this.events }
    const steps = { ...parts, ...own, changes: shared?.advances ?? new LocalSignals() }
    const advances = new Advances(steps)
    this.advances = shared
      ? new SharedAdvances({ ...steps, work: shared.work, local: advances })
      : advances
    this.#scheduler = new Scheduler({ ...steps, advances })
  }

  /** Starts the scheduler. Without replicas, it first ends what a killed process was advancing. */
  start(): void {
    const { shared, touched } = this.#parts
    if (shared) shared.work.start(this.#scheduler)
    else if (touched) this.#ticking ??= this.#scheduler.run(touched)
    else throw new TypeError('Without replicas, `touched` is required.')
  }

  async close(): Promise<void> {
    await this.#parts.shared?.work.close()
    await this.#ticking
    await this.#turns.idle()
  }

  /** Sets, freezes or releases an account's clock, without any events in between. */
  set(accountId: string, setting: ClockSetting): Promise<void> {
    return this.#turns.take(accountId, () => this.#time.set(accountId, setting))
  }

  /** Publishes a triggered event. Resolves when its deliveries are durable, with the number of those that had no room. */
  async publish(accountId: string, event: ServiceEvent): Promise<Published> {
    const { store } = this.#parts
    const rows = rowsOf(await store.readHead(accountId), [event], true)
    const record = (account: Account) => {
      recordTriggers(account, rows.events)
      return true
    }
    const givenUp = (await addRows(this.#parts, accountId, rows, record)) ?? 0
    this.events.publish(accountId)
    if (rows.deliveries.length > 0) await this.#sendSoon(accountId)
    const deliveries = rows.deliveries.map(({ id }) => id)
    return { deliveries, givenUp }
  }

  /** Sends past events to a webhook that missed them. Resolves when they are stored, as `publish`. */
  async replay(
    accountId: string,
    deliveries: readonly NewDelivery[],
  ): Promise<Pick<Published, 'givenUp'>> {
    const rows = { events: [], deliveries, keepsAll: true }
    const givenUp = (await addRows(this.#parts, accountId, rows)) ?? 0
    if (deliveries.length > 0) await this.#sendSoon(accountId)
    return { givenUp }
  }

  /** Has new deliveries sent, by whoever holds the account. */
  async #sendSoon(accountId: string): Promise<void> {
    const { shared } = this.#parts
    if (shared) await shared.work.wake(accountId)
    else this.#scheduler.deliver(accountId)
  }
}
