import type { Account } from '../accounts/account.ts'
import type { EventKind } from '../accounts/event.ts'
import { AbortController } from '../node-globals.ts'
import type { Store } from '../store/store.ts'
import type { Clock } from '../time/clock.ts'
import { DAY_MS } from '../time/duration.ts'
import { inSlices, isSliceUsedUp, yieldToEventLoop } from '../time/steps.ts'
import type { Dispatcher } from '../webhooks/dispatcher.ts'
import { type AccountTime, requireHeld } from './account-time.ts'
import { type Advance, unlessAborted } from './advance.ts'
import { Agenda } from './due.ts'
import {
  addRows,
  type EventParts,
  keepsEvents,
  type NewServiceEvent,
  recordTriggers,
  rowsOf,
  subscriptionsOf,
} from './event.ts'
import { areStillDue, type DueRun, recordRuns } from './last-run.ts'
import type { Signals } from './signals.ts'

/**
 * An advance of an account with at most so many runs a day goes on when the deliveries of a run are made: receivers see the
 * time of their event,
 */
const FEW_RUNS = 32
/** or up to so much more, because runs of several campaigns that follow each other so closely are one step. */
const STEP_MS = 60_000
/** Real time for which such an advance waits for the deliveries of a step before it goes on. */
const PATIENCE_MS = 250
/** All advances record so many runs at once, fewer if several webhooks get their events, */
const RUNS_AT_ONCE = 50
/** and others have so many deliveries on their way, of a day of the account's clock or two. */
const MOST_ON_THE_WAY = 1_000

interface Parts extends EventParts {
  store: Store
  clock: Clock
  dispatcher: Dispatcher
  time: AccountTime
  /** The events of the served release. */
  kinds: () => ReadonlySet<EventKind>
  signals: Signals
  closing: AbortSignal
}

/** Times in epoch milliseconds of the account's clock. */
interface Window {
  from: number
  until: number
  keptFrom: number
  setBack: number | undefined
}

let loading: Promise<typeof import('./campaign-runs.ts')> | undefined

/** Loaded late, because it imports the vocabulary of mentions, which most sandboxes never need here. */
function loadRuns() {
  loading ??= import('./campaign-runs.ts')
  return loading
}

