import type { Account } from '../accounts/account.ts'
import type { Campaign } from '../accounts/campaign.ts'
import { runAfter } from './schedule.ts'

/** A due run of a campaign. */
export interface DueRun {
  campaign: Campaign
  /** Epoch milliseconds of the account's clock. */
  at: number
}

// The times follow from the snapshot alone: most ticks of the scheduler see a known one.
const known = new WeakMap<Account, number | undefined>()

/** The time of the account's next run, epoch milliseconds of its clock; undefined if there is none. */
export function nextRun(account: Readonly<Account>): number | undefined {
  if (!known.has(account)) known.set(account, earliestRun(account))
  return known.get(account)
}

function earliestRun({ campaigns, simulated_until }: Account): number | undefined {
  if (simulated_until === null) return undefined
  let earliest: number | undefined
  for (const campaign of campaigns.values()) {
    const at = runAfter(campaign, simulated_until)
    if (at !== undefined && (earliest === undefined || at < earliest)) earliest = at
  }
  return earliest
}

/** The runs of an account after `from`, up to and including `to`, in order. */
export function dueRuns({ campaigns }: Readonly<Account>, from: number, to: number): DueRun[] {
  const due: DueRun[] = []
  for (const campaign of campaigns.values()) {
    let at = runAfter(campaign, from)
    while (at !== undefined && at <= to) {
      due.push({ campaign, at })
      at = runAfter(campaign, at)
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

  /**
   * Takes the account's next runs: all that are due at the same time, to be recorded together. A crash between
   * records of the same time would lose a run or repeat one. Empty if no more are due.
   */
  take(account: Readonly<Account>): DueRun[] {
    if (account.campaigns !== this.#campaigns) {
      this.#campaigns = account.campaigns
      this.#runs = dueRuns(account, this.#done, this.#until)
      this.#next = 0
    }
    const first = this.#next
    const at = this.#runs[first]?.at
    if (at === undefined) return []
    while (this.#runs[this.#next]?.at === at) this.#next++
    this.#done = at
    return this.#runs.slice(first, this.#next)
  }
}
