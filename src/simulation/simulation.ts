import type { Account } from '../accounts/account.ts'
import { ApiError } from '../errors.ts'
import type { Services } from '../services.ts'
import { isoTime } from '../time/clock.ts'
import { giveWay } from '../time/steps.ts'
import { addDeliveries } from '../webhooks/delivery-log.ts'
import type { Dispatcher } from '../webhooks/dispatcher.ts'
import { AccountTime, requireHeld } from './account-time.ts'
import { Agenda, type DueRun, nextRun } from './due.ts'
import type { ServiceEvent } from './event.ts'
import { EventBus } from './event-bus.ts'
import { deliveriesOf, hasSubscribers } from './subscriptions.ts'
import { Advance, type Summary } from './summary.ts'
import { Turns } from './turns.ts'

/** How often the scheduler looks whether anything fell due, in real milliseconds. */
const TICK_MS = 500
const DAY_MS = 86_400_000

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
   * fell due has happened, with what that was. Rejects with an ApiError when the account is reset or removed
   * meanwhile, or the sandbox closes: the clock then stays at what has happened.
   */
  advance(accountId: string, target: number | 'next_run'): Promise<Summary> {
    return this.#turns.take(accountId, async () => {
      const { store, clock, dispatcher } = this.#parts
      await this.#time.hold(accountId)
      const hurry = dispatcher.hurry(accountId)
      try {
        const account = await store.read(accountId)
        const advance = new Advance(clock.of(account))
        const to = target === 'next_run' ? (nextRun(account) ?? 0) : advance.from + target
        await this.#run(accountId, Math.max(advance.from, to), advance)
        advance.to = clock.of(await store.read(accountId))
        advance.slow_webhooks = hurry.slow
        this.#requireOpen(accountId, advance.to)
        return advance
      } catch (error) {
        await this.#requirePresent(accountId)
        throw error
      } finally {
        hurry.done()
        await this.#time.release(accountId)
      }
    })
  }

  /** Moves an account's clock, or lets it stand or run, without anything happening in between. */
  set(accountId: string, wish: { now?: number; frozen?: boolean }): Promise<void> {
    return this.#turns.take(accountId, () => this.#time.set(accountId, wish))
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

  /** Leaves nothing in memory of an account that was removed, or that another took the place of. */
  forget(accountId: string): void {
    this.events.forget(accountId)
    this.#time.forget(accountId)
    this.#parts.dispatcher.forget(accountId)
  }

  async #tick(): Promise<void> {
    const { store, clock, closing } = this.#parts
    for (const id of await store.accountIds()) {
      // One that is being advanced already is released at the end of that.
      if (this.#turns.isTaken(id)) continue
      await this.#attend(id, () => this.#turns.take(id, () => this.#time.recover(id)))
    }
    while (!closing.aborted) {
      for (const id of await store.accountIds()) await this.#attend(id, () => this.#lookAt(id))
      await clock.pause(TICK_MS, closing)
    }
  }

  /** An account may be removed at any time, and the others must go on. */
  async #attend(accountId: string, task: () => Promise<void>): Promise<void> {
    const { store, closing, log } = this.#parts
    try {
      await task()
    } catch (error) {
      this.#time.forget(accountId)
      if (closing.aborted || !(await store.accountIds()).includes(accountId)) return
      log.failure(`What fell due in account ${accountId} could not be done`, error)
    }
  }

  async #lookAt(accountId: string): Promise<void> {
    if (this.#turns.isTaken(accountId)) return
    const { store, clock, dispatcher } = this.#parts
    const account = await store.read(accountId)
    const now = clock.of(account)
    const until = account.simulated_until
    const hasBegun = until !== null && until <= now
    if (hasBegun && (nextRun(account) ?? Number.POSITIVE_INFINITY) > now) {
      this.#time.sawNothingDue(account)
    } else {
      await this.#turns.take(accountId, () => this.#catchUp(accountId))
    }
    const due = dispatcher.nextDue(await store.read(accountId))
    if (due !== undefined && due <= now) this.#deliver(accountId)
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
    const now = clock.of(await store.read(accountId))
    await store.update(accountId, (account) => this.#time.resume(account))
    await this.#run(accountId, now, undefined)
  }

  /** Lets everything up to and with `to` happen; `advance` is present while the clock is held. */
  async #run(accountId: string, to: number, advance: Advance | undefined): Promise<void> {
    const { store, closing } = this.#parts
    const held = advance !== undefined
    let from = (await store.read(accountId)).simulated_until ?? to
    // A day at a time, so that a year of many campaigns is not held in memory.
    while (from < to) {
      const until = Math.min(to, from + DAY_MS)
      const agenda = new Agenda(from, until)
      while (!closing.aborted) {
        const account = await store.read(accountId)
        if (held) requireHeld(account)
        const run = agenda.take(account)
        if (!run) break
        await this.#runCampaign(account, run, advance)
        await giveWay()
      }
      if (advance) await this.#retry(accountId, until, advance)
      if (closing.aborted) return
      await this.#time.reach(accountId, until, { held })
      from = until
    }
  }

  async #runCampaign(
    account: Readonly<Account>,
    { campaign, at, reached }: DueRun & { reached: number },
    advance: Advance | undefined,
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
      this.#time.markReached(draft, at, { held: advance !== undefined, until: reached })
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
      await this.#time.reach(accountId, due, { held: true })
      advance.add(await dispatcher.kick(accountId))
    }
  }

  #requireOpen(accountId: string, shown: number): void {
    if (!this.#parts.closing.aborted) return
    throw new ApiError(
      'unavailable',
      `The sandbox was closed while the clock of ${accountId} was being advanced. It stays at ${isoTime(shown)}.`,
    )
  }

  async #requirePresent(accountId: string): Promise<void> {
    if ((await this.#parts.store.accountIds()).includes(accountId)) return
    throw new ApiError(
      'unknown_resource',
      `Account ${accountId} was removed while its clock was being advanced.`,
    )
  }
}