/** Makes runs, deliveries and retries happen in the order of an account's clock. */
export class Chronology {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Makes everything due up to and including `to` happen; `advance` is present while the clock is held. */
  async run(accountId: string, to: number, advance: Advance | undefined): Promise<void> {
    const { store, dispatcher, closing: ended } = this.#parts
    const closing = advance?.signal ?? ended
    if (advance) await this.#parts.signals.catchUp()
    // Attempts under way began before the advance; if they fail, their retries are due within it.
    if (advance) await unlessAborted(advance.hurry.room(0), closing)
    const { simulated_until, clock } = await store.readHead(accountId)
    let from = simulated_until ?? to
    let dayBefore = Promise.resolve()
    // Day by day, so that memory need not hold a year of many campaigns.
    while (from < to && !closing.aborted) {
      const window = {
        from,
        until: Math.min(to, from + DAY_MS),
        keptFrom: to - DAY_MS,
        setBack: clock.setBack,
      }
      from = await this.#runUntil(accountId, window, advance)
      if (!advance) continue
      await unlessAborted(dayBefore, closing)
      dayBefore = advance.hurry.settled()
    }
    if (!advance || closing.aborted) return
    requireHeld(await store.readHead(accountId))
    if (this.#parts.kinds().size > 0) await unlessAborted(dispatcher.kick(accountId), closing)
  }

  /**
   * `keptFrom`: events that nobody hears of are not stored before this time. `setBack`: how often the clock was set back
   * when the window began.
   */
  async #runUntil(
    accountId: string,
    { from, until, keptFrom, setBack }: Window,
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
      const change = (draft: Account) => {
        if (draft.clock.setBack !== setBack) return
        recordRuns(draft, runs)
        time.markReached(draft, reached, { held, counts: advance?.counts })
      }
      await store.update(accountId, change)
    }
    while (!closing.aborted) {
      const account = await store.read(accountId)
      if (held) requireHeld(account)
      // By another replica: what was due has not happened.
      if (account.clock.setBack !== setBack) return until
      const last = unheard.at(-1)
      if (last && agenda.isOutdated(account)) {
        await record(last.at)
        continue
      }
      const [first] = agenda.next(account, 1)
      if (!first) break
      // The account was replaced by one that is past them.
      if ((account.simulated_until ?? first.at) > first.at) {
        agenda.finish(agenda.next(account, 1))
        continue
      }
      const isSmall = agenda.size <= FEW_RUNS
      // Meanwhile campaigns may change.
      if (advance && isSmall && (await this.#retry(accountId, first.at, advance))) continue
      const runs = agenda.next(account, runsAtOnce(account), isSmall ? STEP_MS : undefined)
      if (!this.#isKept(account, first.at, keptFrom)) {
        await this.#count(agenda.seen(account), runs, advance)
        unheard.push(...runs)
      } else {
        if (unheard.length > 0) await record((unheard.at(-1) as DueRun).at)
        if (!(await this.#runCampaigns(agenda.seen(account), runs, advance))) continue
        if (advance) await this.#deliver(accountId, advance, isSmall)
      }
      agenda.finish(runs)
    }
    if (advance && agenda.size <= FEW_RUNS) await this.#retry(accountId, until, advance)
    if (!closing.aborted) await record(until)
    return until
  }

  #isHeard(account: Readonly<Account>): boolean {
    if (this.#parts.kinds().size === 0) return false
    return keepsEvents(account) || this.#parts.signals.hasListeners(account.id)
  }

  /** Whether the events of a run are stored. */
  #isKept(account: Readonly<Account>, at: number, keptFrom: number): boolean {
    return this.#isHeard(account) || (at >= keptFrom && this.#parts.kinds().size > 0)
  }

  /** Counts the events of runs that nobody hears of. */
  async #count(
    account: Readonly<Account>,
    runs: readonly DueRun[],
    advance: Advance | undefined,
  ): Promise<void> {
    if (!advance) return
    const { runsOf } = await loadRuns()
    for (const run of runs) {
      advance.count(runsOf(account, run.campaign).counts(run), this.#parts.kinds())
      // Without it, waiting for nothing takes a third of a year of many campaigns.
      if (isSliceUsedUp()) await yieldToEventLoop()
    }
  }

  /**
   * Runs campaigns that are due, with their events and deliveries in one write. Resolves with false if they are not due,
   * because the account changed in the meantime.
   */
  async #runCampaigns(
    account: Readonly<Account>,
    runs: readonly DueRun[],
    advance: Advance | undefined,
  ): Promise<boolean> {
    const { time, kinds, signals } = this.#parts
    const { runsOf, singleRunOf } = await loadRuns()
    const runOf = advance ? runsOf : singleRunOf
    const events: NewServiceEvent[] = []
    const { setBack } = account.clock
    for (const run of runs) {
      const made = runOf(account, run.campaign)
      await inSlices(made.prepare(run))
      const found = made.events({ ...run, setBack })
      events.push(...found.filter(({ type }) => kinds().has(type)))
      await yieldToEventLoop()
    }

    const rows = rowsOf(account, events, this.#isHeard(account))
    const wanted = subscriptionsOf(account)
    const counts = advance?.countsWith(runs.length, events)
    const record = (draft: Account) => {
      if (draft.clock.setBack !== setBack || !areStillDue(draft, runs)) return false
      if (subscriptionsOf(draft) !== wanted) return false
      recordRuns(draft, runs)
      recordTriggers(draft, rows.events)
      const { at } = runs.at(-1) as DueRun
      time.markReached(draft, at, { held: advance !== undefined, counts })
      return true
    }
    const givenUp = await addRows(this.#parts, account.id, rows, record)
    if (givenUp === undefined) return false
    if (advance) {
      advance.deliveries.given_up += givenUp
      advance.withoutRoom += givenUp
    }
    advance?.countRuns(runs.length, events)
    if (events.length > 0) signals.publish(account.id)
    return true
  }

  /** Begins the attempts that are due, and waits until the advance may go on. A cancelled one does not wait. */
  async #deliver(accountId: string, advance: Advance, isSmall: boolean): Promise<void> {
    const { dispatcher, clock } = this.#parts
    const delivered = dispatcher.kick(accountId)
    // The last kick of the advance fails, too, if there is a reason.
    delivered.catch(() => {})
    if (isSmall) {
      const enough = new AbortController()
      const patience = clock.wait(PATIENCE_MS, enough.signal)
      await unlessAborted(Promise.race([delivered, patience]), advance.signal)
      enough.abort('delivered')
    }
    await unlessAborted(advance.hurry.roomForMore(MOST_ON_THE_WAY), advance.signal)
  }

  /** Makes the attempts that are due up to `limit`, each at its time. Resolves with whether there were any. */
  async #retry(accountId: string, limit: number, advance: Advance): Promise<boolean> {
    const { store, dispatcher, time } = this.#parts
    const { signal: closing } = advance
    let hasTried = false
    if (this.#parts.kinds().size === 0) return false
    while (!closing.aborted) {
      const due = await dispatcher.nextDue(await store.readHead(accountId))
      if (due === undefined || due > limit) break
      hasTried = true
      await time.reach(accountId, due, { held: true })
      await this.#deliver(accountId, advance, true)
    }
    return hasTried
  }
}

/** The deliveries of all of them wait at the same time. */
function runsAtOnce({ webhooks }: Readonly<Account>): number {
  const active = Object.values(webhooks).filter(({ status }) => status === 'active')
  return Math.ceil(RUNS_AT_ONCE / Math.max(1, active.length))
}
