import type { Account } from '../accounts/account.ts'
import type { EventKind, ServiceEvent } from '../accounts/event.ts'
import { AbortController, type AbortSignal } from '../node-globals.ts'
import type { Store } from '../store/store.ts'
import type { Clock } from '../time/clock.ts'
import { DAY_MS } from '../time/duration.ts'
import { yieldToEventLoop } from '../time/pauses.ts'
import type { Dispatcher } from '../webhooks/dispatcher.ts'
import { type AccountTime, requireHeld } from './account-time.ts'
import type { Advance } from './advance.ts'
import type { CampaignRuns } from './campaign-runs.ts'
import { areFew, nextRuns, together } from './due.ts'
import {
  addRows,
  type EventParts,
  keepsEvents,
  noEvents,
  recordTriggers,
  rowsOf,
  subscriptionsOf,
} from './event.ts'
import { areStillDue, type DueRun, recordRuns } from './last-run.ts'
import type { Signals } from './signals.ts'

const POLICY = {
  /** An advance of an account with at most so many runs a day goes on when the deliveries of a step are made: */
  fewRuns: 32,
  /** of runs within this time, so that receivers see the time of their event, or up to so much more. */
  stepMs: 60_000,
  /** Real time for which such an advance waits for the deliveries of a step. */
  patienceMs: 250,
  /** Runs that are recorded at once, fewer if several webhooks get their events, */
  runsAtOnce: 50,
  /** and if nobody gets their events. */
  unheardAtOnce: 2_000,
  /** Other advances have so many deliveries on their way, which were due within this time of the account's clock. */
  mostOnTheWay: 1_000,
  longestOnTheWayMs: DAY_MS,
}

export interface ChronologyParts extends EventParts {
  store: Store
  clock: Clock
  dispatcher: Dispatcher
  time: AccountTime
  /** The events of the served release. */
  kinds: () => ReadonlySet<EventKind>
  /** Signals that events were added. */
  signals: Signals
  closing: AbortSignal
}

/** Runs that are recorded together. */
interface Step {
  runs: readonly DueRun[]
  /** Whether the events are stored; otherwise they are only counted. */
  isKept: boolean
}

/** What is to happen in an account: everything due up to and including `to`. `advance` is present while its clock is held. */
interface Task {
  accountId: string
  to: number
  advance?: Advance | undefined
}

/** Makes runs, deliveries and retries happen in the order of an account's clock. */
export class Chronology {
  readonly #task: Task
  readonly #parts: ChronologyParts
  readonly #stop: AbortSignal
  /** How often the clock was set back before: if it is again, what was due has not happened. */
  #setBack: number | undefined
  /** The runs of campaigns, which know the rows of the run before. */
  readonly #runs = new Map<string, CampaignRuns>()

  constructor(task: Task, parts: ChronologyParts) {
    this.#task = task
    this.#parts = parts
    this.#stop = task.advance?.signal ?? parts.closing
  }

