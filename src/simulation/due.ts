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
export function nextRun(account: Account): number | undefined {
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
export function dueRuns({ campaigns }: Account, from: number, to: number): DueRun[] {
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
