import { setImmediate } from 'node:timers/promises'
import type { Account } from '../accounts/account.ts'
import { ApiError } from '../errors.ts'
import type { Services } from '../services.ts'
import { addDeliveries } from '../webhooks/delivery-log.ts'
import type { Dispatcher } from '../webhooks/dispatcher.ts'
import { AccountTime } from './account-time.ts'
import { type DueRun, dueRuns, nextRun } from './due.ts'
import type { EventCounts, ServiceEvent } from './event.ts'
import { noEvents } from './event.ts'
import { EventBus } from './event-bus.ts'
import { deliveriesOf, hasSubscribers } from './subscriptions.ts'
import { Turns } from './turns.ts'

/** How often the scheduler looks whether anything fell due, in real milliseconds. */
const TICK_MS = 500
const DAY_MS = 86_400_000
/** A sandbox that was off makes up for the last day and not for more: nobody wants a month of events at once. */
const CATCH_UP_MS = DAY_MS
/** Others get their turn at least this often while the clock is advanced. */
const SLICE_MS = 10

/** What happened while a clock was moved. */
export interface Summary {
  /** Epoch milliseconds of the account's clock. */
  from: number
  to: number
  runs: number
  events: EventCounts
  deliveries: { delivered: number; failed_attempts: number }
}

type Parts = Pick<Services, 'store' | 'clock' | 'log' | 'closing'> & { dispatcher: Dispatcher }

/**
 * Lets things happen in time: campaigns run when they are due, and what comes out of a run is delivered.
 * While a clock runs by itself, this looks twice a second; while it is advanced, everything that falls due
 * happens in order, each at its own time, and the clock shows that time.
 */
export class Simulation {
  /** Tells of events as they come. */
  readonly events = new EventBus()
  readonly #parts: Parts
  readonly #time: AccountTime
  /** One thing at a time moves an account on. */
  readonly #turns = new Turns()
  #ticking: Promise<void> | undefined
  #asked = 0

  constructor(parts: Parts) {
    this.#parts = parts
    this.#time = new AccountTime(parts)
  }

  /** Begins to look what falls due, and ends what a process that was killed left of an advance. */
  start(): void {
    this.#ticking ??= this.#tick()
  }

  async close(): Promise<void> {
    await this.#ticking
    await this.#turns.idle()
  }

