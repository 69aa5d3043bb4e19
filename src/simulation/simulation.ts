import type { Account } from '../accounts/account.ts'
import { EVENT_KINDS, type EventKind, type ServiceEvent } from '../accounts/event.ts'
import type { Log } from '../log.ts'
import { inBackground } from '../state/account-state.ts'
import type { EventLog, NewDelivery } from '../store/events/event-log.ts'
import { eachAccountId, type Store } from '../store/store.ts'
import { UnknownAccountError } from '../store/store-error.ts'
import type { TouchedAccounts } from '../store/touched-accounts.ts'
import type { Clock } from '../time/clock.ts'
import { yieldToEventLoop } from '../time/steps.ts'
import type { Dispatcher } from '../webhooks/dispatcher.ts'
import { AccountTime, type ClockSetting } from './account-time.ts'
import { type AdvanceControl, Advances } from './advances.ts'
import { nextRun } from './due.ts'
import { DueAccounts } from './due-accounts.ts'
import { recordTriggers, rowsOf } from './event.ts'
import { SharedAdvances } from './shared-advances.ts'
import type { SharedWork } from './shared-work.ts'
import { LocalSignals, type Signals } from './signals.ts'
import type { Summary } from './summary.ts'
import { Timeline } from './timeline.ts'
import { Turns } from './turns.ts'

/** Real milliseconds between two looks for due events. */
const TICK_MS = 500
/** The same, in an account in which more became due meanwhile. */
const AGAIN_MS = 10

const ALL_KINDS: ReadonlySet<EventKind> = new Set(EVENT_KINDS)

interface Parts {
  store: Store
  clock: Clock
  log: Log
  events: EventLog
  dispatcher: Dispatcher
  /** The events of the served release; all by default. */
  kinds?: () => ReadonlySet<EventKind>
  closing: AbortSignal
  /** Present unless replicas share the accounts. */
  touched?: TouchedAccounts | undefined
  /** Present if replicas share the accounts. */
  shared?: Shared | undefined
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
 * second, or when a shared queue says that something is due. While it is advanced, everything due happens in order,
 * each at its own time, and the clock shows that time.
 */
export class Simulation {
  /** Signals that events were added to the log. */
  readonly events: Signals
  readonly advances: AdvanceControl
  readonly #parts: Parts
  readonly #time: AccountTime
  readonly #timeline: Timeline
  /** One task at a time moves an account on. */
  readonly #turns = new Turns()
  readonly #kinds: () => ReadonlySet<EventKind>
  readonly #advances: Advances
  #ticking: Promise<void> | undefined

  constructor(parts: Parts) {
    const { shared } = parts
    this.#parts = parts
    this.#time = new AccountTime(parts)
    this.#kinds = parts.kinds ?? (() => ALL_KINDS)
    this.events = shared?.events ?? new LocalSignals()
    const timeline = { time: this.#time, signals: this.events, kinds: this.#kinds }
    this.#timeline = new Timeline({ ...parts, ...timeline })
    const changes = shared?.advances ?? new LocalSignals()
    const steps = { time: this.#time, timeline: this.#timeline, turns: this.#turns, changes }
    this.#advances = new Advances({ ...parts, ...steps })
    this.advances = shared
      ? new SharedAdvances({ ...parts, ...steps, ...shared, local: this.#advances })
      : this.#advances
  }

  /** Starts the scheduler, which first continues what a killed process was advancing. */
  start(): void {
    const { shared, touched } = this.#parts
    if (!shared) {
      if (!touched) throw new TypeError('Without replicas, `touched` is required.')
      this.#ticking ??= this.#tick(touched)
    } else {
      shared.work.start({
        moveOn: (id) => this.#moveOn(id),
        nudge: (id) => this.#nudge(id),
      })
    }
  }

  async close(): Promise<void> {
    await this.#parts.shared?.work.close()
    await this.#ticking
    await this.#turns.idle()
  }

  /** Advances an account's clock; as `AdvanceControl.begin`, up to its end. */
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
    const rows = rowsOf(await store.readHead(accountId), [event], true)
    await events.add(accountId, rows)
    if (rows.events.some(({ alerts }) => alerts.length > 0)) {
      const scope = { campaigns: [] }
      await store.update(accountId, (account) => recordTriggers(account, rows.events), scope)
    }
    this.events.publish(accountId)
    if (rows.deliveries.length > 0) await this.#sendSoon(accountId)
    return rows.deliveries.map(({ id }) => id)
  }

  /** Sends past events to a webhook that missed them. Resolves when they are stored. */
  async replay(accountId: string, deliveries: readonly NewDelivery[]): Promise<void> {
    await this.#parts.events.add(accountId, { events: [], deliveries, keepsAll: true })
    if (deliveries.length > 0) await this.#sendSoon(accountId)
  }

  async #tick(touched: TouchedAccounts): Promise<void> {
    const { store, clock, closing } = this.#parts
    const due = new DueAccounts({ store, clock, touched })
    let isRecovered = false
    let kinds = this.#kinds()
    while (!closing.aborted) {
      if (!isRecovered) {
        isRecovered = await this.#sweep(eachAccountId(store), (id) => this.#recover(id))
      }
      if (kinds !== this.#kinds()) due.forget()
      kinds = this.#kinds()
      await this.#sweep(due.list(), async (id) => {
        const wait = await this.#lookAt(id).catch((error) => {
          // The next look tries again.
          if (!(error instanceof UnknownAccountError)) due.listAfter(id, 0)
          throw error
        })
        if (wait !== undefined) due.listAfter(id, wait)
      })
      await clock.pause(TICK_MS, closing)
    }
  }

