import type { Account } from '../accounts/account.ts'
import type { EventKind, ServiceEvent } from '../accounts/event.ts'
import type { Store } from '../store/store.ts'
import { DAY_MS } from '../time/duration.ts'
import { yieldToEventLoop } from '../time/steps.ts'
import { addDeliveries } from '../webhooks/delivery-log.ts'
import type { Dispatcher } from '../webhooks/dispatcher.ts'
import { type AccountTime, requireHeld } from './account-time.ts'
import { type Advance, unlessAborted } from './advance.ts'
import { Agenda } from './due.ts'
import { deliveriesOf, hasSubscribers } from './event.ts'
import type { EventBus } from './event-bus.ts'
import { areStillDue, type DueRun, recordRuns } from './last-run.ts'

interface Parts {
  store: Store
  dispatcher: Dispatcher
  time: AccountTime
  events: EventBus
  /** The events of the served release. */
  kinds: ReadonlySet<EventKind>
  closing: AbortSignal
}

/** Makes runs, deliveries and retries happen in the order of an account's clock. */
export class Timeline {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Makes everything due up to and including `to` happen; `advance` is present while the clock is held. */
  async run(accountId: string, to: number, advance: Advance | undefined): Promise<void> {
    const { store, closing: ended } = this.#parts
    const closing = advance?.signal ?? ended
    // Attempts under way began before the advance; if they fail, their retries are due within it.
    if (advance) await this.#send(accountId, advance)
    let from = (await store.read(accountId)).simulated_until ?? to
    // Day by day, so that memory need not hold a year of many campaigns.
    while (from < to && !closing.aborted) {
      from = await this.#runUntil(accountId, { from, until: Math.min(to, from + DAY_MS) }, advance)
    }
  }

  async #runUntil(
    accountId: string,
    { from, until }: { from: number; until: number },
    advance: Advance | undefined,
  ): Promise<number> {
    const { store, time, closing: ended } = this.#parts
    const closing = advance?.signal ?? ended
    const held = advance !== undefined
    const agenda = new Agenda(from, until)
    /** Runs that nobody heard of: they are recorded together. */
    let unheard: DueRun[] = []
    const record = async (reached: number) => {
      const runs = unheard
      unheard = []
      await store.update(accountId, (draft) => {
        recordRuns(draft, runs)
        time.markReached(draft, reached, { held, counts: advance?.counts })
      })
    }
    while (!closing.aborted) {
      const account = await store.read(accountId)
      if (held) requireHeld(account)
      const last = unheard.at(-1)
      if (last && agenda.isOutdated(account)) {
        await record(last.at)
        continue
      }
      const runs = agenda.next(account)
      const [first] = runs
      if (!first) break
      // Meanwhile campaigns may change.
      if (advance && (await this.#retry(accountId, first.at, advance))) continue
      if (!this.#isHeard(account)) {
        await this.#count(account, runs, advance)
        unheard.push(...runs)
      } else {
        if (unheard.length > 0) await record((unheard.at(-1) as DueRun).at)
        if (!(await this.#runCampaigns(account, runs, advance))) continue
      }
      agenda.finish(runs)
    }
    if (advance) await this.#retry(accountId, until, advance)
    if (!closing.aborted) await record(until)
    return until
  }

  #isHeard(account: Readonly<Account>): boolean {
    if (this.#parts.kinds.size === 0) return false
    return hasSubscribers(account) || this.#parts.events.hasListeners(account.id)
  }

  /** Counts the events of runs that nobody hears of. */
  async #count(
    account: Readonly<Account>,
    runs: readonly DueRun[],
    advance: Advance | undefined,
  ): Promise<void> {
    if (!advance) return
    const { runsOf } = await import('./campaign-runs.ts')
    for (const run of runs) {
      advance.count(runsOf(account, run.campaign).counts(run), this.#parts.kinds)
      await yieldToEventLoop()
    }
  }

  /**
   * Runs campaigns that are due at the same time. Resolves with false if they are not, because the account changed in the
   * meantime.
   */
  async #runCampaigns(
    account: Readonly<Account>,
    runs: readonly DueRun[],
    advance: Advance | undefined,
  ): Promise<boolean> {
    const { store, time, kinds, events: bus } = this.#parts
    // Loaded late, because it imports the vocabulary of mentions, which most sandboxes never need here.
    const { runsOf } = await import('./campaign-runs.ts')
    const events: ServiceEvent[] = []
    const { setBack } = account.clock
    for (const run of runs) {
      const found = runsOf(account, run.campaign).events({ ...run, setBack })
      events.push(...found.filter(({ type }) => kinds.has(type)))
      await yieldToEventLoop()
    }

    const { at } = runs[0] as DueRun
    const sent = await store.update(account.id, (draft) => {
      if (!areStillDue(draft, runs)) return undefined
      const deliveries = deliveriesOf(draft, events)
      addDeliveries(draft, deliveries)
      recordRuns(draft, runs)
      time.markReached(draft, at, { held: advance !== undefined })
      return deliveries.length
    })
    if (sent === undefined) return false
    advance?.countRuns(runs.length, events)
    for (const event of events) bus.publish(account.id, event)
    if (advance && sent > 0) await this.#send(account.id, advance)
    return true
  }

  /** Makes the attempts that are due up to `limit`, each at its time. Resolves with whether there were any. */
  async #retry(accountId: string, limit: number, advance: Advance): Promise<boolean> {
    const { store, dispatcher, time } = this.#parts
    const { signal: closing } = advance
    let hasTried = false
    if (this.#parts.kinds.size === 0) return false
    while (!closing.aborted) {
      const due = dispatcher.nextDue(await store.read(accountId))
      if (due === undefined || due > limit) break
      hasTried = true
      await time.reach(accountId, due, { held: true })
      await this.#send(accountId, advance)
    }
    return hasTried
  }

  /** Sends what is due. A cancelled advance does not wait for receivers. */
  async #send(accountId: string, advance: Advance): Promise<void> {
    const tally = await unlessAborted(this.#parts.dispatcher.kick(accountId), advance.signal)
    if (tally) advance.add(tally)
  }
}
