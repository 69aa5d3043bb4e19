import type { Account } from '../accounts/account.ts'
import type { Campaign } from '../accounts/campaign.ts'
import { runAfter } from './schedule.ts'

/** A campaign run that falls due. */
export interface DueRun {
  campaign: Campaign
  /** Epoch milliseconds of the account's clock. */
  at: number
}

// The times follow from the snapshot alone: most ticks of the scheduler look at ones that they have seen.
const known = new WeakMap<Account, number | undefined>()

/** When a campaign of the account runs next, epoch milliseconds of its clock; undefined when none will. */
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

/** The runs of an account after `from` and up to and with `to`, in the order in which they fall due. */
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

/** The runs after `from` and up to and with `until`, one after the other, as campaigns come, change and go. */
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
   * The next run of the account as it is now, and up to when everything has happened once that is done:
   * where another is due at the same time, that is not all, lest a crash in between loses the other.
   */
  take(account: Readonly<Account>): (DueRun & { reached: number }) | undefined {
    if (account.campaigns !== this.#campaigns) {
      this.#campaigns = account.campaigns
      this.#runs = dueRuns(account, this.#done, this.#until)
      this.#next = 0
    }
    const run = this.#runs[this.#next++]
    if (!run) return undefined
    this.#done = this.#runs[this.#next]?.at === run.at ? run.at - 1 : run.at
    return { ...run, reached: this.#done }
  }
}