  /** Visits accounts; one failure does not stop the others. Resolves with whether none failed. */
  async #sweep(
    accountIds: AsyncIterable<string>,
    visit: (accountId: string) => Promise<void>,
  ): Promise<boolean> {
    let areDone = true
    const isComplete = await inBackground(
      'Due events could not be processed: the accounts could not be listed',
      async () => {
        for await (const id of accountIds) {
          areDone = (await inBackground(failureIn(id), () => visit(id), this.#parts)) && areDone
          await yieldToEventLoop()
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

  /** Makes happen what is due in an account of this process. Resolves as `moveOn`. */
  async #lookAt(accountId: string): Promise<number | undefined> {
    if (this.#turns.isTaken(accountId)) return 0
    const account = await this.#parts.store.read(accountId)
    if (account.clock.advancing) {
      // In the background: it may take long.
      this.#inBackground(accountId, () => this.#advances.continue(accountId))
      return 0
    }
    await this.#run(account)
    if (await this.#hasDueDeliveries(accountId)) this.#deliver(accountId)
    return this.#delayOf(accountId)
  }

  /** Makes happen what is due in an account that this replica holds. As `AccountWork.moveOn`. */
  async #moveOn(accountId: string): Promise<number | undefined> {
    const { store, clock, closing, dispatcher } = this.#parts
    await this.#recover(accountId)
    for (;;) {
      const account = await store.read(accountId)
      if (account.clock.advancing) await this.#advances.continue(accountId)
      else await this.#run(account)
      if (await this.#hasDueDeliveries(accountId)) await dispatcher.kick(accountId)
      const wait = await this.#delayOf(accountId)
      if (wait === undefined || wait > 0 || closing.aborted) return wait
      await clock.pause(AGAIN_MS, closing)
    }
  }

  /** Milliseconds of real time until something is due; undefined for nothing, at least as long as the clock stands still. */
  async #delayOf(accountId: string): Promise<number | undefined> {
    const { store, clock, dispatcher } = this.#parts
    const account = await store.read(accountId)
    if (account.clock.advancing) return 0
    const times = [nextRun(account), this.#kinds().size > 0 && (await dispatcher.nextDue(account))]
    const due = Math.min(...times.filter((time) => typeof time === 'number'))
    const wait = Math.max(0, due - clock.of(account))
    const isFrozen = account.clock.frozenAt !== null
    return wait === Number.POSITIVE_INFINITY || (isFrozen && wait > 0) ? undefined : wait
  }

  /** An account that this replica holds has changed: more may be due, or its advance was cancelled. */
  #nudge(accountId: string): void {
    this.#inBackground(accountId, async () => {
      await this.#advances.stopIfCancelled(accountId)
      if (await this.#hasDueDeliveries(accountId)) await this.#parts.dispatcher.kick(accountId)
    })
  }

  /** Runs the campaigns that are due. */
  async #run(account: Readonly<Account>): Promise<void> {
    const now = this.#parts.clock.of(account)
    const until = account.simulated_until
    const hasBegun = until !== null && until <= now
    if (hasBegun && (nextRun(account) ?? Number.POSITIVE_INFINITY) > now) return
    await this.#turns.take(account.id, () => this.#catchUp(account.id))
  }

  async #hasDueDeliveries(accountId: string): Promise<boolean> {
    // Deliveries that a later release left stay as they are.
    if (this.#kinds().size === 0) return false
    const { store, clock, dispatcher } = this.#parts
    const account = await store.readHead(accountId)
    const due = await dispatcher.nextDue(account)
    return due !== undefined && due <= clock.of(account)
  }

  /** In the background, since receivers may be slow. */
  #deliver(accountId: string): void {
    this.#inBackground(accountId, () => this.#parts.dispatcher.kick(accountId))
  }

  /** Has new deliveries sent, by whoever holds the account. */
  async #sendSoon(accountId: string): Promise<void> {
    const { shared } = this.#parts
    if (shared) await shared.work.wake(accountId)
    else this.#deliver(accountId)
  }

  #inBackground(accountId: string, work: () => Promise<unknown>): void {
    void inBackground(failureIn(accountId), work, this.#parts)
  }

  async #catchUp(accountId: string): Promise<void> {
    const { store, clock } = this.#parts
    const head = await store.readHead(accountId)
    const now = clock.of(head)
    if (!this.#time.isUpToDate(head)) {
      await store.update(accountId, (account) => this.#time.resume(account))
    }
    await this.#timeline.run(accountId, now, undefined)
  }
}

function failureIn(accountId: string): string {
  return `Due events of account ${accountId} could not be processed`
}
