import type { Account } from '../accounts/account.ts'
import type { LastRun } from '../accounts/campaign.ts'
import { runAfter } from '../intelligence/world/schedule.ts'
import { type DueRun, lastRunOf } from './last-run.ts'

// The times follow from the snapshot alone: most ticks of the scheduler see a known one.
const known = new WeakMap<Account, number | undefined>()

/** The time of the account's next run, epoch milliseconds of its clock; undefined if there is none. */
export function nextRun(account: Readonly<Account>): number | undefined {
  if (!known.has(account)) known.set(account, earliestRun(account))
  return known.get(account)
}

function earliestRun(account: Account): number | undefined {
  const { campaigns, simulated_until } = account
  if (simulated_until === null) return undefined
  let earliest: number | undefined
  for (const campaign of campaigns.values()) {
    const { at: last, changed = simulated_until } = lastRunOf(account, campaign)
    const at = runAfter(campaign, last, Math.max(simulated_until, changed))
    if (at !== undefined && (earliest === undefined || at < earliest)) earliest = at
  }
  return earliest
}

/** The runs of an account after `from`, up to and including `to`, in order. */
export function dueRuns(account: Readonly<Account>, from: number, to: number): DueRun[] {
  const due: DueRun[] = []
  for (const campaign of account.campaigns.values()) {
    let last: LastRun = lastRunOf(account, campaign)
    let at = runAfter(campaign, last.at, Math.max(from, last.changed ?? from))
    while (at !== undefined && at <= to) {
      due.push({ campaign, at, last })
      last = { at }
      at = runAfter(campaign, at, at)
    }
  }
  return due.sort((a, b) => a.at - b.at)
}

/** Hands out the runs after `from`, up to and including `until`, while campaigns may come, change and go. */
export class Agenda {
  #done: number
  readonly #until: number
  #campaigns: Account['campaigns'] | undefined
  #runs: DueRun[] = []
  #next = 0

  constructor(from: number, until: number) {
    this.#done = from
    this.#until = until
  }

  /** The number of runs that were due since campaigns changed last. */
  get size(): number {
    return this.#runs.length
  }

  /**
   * The account's next runs, to be recorded together: about `most`, each of another campaign, within `ms`, and all that are
   * due at the same time. A crash between records of the same time would lose a run or repeat one. Empty if no more are
   * due. `account` has recorded the runs that were finished before its campaigns changed.
   */
  next(account: Readonly<Account>, most: number, ms = Number.POSITIVE_INFINITY): DueRun[] {
    if (this.isOutdated(account)) {
      this.#campaigns = account.campaigns
      this.#runs = dueRuns(account, this.#done, this.#until)
      this.#next = 0
    }
    const runs: DueRun[] = []
    const campaigns = new Set<string>()
    for (let index = this.#next; index < this.#runs.length; index++) {
      const run = this.#runs[index] as DueRun
      const isLater = run.at !== runs.at(-1)?.at
      const isFull = runs.length >= most || run.at > (runs[0]?.at ?? run.at) + ms
      if (isLater && (isFull || campaigns.has(run.campaign.id))) break
      runs.push(run)
      campaigns.add(run.campaign.id)
    }
    return runs
  }

  /** Whether campaigns have changed since the last call of `next`. */
  isOutdated({ campaigns }: Readonly<Account>): boolean {
    return campaigns !== this.#campaigns
  }

  /** Marks the runs that `next` returned as finished. */
  finish(runs: readonly DueRun[]): void {
    this.#next += runs.length
    this.#done = runs.at(-1)?.at ?? this.#done
  }
}