  /**
   * Advances an account's clock by `ms`, or up to and with the next run. Resolves when everything that
   * fell due has happened, with what that was. When the sandbox closes before that, the clock stays at
   * what has happened.
   */
  advance(accountId: string, target: number | 'next_run'): Promise<Summary> {
    return this.#turns.take(accountId, async () => {
      const account = await this.#parts.store.read(accountId)
      const from = this.#parts.clock.of(account)
      const to = target === 'next_run' ? (nextRun(account) ?? from) : from + target
      await this.#time.hold(accountId)
      try {
        return await this.#run(accountId, Math.max(from, to), new Advance(from))
      } finally {
        await this.#time.release(accountId)
      }
    })
  }

  /** Moves an account's clock, or lets it stand or run, without anything happening in between. */
  set(accountId: string, wish: { now?: number; frozen?: boolean }): Promise<void> {
    return this.#turns.take(accountId, () => this.#time.set(accountId, wish))
  }

  /** Tells apart the events that are asked for at one time. */
  nextNumber(): number {
    this.#asked += 1
    return this.#asked
  }

  /** Tells of an event that somebody asked for. Resolves when it is sure to be delivered. */
  async publish(accountId: string, event: ServiceEvent): Promise<string[]> {
    const ids = await this.#parts.store.update(accountId, (account) => {
      const deliveries = deliveriesOf(account, [event])
      addDeliveries(account, deliveries)
      return deliveries.map(({ id }) => id)
    })
    this.events.publishAsked(accountId, event)
    if (ids.length > 0) this.#deliver(accountId)
    return ids
  }

  async #tick(): Promise<void> {
    const { store, clock, closing, log } = this.#parts
    for (const id of await store.accountIds()) await this.#time.recover(id)
    while (!closing.aborted) {
      for (const id of await store.accountIds()) {
        try {
          await this.#lookAt(id)
        } catch (error) {
          // An account may be removed at any time, and the others must go on.
          if (!closing.aborted && (await store.accountIds()).includes(id)) {
            log.failure(`What fell due in account ${id} could not be done`, error)
          }
        }
      }
      await clock.pause(TICK_MS, closing)
    }
  }

  async #lookAt(accountId: string): Promise<void> {
    const { store, clock, dispatcher } = this.#parts
    const account = await store.read(accountId)
    if (account.clock.frozenAt !== null || this.#turns.isTaken(accountId)) return

    const until = account.simulated_until
    if (until === null || until > clock.of(account)) return this.#time.begin(accountId)
    if ((nextRun(account) ?? Number.POSITIVE_INFINITY) <= clock.of(account)) {
      await this.#turns.take(accountId, () => this.#catchUp(accountId))
    }
    const due = dispatcher.nextDue(await store.read(accountId))
    if (due !== undefined && due <= clock.of(account)) this.#deliver(accountId)
  }

  /** Receivers may be slow: nobody waits for them here. */
  #deliver(accountId: string): void {
    const { dispatcher, log, closing } = this.#parts
    dispatcher.kick(accountId).catch((error) => {
      if (!closing.aborted) log.failure(`Events of account ${accountId} were not delivered`, error)
    })
  }

  async #catchUp(accountId: string): Promise<void> {
    const { store, clock } = this.#parts
    const account = await store.read(accountId)
    const now = clock.of(account)
    if (now - (account.simulated_until ?? now) > CATCH_UP_MS) {
      await store.update(accountId, (draft) => {
        draft.simulated_until = now - CATCH_UP_MS
      })
    }
    await this.#run(accountId, now, undefined)
  }

  /** Lets everything up to and with `to` happen; `advance` is present while the clock is held. */
  async #run(accountId: string, to: number, advance: Advance | undefined): Promise<Summary> {
    const { store, closing } = this.#parts
    const summary = advance ?? new Advance(to)
    let from = (await store.read(accountId)).simulated_until ?? to
    // A day at a time, so that a change made meanwhile counts from the next day on.
    while (from < to && !closing.aborted) {
      const until = Math.min(to, from + DAY_MS)
      const account = await store.read(accountId)
      if (advance) requireHeld(account)
      const runs = dueRuns(account, from, until)
      for (const [index, run] of runs.entries()) {
        if (closing.aborted) return summary
        // Where the next one is due at the same time, a crash in between must not lose it.
        const reached = runs[index + 1]?.at === run.at ? run.at - 1 : run.at
        await this.#runCampaign(account, run, { reached, advance })
        await this.#giveWay()
      }
      if (advance) await this.#retry(accountId, until, advance)
      await this.#time.reach(accountId, until)
      from = until
    }
    summary.to = from
    return summary
  }

  async #runCampaign(
    account: Account,
    { campaign, at }: DueRun,
    { reached, advance }: { reached: number; advance: Advance | undefined },
  ): Promise<void> {
    const { store, dispatcher } = this.#parts
    const isHeard = hasSubscribers(account) || this.events.hasListeners(account.id)
    if (!isHeard && !advance) return

    // Brings the vocabulary of mentions with it, which most sandboxes never need for this.
    const { runsOf } = await import('./account-runs.ts')
    const runs = runsOf(account, campaign)
    if (!isHeard) return advance?.count(runs.counts(at))

    const events = runs.events(at)
    advance?.countEvents(events)
    if (advance) await this.#retry(account.id, at, advance)
    const sent = await store.update(account.id, (draft) => {
      const deliveries = deliveriesOf(draft, events)
      addDeliveries(draft, deliveries)
      this.#time.markReached(draft, at, reached)
      return deliveries.length
    })
    for (const event of events) this.events.publish(account.id, event)
    if (advance && sent > 0) advance.add(await dispatcher.kick(account.id))
  }

  /** Makes the attempts that fall due up to `limit`, each at its time. */
  async #retry(accountId: string, limit: number, advance: Advance): Promise<void> {
    const { store, dispatcher, closing } = this.#parts
    while (!closing.aborted) {
      const due = dispatcher.nextDue(await store.read(accountId))
      if (due === undefined || due > limit) return
      await this.#time.reach(accountId, due)
      advance.add(await dispatcher.kick(accountId))
    }
  }

  #sliceBegan = 0

  async #giveWay(): Promise<void> {
    const now = this.#parts.clock.elapsed()
    if (now - this.#sliceBegan < SLICE_MS) return
    await setImmediate()
    this.#sliceBegan = this.#parts.clock.elapsed()
  }
}

/** A reset puts another account in place of the one whose clock was held. */
function requireHeld({ id, clock }: Account): void {
  if (clock.advancing) return
  throw new ApiError(
    'invalid_input',
    `Account ${id} was reset while its clock was being advanced, which ended that. Advance it again.`,
  )
}

/** A summary while it is being made. */
class Advance implements Summary {
  readonly from: number
  to: number
  runs = 0
  readonly events = noEvents()
  readonly deliveries = { delivered: 0, failed_attempts: 0 }

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
