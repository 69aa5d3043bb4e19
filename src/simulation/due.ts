import type { Account } from '../accounts/account.ts'
import type { Campaign, LastRun } from '../accounts/campaign.ts'
import { firstRun, runAfter } from '../intelligence/world/schedule.ts'
import { type DueRun, lastRunOf } from './last-run.ts'

/** The time of the account's next run, epoch milliseconds of its clock; undefined if there is none. */
export function nextRun(account: Readonly<Account>): number | undefined {
  const { simulated_until: until } = account
  if (until === null) return undefined
  let earliest: number | undefined
  for (const campaign of account.campaigns.values()) {
    const at = nextRunOf(campaign, lastRunOf(account, campaign), until)
    if (at !== undefined && (earliest === undefined || at < earliest)) earliest = at
  }
  return earliest
}

/** The runs of an account after `from`, up to and including `to`, in order. */
export function dueRuns(account: Readonly<Account>, from: number, to: number): DueRun[] {
  const due: DueRun[] = []
  for (const campaign of account.campaigns.values()) {
    let last: LastRun = lastRunOf(account, campaign)
    let at = nextRunOf(campaign, last, from)
    while (at !== undefined && at <= to) {
      due.push({ campaign, at, last })
      last = { at }
      at = runAfter(campaign, at, at)
    }
  }
  return due.sort((a, b) => a.at - b.at)
}

function nextRunOf(campaign: Campaign, last: LastRun, from: number): number | undefined {
  return runAfter(campaign, last.at, Math.max(from, last.changed ?? from))
}

/** Hands out the runs after `from`, up to and including `until`, while campaigns may come, change and go. */
export class Agenda {
  #done: number
  readonly #until: number
  /** The campaigns and their pasts that the runs follow from. */
  #seen: Pick<Account, 'campaigns' | 'past'> | undefined
  /** Later campaigns, which make no difference. */
  #latest: Account['campaigns'] | undefined
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
      this.#seen = account
      this.#latest = account.campaigns
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

  /** Whether campaigns with runs have changed since the last call of `next`. */
  isOutdated({ campaigns, past }: Readonly<Account>): boolean {
    const [seen, latest] = [this.#seen, this.#latest]
    if (!seen || !latest || past !== seen.past) return true
    if (campaigns === seen.campaigns || campaigns === latest) return false
    if ([...latest].some(([id, campaign]) => campaigns.get(id) !== campaign)) return true
    for (const [id, campaign] of campaigns) {
      if (!latest.has(id) && firstRun(campaign) <= this.#until) return true
    }
    this.#latest = campaigns
    return false
  }

  /**
   * The account with the campaigns that its runs follow from. Without it, each campaign that is created meanwhile would
   * have the world of all campaigns made again; a newcomer never changes what others found before it.
   */
  seen(account: Readonly<Account>): Readonly<Account> {
    const { campaigns = account.campaigns, past = account.past } = this.#seen ?? {}
    return campaigns === account.campaigns ? account : { ...account, campaigns, past }
  }

  /** Marks the runs that `next` returned as finished. */
  finish(runs: readonly DueRun[]): void {
    this.#next += runs.length
    this.#done = runs.at(-1)?.at ?? this.#done
  }
}