  async run(): Promise<void> {
    const { accountId, to, advance } = this.#task
    const { store, dispatcher, signals, kinds } = this.#parts
    if (advance) {
      await signals.catchUp()
      // Attempts under way began before the advance; if they fail, their retries are due within it.
      await this.#wait(advance.queue.room(0))
    }
    this.#setBack = (await store.readHead(accountId)).clock.setBack
    while (!this.#stop.aborted) {
      const account = await store.read(accountId)
      if (advance) requireHeld(account, advance.state)
      if (account.clock.setBack !== this.#setBack) return
      const due = nextRuns(account)
      const first = Math.min(due[0]?.at ?? to, to)
      const isSmall = areFew(due, (account.simulated_until ?? to) + DAY_MS, POLICY.fewRuns)
      // Meanwhile campaigns may change.
      if (advance && isSmall && (await this.#retry(first, advance))) continue
      if (due[0]?.at !== first) break
      const step = this.#stepOf(account, due, isSmall)
      const hasHappened = await this.#happen(account, step)
      if (hasHappened && advance && step.isKept) await this.#deliver(first, advance, isSmall)
    }
    if (this.#stop.aborted) return
    await this.#reach(to)
    if (advance && kinds().size > 0) await this.#wait(dispatcher.kick(accountId))
  }

  /** The next runs. Events that nobody hears of are stored only if they are of the last day. */
  #stepOf(account: Readonly<Account>, due: readonly DueRun[], isSmall: boolean): Step {
    const { to } = this.#task
    const { at } = due[0] as DueRun
    const unheardUntil = this.#parts.kinds().size > 0 ? to - DAY_MS - 1 : to
    if (!this.#isHeard(account) && at <= unheardUntil) {
      return { runs: together(due, POLICY.unheardAtOnce, unheardUntil), isKept: false }
    }
    const end = isSmall ? Math.min(to, at + POLICY.stepMs) : to
    return { runs: together(due, runsAtOnce(account), end), isKept: true }
  }

  #isHeard(account: Readonly<Account>): boolean {
    if (this.#parts.kinds().size === 0) return false
    return keepsEvents(account) || this.#parts.signals.hasListeners(account.id)
  }

  /**
   * Runs campaigns that are due, with their events and deliveries in one write. Resolves with false if they are not due,
   * because the account changed in the meantime.
   */
  async #happen(account: Readonly<Account>, step: Step): Promise<boolean> {
    const { time, signals } = this.#parts
    const { advance } = this.#task
    const { runs } = step
    const { events, counts } = await this.#eventsOf(account, step)
    const rows = rowsOf(account, events, this.#isHeard(account))
    const wanted = subscriptionsOf(account)
    const state = advance?.stateAfter(runs.length, counts)
    const record = (draft: Account) => {
      if (draft.clock.setBack !== this.#setBack || !areStillDue(draft, runs)) return false
      if (subscriptionsOf(draft) !== wanted) return false
      recordRuns(draft, runs)
      recordTriggers(draft, rows.events)
      time.markReached(draft, (runs.at(-1) as DueRun).at, state)
      return true
    }
    const givenUp = await addRows(this.#parts, account.id, rows, record)
    if (givenUp === undefined) return false
    if (state) advance?.goOn(state, givenUp)
    if (events.length > 0) signals.publish(account.id)
    return true
  }

  /** The events of a step, if they are stored, and their numbers, which advances tell. */
  async #eventsOf(account: Readonly<Account>, { runs, isKept }: Step) {
    // Loaded late, because it imports the vocabulary of mentions, which most sandboxes never need here.
    const { runsOf } = await import('./campaign-runs.ts')
    const { setBack } = account.clock
    const events: ServiceEvent[] = []
    const counts = noEvents()
    const kinds = this.#parts.kinds()
    for (const run of isKept || this.#task.advance ? runs : []) {
      await yieldToEventLoop()
      const { id } = run.campaign
      const known = this.#runs.get(id)
      const made = known?.areOf(account) ? known : runsOf(account, id)
      this.#runs.set(id, made)
      if (isKept) {
        const found = made.events({ ...run, setBack })
        events.push(...found.filter(({ type }) => kinds.has(type)))
      } else {
        const found = made.counts(run)
        for (const kind of kinds) counts[kind] += found[kind]
      }
    }
    for (const { type } of events) counts[type] += 1
    return { events, counts }
  }

  /** Begins the attempts that are due at `now`, and waits until the advance may go on. A cancelled one does not wait. */
  async #deliver(now: number, { queue }: Advance, isSmall: boolean): Promise<void> {
    const { dispatcher, clock } = this.#parts
    const delivered = dispatcher.kick(this.#task.accountId)
    // The last kick of the advance fails, too, if there is a reason.
    delivered.catch(() => {})
    if (isSmall) {
      const enough = new AbortController()
      const patience = clock.wait(POLICY.patienceMs, enough.signal)
      await this.#wait(Promise.race([delivered, patience]))
      enough.abort('delivered')
    }
    await this.#wait(queue.roomForMore(POLICY.mostOnTheWay, now - POLICY.longestOnTheWayMs))
  }

  /** Makes the attempts that are due up to `limit`, each at its time. Resolves with whether there were any. */
  async #retry(limit: number, advance: Advance): Promise<boolean> {
    const { store, dispatcher, kinds } = this.#parts
    let hasTried = false
    while (!this.#stop.aborted && kinds().size > 0) {
      const due = await dispatcher.nextDue(await store.readHead(this.#task.accountId))
      if (due === undefined || due > limit) break
      hasTried = true
      await this.#reach(due)
      await this.#deliver(due, advance, true)
    }
    return hasTried
  }

  /** Everything up to and including `time` has happened, unless the clock was set back since. */
  async #reach(time: number): Promise<void> {
    const { accountId, advance } = this.#task
    await this.#parts.store.update(accountId, (draft) => {
      if (draft.clock.setBack !== this.#setBack) return
      this.#parts.time.markReached(draft, time, advance?.state)
    })
  }

  /** Waits for `work`, unless this has to stop. */
  #wait(work: Promise<unknown>): Promise<void> {
    const stop = this.#stop
    return new Promise((resolve, reject) => {
      const end = () => resolve()
      if (stop.aborted) return end()
      stop.addEventListener('abort', end)
      work.then(end, reject).finally(() => stop.removeEventListener('abort', end))
    })
  }
}

/** The deliveries of all of them wait at the same time. */
function runsAtOnce({ webhooks }: Readonly<Account>): number {
  const active = Object.values(webhooks).filter(({ status }) => status === 'active')
  return Math.ceil(POLICY.runsAtOnce / Math.max(1, active.length))
}
